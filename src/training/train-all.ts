/** Several runs of one plan (seeds, numbers of relations) side by side in worker threads, and what came out of them together. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError } from "../errors.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { readingFile } from "../files/reading.js";
import { openSealedJson, sealJson } from "../files/sealed-json.js";
import { withWriteLock } from "../files/write-lock.js";
import { workerFile } from "../workers/worker-file.js";
import { WorkerPool } from "../workers/worker-pool.js";
import { foldName, turnsOf } from "./folds.js";
import { runFiles } from "./run-folder.js";
import type { RunTask } from "./run-worker.js";
import { completeSettings } from "./settings.js";
import { carryOn, type RunOptions, type RunPlan, type RunResult } from "./train-run.js";

/** A run and the name of its folder inside the plan's folder; "" for a plan of one run, which has the folder to itself. */
export interface PlannedRun extends RunPlan {
  name: string;
}

export interface AllResult {
  runs: (RunResult & { name: string })[];
  /** The run with the best dev F1, the first of equals. Of folds, each with a dev part of its own, it is only an example. */
  best: string;
}

const planFile = (folder: string) => join(folder, "plan.json");
const summaryFile = (folder: string) => join(folder, "summary.json");

/**
 * Runs for every number of relations, fold and seed; one of each gives one run with the folder to itself.
 *
 * ```ts
 * import { createTrainingSettings, planRuns, startAll } from "mulrel/train";
 *
 * const settings = createTrainingSettings({ model: { dims: 100 } });
 * const data = { folder: "prepared", train: "train", dev: "dev" };
 * const runs = planRuns({ settings, data }, [1, 3, 6], 5); // three numbers of relations, five seeds each
 * const { best } = await startAll("run", runs, { workers: 4, onProgress: (p) => console.log(p.stage, p.done) });
 * console.log(`best on dev: ${best}`);
 * ```
 */
export function planRuns(plan: RunPlan, relations: number[], seeds: number, folds?: number): PlannedRun[] {
  const isSingle = relations.length === 1 && seeds === 1 && folds === undefined;
  return relations.flatMap((k) =>
    runsOf(plan.settings.seed, seeds, folds).map(({ name: run, seed, fold }) => {
      const model = { ...plan.settings.model, relations: k };
      const settings = { ...plan.settings, model, seed };
      const name = relations.length > 1 ? `k${k}-${run}` : run;
      const data = fold ? { ...plan.data, fold } : plan.data;
      return { ...plan, settings, data, name: isSingle ? "" : name };
    }),
  );
}

/** Names of the runs of one model, seed by seed and in each all folds, so that whole rounds are there early. */
export function runsOf(firstSeed: number, seeds: number, folds: number | undefined) {
  return Array.from({ length: seeds }, (_, i) => firstSeed + i).flatMap((seed) =>
    turnsOf(folds).map((fold) => ({ name: `${foldName(fold)}seed${seed}`, seed, fold })),
  );
}

/**
 * Starts a plan in a folder of its own.
 *
 * ```ts
 * import { createTrainingSettings, planRuns, startAll } from "mulrel/train";
 *
 * const settings = createTrainingSettings({ model: { dims: 100 } });
 * const data = { folder: "prepared", train: "train", dev: "dev" };
 * const runs = planRuns({ settings, data }, [1, 3, 6], 5); // three numbers of relations, five seeds each
 * const { best } = await startAll("run", runs, { workers: 4, onProgress: (p) => console.log(p.stage, p.done) });
 * console.log(`best on dev: ${best}`);
 * ```
 */
export async function startAll(
  folder: string,
  runs: PlannedRun[],
  options: RunOptions & { workers?: number } = {},
): Promise<AllResult> {
  return withWriteLock(folder, "train", async () => {
    if (existsSync(planFile(folder)) || existsSync(runFiles(folder).config)) {
      throw new LinkingError(
        "usage",
        `${folder} holds a training run already; go on with it (--resume), or name another folder.`,
      );
    }
    await writeFileAtomically(planFile(folder), sealJson({ runs }, 2));
    return finishAll(folder, runs, options);
  });
}

/**
 * Goes on with whatever of the plan is not done.
 *
 * ```ts
 * import { resumeAll } from "mulrel/train";
 *
 * await resumeAll("run"); // ends in the same bytes as a run that was never stopped
 * ```
 */
export async function resumeAll(
  folder: string,
  options: RunOptions & { workers?: number } = {},
): Promise<AllResult> {
  const plan = await readPlan(folder);
  return withWriteLock(folder, "train", () => finishAll(folder, plan, options));
}

/** Goes on with a plan, and with those of `runs` that it does not have yet: more seeds, more models. */
export async function extendAll(
  folder: string,
  runs: PlannedRun[],
  options: RunOptions & { workers?: number } = {},
): Promise<AllResult> {
  return withWriteLock(folder, "train", async () => {
    const plan = await readPlan(folder);
    const planned = new Map(plan.map((run) => [run.name, run]));
    for (const { name, settings } of runs) {
      const known = planned.get(name);
      if (known && JSON.stringify(known.settings) !== JSON.stringify(settings)) {
        throw new LinkingError(
          "usage",
          `${folder} has a run ${name} with other settings; give the flags it was started with, or name another folder.`,
        );
      }
    }
    const all = [...plan, ...runs.filter(({ name }) => !planned.has(name))];
    if (all.length > plan.length) await writeFileAtomically(planFile(folder), sealJson({ runs: all }, 2));
    return finishAll(folder, all, options);
  });
}

export async function readPlan(folder: string): Promise<PlannedRun[]> {
  const text = await readFile(planFile(folder), "utf8").catch(() => {
    throw new LinkingError("not-found", `${folder} is no folder of mulrel train: it has no plan.json.`);
  });
  // plans of older versions are the list alone
  const runs = text.trimStart().startsWith("[")
    ? await readingFile(planFile(folder), () => JSON.parse(text) as PlannedRun[])
    : (openSealedJson(text, planFile(folder)).runs as PlannedRun[]);
  return runs.map((run) => ({ ...run, settings: completeSettings(run.settings) }));
}

async function finishAll(
  folder: string,
  runs: PlannedRun[],
  options: RunOptions & { workers?: number },
): Promise<AllResult> {
  const tasks = runs.map(({ name, ...plan }): RunTask => ({ folder: join(folder, name), plan }));
  const results =
    tasks.length === 1
      ? [await carryOn(tasks[0].folder, tasks[0].plan, options)]
      : await runAll(tasks, options);
  const named = results.map((result, i) => ({ ...result, name: runs[i].name }));
  const best = named.reduce((a, b) => ((b.devF1 ?? -1) > (a.devF1 ?? -1) ? b : a)).name;
  const summary = { runs: named, best };
  await writeFileAtomically(summaryFile(folder), `${JSON.stringify(summary, null, 2)}\n`);
  if (best !== "" && !runs.some((r) => r.data.fold))
    await writeFileAtomically(runFiles(folder).model, await readFile(runFiles(join(folder, best)).model));
  return summary;
}

async function runAll(tasks: RunTask[], options: RunOptions & { workers?: number }): Promise<RunResult[]> {
  const pool = new WorkerPool<RunTask, RunResult>({
    file: workerFile("./run-worker.js", import.meta.url),
    workers: options.workers,
  });
  const results: RunResult[] = [];
  try {
    for await (const result of pool.map(tasks, { signal: options.signal })) {
      results.push(result);
      options.onProgress?.({ stage: "training", done: results.length, total: tasks.length, unit: "runs" });
    }
  } finally {
    await pool.close();
  }
  return results;
}
