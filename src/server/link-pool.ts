/** Workers behind a bounded queue: takes as much as it can hold, stops what takes too long, replaces what dies. */
import { Worker } from "node:worker_threads";
import { type ErrorCode, LinkingError } from "../errors.js";
import type { Job, JobResult } from "./jobs.js";
import type { WorkerAnswer, WorkerSettings } from "./worker-messages.js";

export interface PoolSettings extends WorkerSettings {
  workers: number;
  /** Requests that may wait for a worker; one more is refused as "busy". */
  queueLimit: number;
  /** Milliseconds from the moment a request is taken to its answer; then its worker is stopped. */
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
  resolve(result: JobResult): void;
  reject(error: LinkingError): void;
  timer?: NodeJS.Timeout;
  /** Takes the listener off the request's signal. */
  forget?(): void;
}

interface Seat {
  worker: Worker;
  ready: boolean;
  task?: Task;
}

/** A worker that could not load its model is tried again after this many milliseconds. */
const RETRY_DELAY = 1000;

export class LinkPool {
  readonly #settings: PoolSettings;
  readonly #seats = new Set<Seat>();
  readonly #waiting = new Set<Task>();
  readonly #idle: Seat[] = [];
  #closing = false;
  #onEmpty: (() => void) | undefined;
  /** Workers that ended without being asked to, since the start. */
  lost = 0;

  /** Settles when every worker has loaded its linker; rejects with a worker's own sentence when one cannot. */
  readonly ready: Promise<void>;

  /** Takes work at once; it waits until the first worker is ready. */
  constructor(settings: PoolSettings) {
    this.#settings = settings;
    const seats = Array.from({ length: settings.workers }, () => this.#seat());
    this.ready = Promise.all(seats).then(() => {});
    this.ready.catch(() => {}); // the owner may look at it later, or never
  }

  /** Until when a request that comes in now must be done. */
  deadline(): number {
    return performance.now() + this.#settings.timeLimit;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get busy(): number {
    let count = 0;
    for (const seat of this.#seats) if (seat.task) count++;
    return count;
  }

  get readyWorkers(): number {
    let count = 0;
    for (const seat of this.#seats) if (seat.ready) count++;
    return count;
  }

  get full(): boolean {
    return this.#waiting.size >= this.#settings.queueLimit;
  }

  /** Refuses when the queue is full. */
  run(job: Job, options: RunOptions = {}): Promise<JobResult> {
    if (this.#closing) return Promise.reject(new LinkingError("cancelled", "The server is shutting down."));
    if (this.full && !options.admitted) {
      const sentence = `${this.#waiting.size} requests are waiting already; try again in a moment.`;
      return Promise.reject(new LinkingError("busy", sentence));
    }
    return new Promise((resolve, reject) => {
      const task: Task = { job, resolve, reject };
      const { timeLimit } = this.#settings;
      const left = options.deadline === undefined ? timeLimit : options.deadline - performance.now();
      task.timer = setTimeout(() => this.#expire(task), left);
      if (options.signal) {
        const giveUp = () => this.#giveUp(task);
        options.signal.addEventListener("abort", giveUp, { once: true });
        task.forget = () => options.signal?.removeEventListener("abort", giveUp);
      }
      this.#waiting.add(task);
      this.#dispatch();
    });
  }

  /** Finishes what was taken, for at most `grace` milliseconds, then ends the workers. */
  async close(grace: number): Promise<void> {
    this.#closing = true;
    if (this.#waiting.size + this.busy > 0 && grace > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, grace);
        this.#onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const sentence = "The server shut down before it came to this request.";
    for (const task of this.#waiting) this.#fail(task, "cancelled", sentence);
    for (const { task } of this.#seats) if (task) this.#fail(task, "cancelled", sentence);
    await Promise.all([...this.#seats].map(({ worker }) => worker.terminate()));
  }

  /** Fills one seat; settles when its worker is ready or cannot be. */
  #seat(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { serviceModule, serviceOptions } = this.#settings;
      const worker = new Worker(workerFile(), { workerData: { serviceModule, serviceOptions } });
      const seat: Seat = { worker, ready: false };
      this.#seats.add(seat);
      worker.on("message", (answer: WorkerAnswer) => {
        if (answer.kind === "unable") {
          reject(new LinkingError(answer.code as ErrorCode, answer.message));
          void worker.terminate();
          return;
        }
        if (answer.kind === "ready") {
          seat.ready = true;
          resolve();
        } else this.#settle(seat, answer);
        this.#idle.push(seat);
        this.#dispatch();
      });
      worker.on("error", () => {}); // "exit" follows and tells all there is to do
      worker.on("exit", () => {
        reject(new LinkingError("worker-lost", "A worker ended while it was loading its model."));
        this.#vacate(seat);
      });
    });
  }

  #settle(seat: Seat, answer: WorkerAnswer & { kind: "result" | "failure" }): void {
    const { task } = seat;
    seat.task = undefined;
    if (!task) return;
    if (answer.kind === "failure") this.#fail(task, answer.code as ErrorCode, answer.message);
    else {
      this.#release(task);
      task.resolve(answer.result);
    }
  }

  /** A worker is gone: its request fails, the next worker takes its seat. */
  #vacate(seat: Seat): void {
    this.#seats.delete(seat);
    const at = this.#idle.indexOf(seat);
    if (at >= 0) this.#idle.splice(at, 1);
    const sentence = "The worker with this request ended before it was done; the request can be sent again.";
    if (seat.task) this.#fail(seat.task, "worker-lost", sentence);
    if (this.#closing) return;
    this.lost++;
    const refill = () => this.#seat().catch(() => {});
    if (seat.ready) void refill();
    else setTimeout(() => !this.#closing && refill(), RETRY_DELAY).unref();
  }

  #dispatch(): void {
    while (this.#idle.length > 0 && this.#waiting.size > 0) {
      const seat = this.#idle.pop()!;
      const [task] = this.#waiting;
      this.#waiting.delete(task);
      seat.task = task;
      seat.worker.postMessage(task.job);
    }
    if (this.#waiting.size === 0 && this.busy === 0) this.#onEmpty?.();
  }

  #expire(task: Task): void {
    const seconds = this.#settings.timeLimit / 1000;
    this.#stop(
      task,
      "timeout",
      `The request took longer than ${seconds} s and was stopped; send a shorter text.`,
    );
  }

  /** The client has gone: nobody waits for the answer. */
  #giveUp(task: Task): void {
    if (this.#waiting.has(task)) this.#fail(task, "cancelled", "The client closed the connection.");
  }

  /** Linking is one long calculation that cannot be interrupted from outside; ending its thread really stops it. */
  #stop(task: Task, code: ErrorCode, sentence: string): void {
    const seat = [...this.#seats].find((s) => s.task === task);
    this.#fail(task, code, sentence);
    if (!seat) return;
    seat.task = undefined;
    void seat.worker.terminate();
  }

  #release(task: Task): void {
    clearTimeout(task.timer);
    task.forget?.();
    this.#waiting.delete(task);
  }

  #fail(task: Task, code: ErrorCode, sentence: string): void {
    this.#release(task);
    task.reject(new LinkingError(code, sentence));
  }
}

/** Threads need JavaScript: from the sources (tests) it is the built file. */
function workerFile(): URL {
  const here = new URL("./link-worker.js", import.meta.url);
  return import.meta.url.endsWith(".ts") ? new URL(here.href.replace("/src/server/", "/dist/server/")) : here;
}
