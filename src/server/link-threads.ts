/** One generation of worker threads that hold the same linkers: free or at work, replaced when lost, closed when their last task is done. */
import { LinkingError } from "../errors.js";
import { youngOf } from "../loading/link-all.js";
import { workerFile } from "../workers/worker-file.js";
import { WorkerPool } from "../workers/worker-pool.js";
import type { LinkerModules } from "./answer-worker.js";
import type { Job, JobResult } from "./jobs.js";
import { shareMemory } from "./linker-sources.js";

/** Bytes from which on an answer is handed over: what stays behind in a thread is cleared away at the price of all that the thread remembers. */
const MOVED = 1 << 12;

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
    const data = shareMemory(linkers, workers);
    this.#threads = new WorkerPool({ file, workers, young: youngOf, moves: MOVED, data });
    this.ready = Promise.all(Array.from({ length: workers }, () => this.#warmUp())).then(() => {});
    this.ready.catch(() => {});
  }

  /** Takes a free thread for all of the jobs; a lost one is replaced before it counts as free again. Each outcome gives its result or throws. */
  async run(jobs: readonly Job[], stop: AbortSignal): Promise<(() => JobResult)[]> {
    this.free--;
    this.#busy++;
    const outcomes = await this.#threads.runTogether(jobs, stop);
    this.#busy--;
    if (stop.aborted || outcomes.some((outcome) => isLoss(errorOf(outcome)))) void this.#replace();
    else this.free++;
    if (this.#busy === 0) this.#onIdle?.();
    return outcomes;
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

/** What the outcome throws; undefined for a result. */
export function errorOf(outcome: () => unknown): unknown {
  try {
    outcome();
    return undefined;
  } catch (error) {
    return error;
  }
}

export function isLoss(error: unknown): boolean {
  return error instanceof LinkingError && error.code === "worker-lost";
}

export function lossError(): LinkingError {
  const sentence = "The worker with this request ended before it was done; the request can be sent again.";
  return new LinkingError("worker-lost", sentence);
}
