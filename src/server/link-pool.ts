/** Worker threads behind a bounded queue: takes as much as it can hold, stops what takes too long, replaces what dies. */
import { type ErrorCode, LinkingError } from "../errors.js";
import { workerFile } from "../workers/worker-file.js";
import { WorkerPool } from "../workers/worker-pool.js";
import type { ServiceModule } from "./answer-worker.js";
import type { Job, JobResult } from "./jobs.js";

export interface PoolSettings {
  workers: number;
  /** Requests that may wait for a worker; one more is refused as "busy". */
  queueLimit: number;
  /** Milliseconds from the moment a request is taken to its answer; then its thread is ended. */
  timeLimit: number;
}

export interface RunOptions {
  /** Fires when nobody waits for the answer any more. */
  signal?: AbortSignal;
  /** When the request must be done, by `performance.now()`; otherwise the time limit from now. */
  deadline?: number;
  /** Part of a request that was let in already: it finds a place even in a full queue. */
  admitted?: boolean;
}

interface Task {
  job: Job;
  timer: NodeJS.Timeout;
  /** Ends the thread that works on it. */
  stop: AbortController;
  settled: boolean;
  resolve(result: JobResult): void;
  reject(error: unknown): void;
  /** Takes the listener off the request's signal. */
  forget?(): void;
}

/** Something small that makes a fresh thread load its model and whatever that makes on first use. */
const WARM_UP: Job = { kind: "link", request: { text: "From London to Paris." } };

/** Weight of the newest task in the moving average of task times. */
const NEWEST_SHARE = 0.1;

export class LinkPool {
  /** Settles when every worker has loaded its linker; rejects with a worker's own sentence when one cannot. */
  readonly ready: Promise<void>;
  readonly #settings: PoolSettings;
  readonly #threads: WorkerPool<Job, JobResult, ServiceModule>;
  readonly #waiting = new Set<Task>();
  readonly #running = new Set<Task>();
  /** Threads that can take a task now. */
  #free = 0;
  /** Milliseconds a task has taken lately, a moving average. */
  #taskTime = 0;
  #isReady = false;
  #closing = false;
  #onEmpty: (() => void) | undefined;
  /** Threads that ended and were replaced, by the time limit or by themselves. */
  lost = 0;

  /** Takes work at once; it waits until the first worker is ready. */
  constructor(source: ServiceModule, settings: PoolSettings) {
    this.#settings = settings;
    const file = workerFile("./answer-worker.js", import.meta.url);
    this.#threads = new WorkerPool({ file, workers: settings.workers, data: source });
    this.ready = Promise.all(Array.from({ length: settings.workers }, () => this.#warmUp())).then(() => {
      this.#isReady = true;
    });
    this.ready.catch(() => {}); // the owner may look at it later, or never
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get busy(): number {
    return this.#running.size;
  }

  /** No more places, or those who wait would use up half the time limit before a worker comes to them. */
  get full(): boolean {
    const { queueLimit, workers, timeLimit } = this.#settings;
    const waiting = this.#waiting.size;
    if (waiting >= queueLimit) return true;
    return waiting >= workers && ((waiting + 1) * this.#taskTime) / workers > timeLimit / 2;
  }

  /** Until when a request that comes in now must be done. */
  deadline(): number {
    return performance.now() + this.#settings.timeLimit;
  }

  /** Refuses when the queue is full. */
  run(job: Job, options: RunOptions = {}): Promise<JobResult> {
    if (this.#closing) return Promise.reject(new LinkingError("cancelled", "The server is shutting down."));
    if (this.full && !options.admitted) {
      const sentence = `${this.#waiting.size} requests are waiting already; try again in a moment.`;
      return Promise.reject(new LinkingError("busy", sentence));
    }
    return new Promise((resolve, reject) => {
      const left = (options.deadline ?? this.deadline()) - performance.now();
      const timer = setTimeout(() => this.#expire(task), left);
      const task: Task = { job, timer, stop: new AbortController(), settled: false, resolve, reject };
      if (options.signal) {
        const giveUp = () => this.#giveUp(task);
        options.signal.addEventListener("abort", giveUp, { once: true });
        task.forget = () => options.signal?.removeEventListener("abort", giveUp);
      }
      this.#waiting.add(task);
      this.#dispatch();
    });
  }

  /** Finishes what was taken, for at most `grace` milliseconds, then ends the threads. */
  async close(grace: number): Promise<void> {
    this.#closing = true;
    if (this.#waiting.size + this.#running.size > 0 && grace > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, grace);
        this.#onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const sentence = "The server shut down before it was done with this request.";
    for (const task of [...this.#waiting, ...this.#running]) this.#fail(task, "cancelled", sentence);
    await this.#threads.close();
  }

  async #warmUp(): Promise<void> {
    await this.#threads.run(WARM_UP);
    this.#free++;
    this.#dispatch();
  }

  #dispatch(): void {
    while (this.#free > 0 && this.#waiting.size > 0) {
      const [task] = this.#waiting;
      this.#waiting.delete(task);
      this.#running.add(task);
      this.#free--;
      void this.#perform(task);
    }
    if (this.#waiting.size + this.#running.size === 0) this.#onEmpty?.();
  }

  async #perform(task: Task): Promise<void> {
    let isThreadLost = false;
    const begin = performance.now();
    try {
      const result = await this.#threads.run(task.job, task.stop.signal);
      this.#taskTime += NEWEST_SHARE * (performance.now() - begin - this.#taskTime);
      if (this.#settle(task)) task.resolve(result);
    } catch (error) {
      isThreadLost = task.stop.signal.aborted || isLoss(error);
      if (this.#settle(task)) task.reject(isLoss(error) ? lossError() : error);
    }
    this.#running.delete(task);
    if (isThreadLost) {
      this.lost++;
      await this.#warmUp().catch(() => this.#free++); // its failure is told to the next request
    } else this.#free++;
    this.#dispatch();
  }

  /** Linking is one long calculation that cannot be interrupted from outside; ending its thread really stops it. */
  #expire(task: Task): void {
    const seconds = this.#settings.timeLimit / 1000;
    this.#fail(
      task,
      "timeout",
      `The request took longer than ${seconds} s and was stopped; send a shorter text.`,
    );
    if (this.#running.has(task)) task.stop.abort();
  }

  /** The client has gone: what has not begun is dropped, what has is finished, because a new thread costs more. */
  #giveUp(task: Task): void {
    if (this.#waiting.has(task)) this.#fail(task, "cancelled", "The client closed the connection.");
  }

  #fail(task: Task, code: ErrorCode, sentence: string): void {
    if (this.#settle(task)) task.reject(new LinkingError(code, sentence));
  }

  /** False when the task has its answer already. */
  #settle(task: Task): boolean {
    if (task.settled) return false;
    task.settled = true;
    clearTimeout(task.timer);
    task.forget?.();
    this.#waiting.delete(task);
    return true;
  }
}

function isLoss(error: unknown): boolean {
  return error instanceof LinkingError && error.code === "worker-lost";
}

function lossError(): LinkingError {
  const sentence = "The worker with this request ended before it was done; the request can be sent again.";
  return new LinkingError("worker-lost", sentence);
}
