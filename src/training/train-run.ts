/** Carries out one training run in its folder, from the start or from its last checkpoint. */
import { existsSync } from "node:fs";
import { LinkingError } from "../errors.js";
import type { SelectedMention } from "../features/model-documents.js";
import { hashFiles } from "../features/prepared-set.js";
import { enableRelaxedSimd } from "../math/enable-relaxed-simd.js";
import type { KernelBuild } from "../math/kernels.js";
import { loadKernels } from "../math/wasm-kernels.js";
import { createModel } from "../model/model.js";
import { loadModel, saveModel } from "../model/model-file.js";
import { makeTablesResident } from "../model/tables.js";
import type { OnProgress } from "../types.js";
import {
  judgeOutside,
  type OutsideRecord,
  type OutsideScores,
  outsideScores,
  readOutside,
} from "./outside.js";
import {
  findCheckpoint,
  type Metrics,
  type RunConfig,
  readMetrics,
  readRunConfig,
  runFiles,
  saveCheckpoint,
  writeMetrics,
  writeRunConfig,
} from "./run-folder.js";
import type { ScheduleState } from "./schedule.js";
import type { TrainingSettings } from "./settings.js";
import { Trainer } from "./trainer.js";
import { type DataPlace, dataFiles, loadTrainingData } from "./training-data.js";

export interface RunPlan {
  settings: TrainingSettings;
  data: DataPlace;
  build?: KernelBuild;
  /** A model file of the same configuration whose parameters training starts from, instead of random ones. */
  from?: string;
}

export interface RunOptions {
  onProgress?: OnProgress;
  onEvaluation?: (metrics: Metrics) => void;
  signal?: AbortSignal;
  /** Seconds from any fixed moment; without it `seconds` is 0 everywhere. */
  now?: () => number;
}

export interface RunResult {
  folder: string;
  seed: number;
  /** Dev F1 of the model that is kept, null where no evaluation was kept, and of the last one, null where there was none. */
  devF1: number | null;
  lastDevF1: number | null;
  bestEpoch: number;
  epochs: number;
  seconds: number;
  /** F1 on the documents outside the fold; only where there are folds. */
  outside?: OutsideScores;
}

/** Makes the folder and trains. A folder that holds a run already is refused. */
export async function startRun(folder: string, plan: RunPlan, options: RunOptions = {}): Promise<RunResult> {
  if (existsSync(runFiles(folder).config)) {
    throw new LinkingError(
      "usage",
      `${folder} holds a training run already; go on with it (--resume), or name another folder.`,
    );
  }
  const hashes = await hashFiles(await filesOf(plan));
  const { settings, data, from } = plan;
  const config = { settings, data, ...(from !== undefined && { from }), hashes, build: plan.build ?? "simd" };
  await writeRunConfig(folder, config);
  return train(folder, config, options);
}

/** Goes on from the last checkpoint; ends in the same bytes as a run that was never stopped. */
export async function resumeRun(folder: string, options: RunOptions = {}): Promise<RunResult> {
  const config = await readRunConfig(folder);
  const hashes = await hashFiles(await filesOf(config));
  for (const [file, hash] of Object.entries(config.hashes)) {
    if (hashes[file] !== hash) {
      throw new LinkingError(
        "mismatch",
        `${file} is not the file this run was started with (SHA-256 ${hashes[file]?.slice(0, 12)}, wanted ${hash.slice(0, 12)}); start a new run.`,
      );
    }
  }
  return train(folder, config, options);
}

/** Files whose bytes decide what a run gives. */
async function filesOf({ data, from }: Pick<RunPlan, "data" | "from">): Promise<string[]> {
  return [...(await dataFiles(data)), ...(from === undefined ? [] : [from])];
}

/** Does the folder hold a run of this very plan, on files of these bytes? */
export async function holdsRun(folder: string, plan: RunPlan): Promise<boolean> {
  if (!existsSync(runFiles(folder).config)) return false;
  const config = await readRunConfig(folder).catch(() => undefined);
  if (!config || JSON.stringify(config.settings) !== JSON.stringify(plan.settings)) return false;
  if (JSON.stringify(config.data.fold) !== JSON.stringify(plan.data.fold)) return false;
  return JSON.stringify(config.hashes) === JSON.stringify(await hashFiles(await filesOf(plan)));
}

/** `startRun`, or `resumeRun` where the folder holds the run already. */
export function carryOn(folder: string, plan: RunPlan, options: RunOptions = {}): Promise<RunResult> {
  const isKnown = existsSync(runFiles(folder).config);
  return isKnown ? resumeRun(folder, options) : startRun(folder, plan, options);
}

async function train(folder: string, config: RunConfig, options: RunOptions): Promise<RunResult> {
  const { settings } = config;
  const now = options.now ?? (() => 0);
  const checkpoint = await findCheckpoint(folder);
  if (checkpoint?.progress.schedule.isDone && existsSync(runFiles(folder).model)) {
    const known = await readOutside(folder);
    if (known || !config.data.fold) {
      return resultOf(folder, settings, checkpoint.progress.schedule, await readMetrics(folder), known);
    }
  }
  const data = await loadTrainingData(config.data, settings);
  if (config.build === "relaxed-simd") enableRelaxedSimd();
  const kernels = await loadKernels({ build: config.build as KernelBuild });
  const model = createModel(kernels, settings.model, makeTablesResident(kernels, data.tables));
  const hasGold = (m: object) => (m as SelectedMention).goldEntity >= 0;
  const trainer = new Trainer(model, data.train, data.dev, settings, hasGold);

  if (config.from !== undefined) trainer.startFrom(await loadModel(config.from));

  let metrics: Metrics[] = [];
  if (checkpoint) {
    trainer.restore(checkpoint.progress, checkpoint.buffers);
    const known = checkpoint.progress.evaluations.length;
    metrics = (await readMetrics(folder)).slice(0, known);
  }
  const before = metrics.at(-1)?.seconds ?? 0;
  const began = now();
  const seconds = () => before + now() - began;
  let stepsDone = 0;

  await trainer.run({
    signal: options.signal,
    onStep: ({ progress, documents }) => {
      stepsDone++;
      options.onProgress?.({
        stage: "training",
        done: progress.schedule.epoch * documents + progress.position,
        total: settings.schedule.mostEpochs * documents,
        unit: "documents",
        detail: describe(progress.schedule.epoch + 1, metrics.at(-1), stepsDone / (now() - began)),
      });
    },
    onEvaluation: (evaluation) => {
      metrics.push({ ...evaluation, seconds: seconds() });
      options.onEvaluation?.(metrics.at(-1)!);
    },
    onPause: async ({ progress }) => {
      // Metrics first: a checkpoint never counts evaluations that the metrics lack.
      await writeMetrics(folder, metrics);
      await saveCheckpoint(folder, { settings, buffers: trainer.saveBuffers(), progress });
    },
  });

  // before the best weights take the place of the last: without an average the model itself is where the last ones are
  const { train, outside } = data;
  const judged = outside && (await judgeOutside(folder, trainer, { train, outside }));
  await saveBest(folder, config, trainer);
  return resultOf(folder, settings, trainer.progress.schedule, metrics, judged);
}

async function saveBest(folder: string, { settings, hashes }: RunConfig, trainer: Trainer): Promise<void> {
  const { schedule } = trainer.progress;
  const { model } = trainer;
  model.parameters.set(trainer.bestParameters);
  await saveModel(runFiles(folder).model, model, {
    seed: settings.seed,
    data: hashes,
    build: model.kernels.build,
    notes: { settings, devF1: keptScore(schedule), bestEpoch: schedule.bestEpoch, epochs: schedule.epoch },
  });
}

/** Dev F1 of the model that is kept; null where none was worth keeping. */
const keptScore = ({ best }: ScheduleState) => (best < 0 ? null : best);

function resultOf(
  folder: string,
  settings: TrainingSettings,
  schedule: ScheduleState,
  metrics: Metrics[],
  outside: OutsideRecord | undefined,
): RunResult {
  return {
    folder,
    seed: settings.seed,
    devF1: keptScore(schedule),
    lastDevF1: metrics.at(-1)?.devF1 ?? null,
    bestEpoch: schedule.bestEpoch,
    epochs: schedule.epoch,
    seconds: metrics.at(-1)?.seconds ?? 0,
    ...(outside && { outside: outsideScores(outside) }),
  };
}

/** What stands beside the progress bar. */
function describe(epoch: number, last: Metrics | undefined, perSecond: number): string {
  const score = last ? `, loss ${last.loss.toFixed(5)}, dev F1 ${(100 * last.devF1).toFixed(2)}` : "";
  const speed = Number.isFinite(perSecond) ? `, ${perSecond.toFixed(0)} documents/s` : "";
  return `epoch ${epoch}${score}${speed}`;
}
