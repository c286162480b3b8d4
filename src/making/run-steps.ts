/** Steps that make artefacts in a work folder: each knows what it was made from, so that only what changed is made again. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError, throwIfAborted } from "../errors.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { sha256OfFile } from "../files/hash.js";
import type { OnProgress } from "../types.js";

/** Numbers and words about what a step made, for the report. */
export type StepFacts = Record<string, unknown>;

export interface StepContext {
  /** Path of a file in the work folder. */
  path: (file: string) => string;
  onProgress?: OnProgress;
  onWarning?: (sentence: string) => void;
  signal?: AbortSignal;
  /** Seconds from any fixed moment. */
  now: () => number;
  /** What earlier steps have told, by their names. */
  facts: Record<string, StepFacts>;
}

export interface Step {
  name: string;
  /** What it does, for people: "building the knowledge base". */
  title: string;
  /** Grows when the same inputs and settings come to give other bytes. */
  version: number;
  settings: unknown;
  /** Files and folders it reads from outside, and files of earlier steps by their names in the work folder. */
  sources: string[];
  made: string[];
  /** Files it leaves in the work folder. */
  outputs: string[];
  run(context: StepContext): Promise<StepFacts>;
}

/** What is written down when a step is done. */
export interface StepRecord {
  key: string;
  outputs: Record<string, { bytes: number; sha256: string }>;
  seconds: number;
  facts: StepFacts;
}

/** A step as it would be carried out now. */
export interface PlannedStep {
  name: string;
  title: string;
  /** Nothing to do; never done; inputs or settings changed; an earlier step will be; its files are gone or damaged. */
  state: "done" | "new" | "changed" | "follows" | "damaged";
  /** How long it took last time, where that is known. */
  seconds?: number;
}

const recordPath = (work: string, step: string) => join(work, "steps", `${step}.json`);

export async function readRecord(work: string, step: string): Promise<StepRecord | undefined> {
  try {
    return JSON.parse(await readFile(recordPath(work, step), "utf8")) as StepRecord;
  } catch {
    return undefined;
  }
}

/** SHA-256 of a file; of a folder, of the names and contents of all its files. */
export async function hashPath(path: string, signal?: AbortSignal): Promise<string> {
  const info = await stat(path).catch((cause) => {
    throw new LinkingError("not-found", `There is no ${path}; name a file that is there.`, { cause });
  });
  if (!info.isDirectory()) return sha256OfFile(path, signal);
  const hash = createHash("sha256");
  for (const name of (await readdir(path)).sort()) {
    hash.update(`${name}\0${await hashPath(join(path, name), signal)}\n`);
  }
  return hash.digest("hex");
}

/** What a step's result depends on; undefined while an earlier step has not been done. */
async function keyOf(step: Step, work: string, known: Map<string, string>, signal?: AbortSignal) {
  const sources: string[] = [];
  for (const path of step.sources) {
    if (!known.has(path)) known.set(path, await hashPath(path, signal));
    sources.push(known.get(path)!);
  }
  const made = step.made.map((file) => known.get(join(work, file)));
  if (made.includes(undefined)) return undefined;
  const { name, version, settings } = step;
  return createHash("sha256")
    .update(JSON.stringify({ name, version, settings, sources, made }))
    .digest("hex");
}

/** Are all files that the step leaves there as they were written? Another OUT has none of them. */
async function areWhole(
  { outputs }: Step,
  record: StepRecord,
  work: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!outputs.every((file) => file in record.outputs)) return false;
  for (const [file, { bytes, sha256 }] of Object.entries(record.outputs)) {
    const path = join(work, file);
    if (!existsSync(path) || (await stat(path)).size !== bytes) return false;
    if ((await sha256OfFile(path, signal)) !== sha256) return false;
  }
  return true;
}

async function stateOf(
  step: Step,
  work: string,
  known: Map<string, string>,
  signal?: AbortSignal,
): Promise<{ state: PlannedStep["state"]; key?: string; record?: StepRecord }> {
  const record = await readRecord(work, step.name);
  const key = await keyOf(step, work, known, signal);
  if (!record) return { state: "new", key };
  if (key === undefined) return { state: "follows", record };
  if (record.key !== key) return { state: "changed", key, record };
  return { state: (await areWhole(step, record, work, signal)) ? "done" : "damaged", key, record };
}

function learn(record: StepRecord, work: string, known: Map<string, string>): void {
  for (const [file, { sha256 }] of Object.entries(record.outputs)) known.set(join(work, file), sha256);
}

/** What `runSteps` would do now. */
export async function planSteps(steps: Step[], work: string, signal?: AbortSignal): Promise<PlannedStep[]> {
  const known = new Map<string, string>();
  const planned: PlannedStep[] = [];
  for (const step of steps) {
    const { state, record } = await stateOf(step, work, known, signal);
    if (state === "done") learn(record!, work, known);
    planned.push({ name: step.name, title: step.title, state, seconds: record?.seconds });
  }
  return planned;
}

export interface RunStepsOptions extends Omit<StepContext, "path" | "facts"> {
  /** Told before each step, with its place among all. */
  onStep?: (step: PlannedStep, place: number, all: number) => void;
}

/** Does what is not done yet, in order; gives every step's record by name. A stopped call goes on where it was. */
export async function runSteps(
  steps: Step[],
  work: string,
  options: RunStepsOptions,
): Promise<Record<string, StepRecord>> {
  const known = new Map<string, string>();
  const records: Record<string, StepRecord> = {};
  await mkdir(join(work, "steps"), { recursive: true });
  for (const [place, step] of steps.entries()) {
    throwIfAborted(options.signal);
    const { state, key, record } = await stateOf(step, work, known, options.signal);
    options.onStep?.(
      { name: step.name, title: step.title, state, seconds: record?.seconds },
      place,
      steps.length,
    );
    const facts = Object.fromEntries(Object.entries(records).map(([name, r]) => [name, r.facts]));
    const onProgress: OnProgress | undefined =
      options.onProgress &&
      ((progress) =>
        options.onProgress!({
          ...progress,
          stage: `${step.title}: ${progress.stage}`,
          step: [place + 1, steps.length],
        }));
    const context = { ...options, onProgress, facts, path: (file: string) => join(work, file) };
    const done = state === "done" ? record! : await carryOut(step, work, key!, context);
    learn(done, work, known);
    records[step.name] = done;
  }
  return records;
}

async function carryOut(step: Step, work: string, key: string, context: StepContext): Promise<StepRecord> {
  const began = context.now();
  const facts = await step.run(context);
  const outputs: StepRecord["outputs"] = {};
  for (const file of step.outputs) {
    const path = context.path(file);
    outputs[file] = { bytes: (await stat(path)).size, sha256: await sha256OfFile(path, context.signal) };
  }
  const record = { key, outputs, seconds: context.now() - began, facts };
  await writeFileAtomically(recordPath(work, step.name), `${JSON.stringify(record, null, 1)}\n`);
  return record;
}
