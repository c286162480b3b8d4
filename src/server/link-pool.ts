/** Worker threads behind a bounded queue: takes as much as it can hold, shares the threads out, stops what takes too long, replaces what dies. */
import { type ErrorCode, LinkingError } from "../errors.js";
import type { LinkerModules } from "./answer-worker.js";
import { FairQueue, type Waiting } from "./fair-queue.js";
import { jobCost, LONG_JOB, queueShare } from "./job-cost.js";
import type { Job, JobResult } from "./jobs.js";
import { errorOf, isLoss, LinkThreads, lossError } from "./link-threads.js";

export interface PoolSettings {
  workers: number;
  /** Requests that may wait for a worker; one more is refused as "busy". */
  queueLimit: number;
  /** Requests of one client that may wait. */
  clientLimit: number;
  /** Milliseconds from the moment a request is taken to its answer; then its thread is ended. */
  timeLimit: number;
}

/** Has a function called when nobody waits for the answer any more; what it returns takes that back. */
export type WhenGone = (giveUp: () => void) => () => void;

export interface RunOptions {
  whenGone?: WhenGone;
  /** When the request must be done, by `performance.now()`; otherwise the time limit from now. */
  deadline?: number;
  /** Part of a request that was let in already: it finds a place even in a full queue. */
  admitted?: boolean;
  /** Who asks, and by which connection; work is shared out between them. */
  client?: string;
  connection?: string;
}

interface Task extends Waiting {
  job: Job;
  timer: NodeJS.Timeout;
  /** Those it was handed to a thread with. */
  batch?: Batch;
  settled: boolean;
  resolve(result: JobResult): void;
  reject(error: unknown): void;
  /** Nobody need say any more that the client has gone. */
  forget?(): void;
}

/** Tasks that a thread does one after the other. */
interface Batch {
  tasks: Task[];
  /** Ends the thread that works on them. */
  stop: AbortController;
}

/** Small tasks are handed over together up to this cost, that of four texts of 1,800 characters, which nobody feels. Threads that change places less often find more of what they need in the processor's memory. */
const TOGETHER = 40_000;

/** Weight of the newest task in the moving averages of times and costs. */
const NEWEST_SHARE = 0.1;
/** Milliseconds after a short task during which one thread is kept from long ones. */
const KEPT_FREE = 2000;

export class LinkPool {
  /** Settles when every worker has loaded its linker; rejects with a worker's own sentence when one cannot. */
  readonly ready: Promise<void>;
  readonly #linkers: LinkerModules;
  readonly #settings: PoolSettings;
  readonly #waiting = new FairQueue<Task>();
  readonly #running = new Set<Batch>();
  /** Of batches that are done, for the next ones: making one for each takes longer than the queue does. */
  readonly #stops: AbortController[] = [];
  #threads: LinkThreads;
  /** Milliseconds tasks have taken lately, and what they were thought to cost: moving averages. */
  #taskTime = 0;
  #taskCost = 1;
  #lastShort = Number.NEGATIVE_INFINITY;
  #isReady = false;
  #closing = false;
  #onEmpty: (() => void) | undefined;
  /** Threads that ended and were replaced, by the time limit or by themselves. */
  lost = 0;
  /** How often the linkers were loaded anew. */
  reloads = 0;

  /** Takes work at once; it waits until the first worker is ready. */
  constructor(linkers: LinkerModules, settings: PoolSettings) {
    this.#linkers = linkers;
    this.#settings = settings;
    this.#threads = this.#startThreads();
    this.ready = this.#threads.ready.then(() => {
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
    return [...this.#running].reduce((sum, { tasks }) => sum + tasks.length, 0);
  }

  /** No more places, or those who wait would use up half the time limit before a worker comes to them. */
  get full(): boolean {
    const { queueLimit, workers, timeLimit } = this.#settings;
    const waiting = this.#waiting.size;
    if (waiting >= queueLimit) return true;
    const wait = ((this.#waiting.cost + this.#taskCost) * this.#taskTime) / this.#taskCost / workers;
    return waiting >= workers && wait > timeLimit / 2;
  }

  /** No place for one more of this client: it has all of its own, or the queue is full and nobody has more than it. */
  isFullFor(client: string): boolean {
    if (this.#waiting.waitingOf(client) >= this.#settings.clientLimit) return true;
    return this.full && this.#waiting.newestOfGreedier(client) === undefined;
  }

  /** Until when a request that comes in now must be done. */
  deadline(): number {
    return performance.now() + this.#settings.timeLimit;
  }

  /** Refuses when there is no place for the client; into a full queue it comes in the place of who has most waiting. */
  run(job: Job, options: RunOptions = {}): Promise<JobResult> {
    const { client = "", connection = client, admitted = false } = options;
    if (this.#closing && !admitted) {
      return Promise.reject(new LinkingError("cancelled", "The server is shutting down."));
    }
    if (!admitted && this.isFullFor(client))
      return Promise.reject(new LinkingError("busy", this.#busySentence()));
    if (!admitted && this.full)
      this.#fail(this.#waiting.newestOfGreedier(client)!, "busy", this.#busySentence());
    return new Promise((resolve, reject) => {
      const left = (options.deadline ?? this.deadline()) - performance.now();
      const timer = setTimeout(() => this.#expire(task), left);
      const cost = jobCost(job);
      const share = queueShare(cost);
      const task: Task = { job, client, connection, cost, share, timer, settled: false, resolve, reject };
      task.forget = options.whenGone?.(() => this.#giveUp(task));
      if (cost <= LONG_JOB) this.#lastShort = performance.now();
      this.#waiting.push(task);
      this.#dispatch();
    });
  }

  /** Loads the linkers anew in fresh threads; who is linked meanwhile is linked by the old ones, and so it stays when the new cannot load. */
  async reload(): Promise<void> {
    const fresh = this.#startThreads();
    try {
      await fresh.ready;
    } catch (error) {
      await fresh.close();
      throw error;
    }
    const old = this.#threads;
    this.#threads = fresh;
    this.reloads++;
    this.#dispatch();
    await old.closeWhenIdle();
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
    const running = [...this.#running].flatMap(({ tasks }) => tasks);
    for (const task of [...this.#waiting, ...running]) this.#fail(task, "cancelled", sentence);
    await this.#threads.close();
  }

  #startThreads(): LinkThreads {
    return new LinkThreads(this.#linkers, this.#settings.workers, () => this.#dispatch());
  }

  /** One of several threads is kept for short tasks while there are such: a long one cannot be interrupted. */
  #isLongAllowed(): boolean {
    const { workers } = this.#settings;
    if (workers === 1 || performance.now() - this.#lastShort > KEPT_FREE) return true;
    let long = 0;
    for (const { tasks } of this.#running) if (tasks[0].cost > LONG_JOB) long++;
    return long < workers - 1;
  }

  #dispatch(): void {
    while (this.#threads.free > 0) {
      const isLongAllowed = this.#isLongAllowed();
      const task = this.#waiting.take(({ cost }) => isLongAllowed || cost <= LONG_JOB);
      if (!task) break;
      const stop = this.#stops.pop() ?? new AbortController();
      const batch: Batch = { tasks: this.#withOthers(task), stop };
      for (const each of batch.tasks) each.batch = batch;
      this.#running.add(batch);
      void this.#perform(batch);
    }
    if (this.#waiting.size + this.#running.size === 0) this.#onEmpty?.();
  }

  /** The task, and the next small ones as far as they are cheap together and the other free threads have theirs. */
  #withOthers(task: Task): Task[] {
    const tasks = [task];
    const share = Math.ceil((1 + this.#waiting.size) / this.#threads.free);
    let { cost } = task;
    while (tasks.length < share && cost < TOGETHER) {
      const room = TOGETHER - cost;
      const next = this.#waiting.take((other) => other.cost <= room);
      if (!next) break;
      cost += next.cost;
      tasks.push(next);
    }
    return tasks;
  }

  async #perform(batch: Batch): Promise<void> {
    const { tasks, stop } = batch;
    const begin = performance.now();
    const outcomes = await this.#threads.run(
      tasks.map(({ job }) => job),
      stop.signal,
    );
    const time = performance.now() - begin;
    const cost = tasks.reduce((sum, task) => sum + task.cost, 0);
    this.#running.delete(batch);
    if (stop.signal.aborted || outcomes.some((outcome) => isLoss(errorOf(outcome)))) this.lost++;
    if (!stop.signal.aborted) this.#stops.push(stop);
    outcomes.forEach((outcome, i) => {
      this.#answer(tasks[i], outcome, (time * tasks[i].cost) / cost);
    });
    this.#dispatch();
  }

  /** `time`: milliseconds that the task took, as far as they can be told from those of its batch. */
  #answer(task: Task, outcome: () => JobResult, time: number): void {
    try {
      const result = outcome();
      this.#learn(task, time);
      if (this.#settle(task)) task.resolve(result);
    } catch (error) {
      if (this.#settle(task)) task.reject(isLoss(error) ? lossError() : error);
    }
  }

  /** What tasks take, and what this one took beyond what was thought. */
  #learn(task: Task, time: number): void {
    this.#taskTime += NEWEST_SHARE * (time - this.#taskTime);
    this.#taskCost += NEWEST_SHARE * (task.cost - this.#taskCost);
    const actual = (Math.max(0, time) * this.#taskCost) / Math.max(this.#taskTime, 1e-3);
    this.#waiting.charge(task, queueShare(actual) - queueShare(task.cost));
  }

  #busySentence(): string {
    return `${this.#waiting.size} requests are waiting already; try again in a moment.`;
  }

  /** Linking is one long calculation that cannot be interrupted from outside; ending its thread really stops it. */
  #expire(task: Task): void {
    const seconds = this.#settings.timeLimit / 1000;
    this.#fail(
      task,
      "timeout",
      `The request took longer than ${seconds} s and was stopped; send a shorter text.`,
    );
    // a thread on which others still wait may yet be done with them
    const { batch } = task;
    if (batch && this.#running.has(batch) && batch.tasks.every(({ settled }) => settled)) batch.stop.abort();
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
