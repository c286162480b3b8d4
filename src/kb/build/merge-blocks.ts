/** The pairs of all blocks as few enough sorted runs to be merged at once. */
import { join } from "node:path";
import { inWorkers } from "./build-workers.js";
import type { LogBlocks } from "./log-blocks.js";
import setUp, { type MergeTask } from "./merge-worker.js";
import type { RunPlace } from "./pair-runs.js";

/** Runs that are merged at once: each is an open file and some memory. */
const MOST_RUNS = 64;

export async function mergeBlocks(
  blocks: LogBlocks,
  { folder, workers, signal }: { folder: string; workers: number; signal?: AbortSignal },
): Promise<RunPlace[]> {
  if (blocks.count <= MOST_RUNS) return Array.from({ length: blocks.count }, (_, b) => blocks.run(b));
  function* tasks(): IterableIterator<MergeTask> {
    for (let from = 0; from < blocks.count; from += MOST_RUNS) {
      const to = Math.min(blocks.count, from + MOST_RUNS);
      yield { from, to, path: join(folder, `pairs-${from}`) };
    }
  }
  const runs: RunPlace[] = [];
  const job = { file: "./merge-worker.js", setUp, data: blocks.source };
  for await (const run of inWorkers(workers, job, tasks(), signal)) runs.push(run);
  return runs;
}
