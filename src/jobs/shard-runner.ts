/** Runs shards in threads and watches over them: a record that ends its thread twice, or keeps it too long, is left out the third time. */
import { isLinkingError } from "../errors.js";
import { youngOf } from "../loading/link-all.js";
import type { LinkerSource, SharingSource } from "../loading/linker-source.js";
import { withSharedMemory } from "../loading/shared-model.js";
import { workerFile } from "../workers/worker-file.js";
import { WorkerPool } from "../workers/worker-pool.js";
import type { ShardOutcome, ShardTask } from "./link-shard.js";
import type { Shard } from "./shard.js";
import type { ShardProgress } from "./shard-progress.js";

export interface ShardRunnerOptions {
  linker: LinkerSource;
  threads: number;
  /** A record that takes longer costs its thread. Milliseconds. */
  recordTime?: number;
  /** The compiled file that threads run; tests give their own. */
  file?: URL;
}

const RECORD_TIME = 300_000;
/** Threads that end twice on this many records of one shard end for another reason. */
const MOST_DEADLY = 10;

export class ShardRunner {
  readonly #pool: WorkerPool<ShardTask, ShardOutcome, SharingSource>;
  readonly #recordTime: number;

  constructor({ linker, threads, recordTime = RECORD_TIME, file }: ShardRunnerOptions) {
    this.#recordTime = recordTime;
    this.#pool = new WorkerPool({
      file: file ?? workerFile("./shard-worker.js", import.meta.url),
      workers: threads,
      young: youngOf,
      data: withSharedMemory(linker, threads),
    });
  }

  /** `progress` is told how far it is and takes the wish to stop. */
  async run(shard: Shard, progress: ShardProgress): Promise<ShardOutcome> {
    const deaths = new Map<number, number>();
    for (;;) {
      const skip = [...deaths].filter(([, times]) => times > 1).map(([record]) => record);
      progress.reset();
      try {
        return await this.#runOnce({ shard, progress: progress.buffer, skip }, progress);
      } catch (error) {
        const isLost = isLinkingError(error) && (error.code === "worker-lost" || error.code === "cancelled");
        if (!isLost || !progress.isBegun || skip.length >= MOST_DEADLY) throw error;
        deaths.set(progress.rows, (deaths.get(progress.rows) ?? 0) + 1);
      }
    }
  }

  async #runOnce(task: ShardTask, progress: ShardProgress): Promise<ShardOutcome> {
    const stuck = new AbortController();
    let seen = -1;
    // twice the same number at two looks: at least `recordTime` for one record
    const timer = setInterval(() => {
      if (progress.isBegun && progress.rows === seen) stuck.abort();
      seen = progress.isBegun ? progress.rows : -1;
    }, this.#recordTime);
    try {
      return await this.#pool.run(task, stuck.signal);
    } finally {
      clearInterval(timer);
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
