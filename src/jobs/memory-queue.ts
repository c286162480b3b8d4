/** The queue of one process: what `mulrel link` works with on folders. The folder on disk remembers what is done, not the queue. */
import { LinkingError } from "../errors.js";
import type { ShardManifest } from "./batch-folder.js";
import type { Shard } from "./shard.js";
import {
  type FailedShard,
  MOST_ATTEMPTS,
  type QueueCounts,
  type ShardQueue,
  type Submitted,
  type TakenShard,
  type WorkerReport,
} from "./shard-queue.js";

interface Entry {
  shard: Shard;
  attempt: number;
  /** Tries that failed. */
  failures: number;
}

export interface MemoryQueueOptions {
  /** `submit` waits while there are this many. */
  mostWaiting?: number;
  /** `take` answers undefined after this time. Milliseconds. */
  patience?: number;
}

export class MemoryQueue implements ShardQueue {
  readonly #mostWaiting: number;
  readonly #patience: number;
  readonly #seen = new Set<string>();
  #waiting: Entry[] = [];
  readonly #running = new Map<TakenShard, Entry>();
  readonly #failed = new Map<string, FailedShard>();
  readonly #reports = new Map<string, WorkerReport>();
  #done = 0;
  #isClosed = false;
  #wakers: (() => void)[] = [];

  constructor({ mostWaiting = 64, patience = 1000 }: MemoryQueueOptions = {}) {
    this.#mostWaiting = mostWaiting;
    this.#patience = patience;
  }

  async submit(shards: AsyncIterable<Shard>): Promise<Submitted> {
    const submitted = { added: 0, known: 0 };
    for await (const shard of shards) {
      if (this.#seen.has(shard.id)) {
        submitted.known++;
        continue;
      }
      while (this.#waiting.length >= this.#mostWaiting && !this.#isClosed) await this.#change();
      if (this.#isClosed)
        throw new LinkingError("cancelled", "The queue was closed while shards were submitted.");
      this.#seen.add(shard.id);
      this.#waiting.push({ shard, attempt: 0, failures: 0 });
      submitted.added++;
      this.#wake();
    }
    return submitted;
  }

  async take(signal?: AbortSignal): Promise<TakenShard | undefined> {
    if (this.#waiting.length === 0 && !signal?.aborted) await this.#change(this.#patience, signal);
    if (signal?.aborted) return undefined;
    const entry = this.#waiting.shift();
    if (!entry) return undefined;
    entry.attempt++;
    const taken: TakenShard = { shard: entry.shard, attempt: entry.attempt };
    this.#running.set(taken, entry);
    this.#wake();
    return taken;
  }

  async renew(): Promise<void> {
    // nobody else could take it: the process that works on it is the queue's own
  }

  async finish(taken: TakenShard, _manifest: ShardManifest): Promise<void> {
    if (this.#running.delete(taken)) this.#done++;
    this.#wake();
  }

  async fail(taken: TakenShard, reason: string, record?: number): Promise<void> {
    const entry = this.#running.get(taken);
    if (!entry) return;
    this.#running.delete(taken);
    entry.failures++;
    if (entry.failures < MOST_ATTEMPTS) this.#waiting.push(entry);
    else {
      const { shard, failures } = entry;
      this.#failed.set(shard.id, { shard, attempts: failures, reason, record });
    }
    this.#wake();
  }

  async giveBack(taken: TakenShard): Promise<void> {
    const entry = this.#running.get(taken);
    if (!entry) return;
    this.#running.delete(taken);
    this.#waiting.unshift(entry);
    this.#wake();
  }

  async counts(): Promise<QueueCounts> {
    return {
      done: this.#done,
      running: this.#running.size,
      waiting: this.#waiting.length,
      failed: this.#failed.size,
    };
  }

  async failures(most: number): Promise<FailedShard[]> {
    return [...this.#failed.values()].slice(0, most);
  }

  async retryFailed(): Promise<number> {
    const again = [...this.#failed.values()];
    this.#failed.clear();
    for (const { shard } of again) this.#waiting.push({ shard, attempt: 0, failures: 0 });
    this.#wake();
    return again.length;
  }

  async cancel(): Promise<number> {
    const cancelled = this.#waiting;
    this.#waiting = [];
    for (const { shard } of cancelled) this.#seen.delete(shard.id);
    this.#wake();
    return cancelled.length;
  }

  async report(worker: WorkerReport): Promise<void> {
    this.#reports.set(worker.name, worker);
  }

  async workers(): Promise<WorkerReport[]> {
    return [...this.#reports.values()];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
  }

  /** Until something changes, the time is over or the signal fires. */
  #change(patience?: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#wakers = this.#wakers.filter((other) => other !== wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = patience === undefined ? undefined : setTimeout(wake, patience);
      signal?.addEventListener("abort", wake);
      this.#wakers.push(wake);
    });
  }

  #wake(): void {
    for (const wake of [...this.#wakers]) wake();
  }
}
