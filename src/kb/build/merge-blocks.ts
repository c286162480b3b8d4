/** The pairs of all blocks as a few sorted runs: what remains to be merged is merged by one thread. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { inWorkers } from "./build-workers.js";
import type { LogBlocks } from "./log-blocks.js";
import setUp, { type MergeTask } from "./merge-worker.js";
import type { RunPlace } from "./pair-runs.js";

/** Runs that are merged at once: each is an open file and some memory. */
const MOST_RUNS = 64;
const FEW_RUNS = 4;

interface MergeOptions {
  folder: string;
  workers: number;
  signal?: AbortSignal;
}

export async function mergeBlocks(blocks: LogBlocks, options: MergeOptions): Promise<RunPlace[]> {
  if (blocks.count <= FEW_RUNS) return Array.from({ length: blocks.count }, (_, b) => blocks.run(b));
  const size = groupSize(blocks.count);
  const groups = Math.ceil(blocks.count / size);
  let runs = await mergeGroups(blocks, options, groups, (group) => ({
    from: group * size,
    to: Math.min(blocks.count, (group + 1) * size),
    path: join(options.folder, `pairs-1-${group}`),
  }));
  for (let level = 2; runs.length > FEW_RUNS; level++) runs = await mergeAgain(blocks, options, runs, level);
  return runs;
}

async function mergeAgain(
  blocks: LogBlocks,
  options: MergeOptions,
  runs: RunPlace[],
  level: number,
): Promise<RunPlace[]> {
  const paths = runs.map(({ path }) => path);
  const size = groupSize(paths.length);
  const merged = await mergeGroups(blocks, options, Math.ceil(paths.length / size), (group) => ({
    paths: paths.slice(group * size, (group + 1) * size),
    path: join(options.folder, `pairs-${level}-${group}`),
  }));
  for (const path of paths) rmSync(path, { force: true });
  return merged;
}

function groupSize(runs: number): number {
  return Math.min(MOST_RUNS, Math.ceil(runs / FEW_RUNS));
}

async function mergeGroups(
  blocks: LogBlocks,
  { workers, signal }: MergeOptions,
  groups: number,
  taskOf: (group: number) => MergeTask,
): Promise<RunPlace[]> {
  const job = { file: "./merge-worker.js", setUp, data: blocks.source };
  const tasks = Array.from({ length: groups }, (_, group) => taskOf(group));
  const runs: RunPlace[] = [];
  for await (const run of inWorkers(workers, job, tasks, signal)) runs.push(run);
  return runs;
}
