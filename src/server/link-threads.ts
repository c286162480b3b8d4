/** One generation of worker threads that hold the same linkers: free or at work, replaced when lost, closed when their last task is done. */
import { LinkingError } from "../errors.js";
import { workerFile } from "../workers/worker-file.js";
import { WorkerPool } from "../workers/worker-pool.js";
import type { LinkerModules } from "./answer-worker.js";
import type { Job, JobResult } from "./jobs.js";
import { shareMemory } from "./linker-sources.js";

export class LinkThreads {
  /** Settles when every thread has loaded its linkers; rejects with a thread's own sentence when one cannot. */
  readonly ready: Promise<void>;
  readonly #threads: WorkerPool<Job, JobResult, LinkerModules>;
  readonly #onFree: () => void;
  /** Threads that can take a task now. */
  free = 0;
  #busy = 0;
  #onIdle: (() => void) | undefined;

  constructor(linkers: LinkerModules, workers: number, onFree: () => void) {
    this.#onFree = onFree;
    const file = workerFile("./answer-worker.js", import.meta.url);
    this.#threads = new WorkerPool({ file, workers, data: shareMemory(linkers) });
    this.ready = Promise.all(Array.from({ length: workers }, () => this.#warmUp())).then(() => {});
    this.ready.catch(() => {});
  }

  /** Takes a free thread; a lost one is replaced before it counts as free again. */
  async run(job: Job, stop: AbortSignal): Promise<JobResult> {
    this.free--;
    this.#busy++;
    let isLost = false;
    try {
      return await this.#threads.run(job, stop);
    } catch (error) {
      isLost = stop.aborted || isLoss(error);
      throw error;
    } finally {
      this.#busy--;
      if (isLost) void this.#replace();
      else this.free++;
      if (this.#busy === 0) this.#onIdle?.();
    }
  }

  async closeWhenIdle(): Promise<void> {
    if (this.#busy > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await this.close();
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  async #replace(): Promise<void> {
    try {
      await this.#warmUp();
    } catch {
      this.free++; // its failure is told to the next request
      this.#onFree();
    }
  }

  async #warmUp(): Promise<void> {
    await this.#threads.run({ kind: "warm-up" });
    this.free++;
    this.#onFree();
  }
}

export function isLoss(error: unknown): boolean {
  return error instanceof LinkingError && error.code === "worker-lost";
}

export function lossError(): LinkingError {
  const sentence = "The worker with this request ended before it was done; the request can be sent again.";
  return new LinkingError("worker-lost", sentence);
}
