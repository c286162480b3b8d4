/** A training run as a folder: settings, data hashes, a line of metrics an evaluation, checkpoint, best model. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError, messageOf } from "../errors.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { openSealedJson, sealJson } from "../files/sealed-json.js";
import { type Checkpoint, readCheckpoint, writeCheckpoint } from "./checkpoint.js";
import { completeSettings, type TrainingSettings } from "./settings.js";
import type { Evaluation } from "./trainer.js";
import type { DataPlace } from "./training-data.js";

/** `config.json` of a run. */
export interface RunConfig {
  settings: TrainingSettings;
  data: DataPlace;
  /** Model file that training started from. */
  from?: string;
  /** SHA-256 of every file the run reads. */
  hashes: Record<string, string>;
  /** Arithmetic: another build gives other last bits. */
  build: string;
}

export interface Metrics extends Evaluation {
  /** Since the run began, pauses left out. */
  seconds: number;
}

export const runFiles = (folder: string) => ({
  config: join(folder, "config.json"),
  metrics: join(folder, "metrics.jsonl"),
  checkpoint: join(folder, "checkpoint.safetensors"),
  model: join(folder, "model.safetensors"),
  /** What documents outside the fold say; only where there are folds. */
  outside: join(folder, "outside.json"),
});

export async function writeRunConfig(folder: string, config: RunConfig): Promise<void> {
  await writeFileAtomically(runFiles(folder).config, sealJson(config, 2));
}

export async function readRunConfig(folder: string): Promise<RunConfig> {
  const path = runFiles(folder).config;
  try {
    const config = openSealedJson(await readFile(path, "utf8"), path) as unknown as RunConfig;
    return { ...config, settings: completeSettings(config.settings) };
  } catch (error) {
    if (error instanceof LinkingError) throw error;
    throw new LinkingError("not-found", `${folder} is no training run: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** The whole file anew each time: it is small, and a cut line can never be seen. */
export async function writeMetrics(folder: string, metrics: Metrics[]): Promise<void> {
  await writeFileAtomically(runFiles(folder).metrics, metrics.map((m) => `${JSON.stringify(m)}\n`).join(""));
}

export async function readMetrics(folder: string): Promise<Metrics[]> {
  const text = await readFile(runFiles(folder).metrics, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line)
    .map((line, i) => parseMetrics(line, `${runFiles(folder).metrics}, line ${i + 1}`));
}

function parseMetrics(line: string, where: string): Metrics {
  try {
    return JSON.parse(line) as Metrics;
  } catch (cause) {
    throw new LinkingError("bad-file", `${where} is no JSON; take the line out, or start a new run.`, {
      cause,
    });
  }
}

export async function saveCheckpoint(folder: string, checkpoint: Checkpoint): Promise<void> {
  await writeCheckpoint(runFiles(folder).checkpoint, checkpoint);
}

/** Undefined for a run that ended before its first checkpoint. */
export async function findCheckpoint(folder: string): Promise<Checkpoint | undefined> {
  const path = runFiles(folder).checkpoint;
  return existsSync(path) ? readCheckpoint(path) : undefined;
}
