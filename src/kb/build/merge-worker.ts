/** Merges the pairs of some of the log's blocks into one sorted run; in a thread. */
import type { WorkerTask } from "../../workers/worker-pool.js";
import type { BlockRange } from "./count-worker.js";
import { type BlockSource, LogBlocks } from "./log-blocks.js";
import { type RunPlace, writeMerged } from "./pair-runs.js";

export interface MergeTask extends BlockRange {
  /** Where the run goes. */
  path: string;
}

export default function setUp({ folder, places }: BlockSource): WorkerTask<MergeTask, RunPlace> {
  return ({ from, to, path }) => {
    const blocks = new LogBlocks(folder, places);
    try {
      writeMerged(
        path,
        Array.from({ length: to - from }, (_, i) => blocks.run(from + i)),
      );
    } finally {
      blocks.close();
    }
    return { path };
  };
}
