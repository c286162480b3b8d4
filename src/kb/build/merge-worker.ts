/** Merges the pairs of some of the log's blocks, or some merged runs, into one sorted run; in a thread. */
import type { WorkerTask } from "../../workers/worker-pool.js";
import type { BlockRange } from "./count-worker.js";
import { type BlockSource, LogBlocks } from "./log-blocks.js";
import { type RunPlace, writeMerged } from "./pair-runs.js";

/** Of blocks, or of the runs at `paths`; `path` is where the merged run goes. */
export type MergeTask = { path: string } & (BlockRange | { paths: string[] });

export default function setUp({ folder, places }: BlockSource): WorkerTask<MergeTask, RunPlace> {
  return (task) => {
    const { path } = task;
    if ("paths" in task) {
      writeMerged(
        path,
        task.paths.map((run) => ({ path: run })),
      );
      return { path };
    }
    const blocks = new LogBlocks(folder, places);
    try {
      writeMerged(
        path,
        Array.from({ length: task.to - task.from }, (_, i) => blocks.run(task.from + i)),
      );
    } finally {
      blocks.close();
    }
    return { path };
  };
}
