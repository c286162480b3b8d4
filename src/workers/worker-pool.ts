/** A pool of worker threads for work that splits: tasks in, results out in the order of the tasks, whatever the number of threads. */
import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import type { Piscina } from "piscina";
import { isLinkingError, LinkingError, messageOf, throwIfAborted } from "../errors.js";
import { movedBuffers } from "./moved-buffers.js";
import { type Outcome, unwrapOutcome } from "./task-outcome.js";
import type { EntryData } from "./worker-entry.js";
import { workerFile } from "./worker-file.js";

/**
 * A worker file's default export: gets the pool's `data` when a thread has its first task (it loads the model, opens the
 * knowledge base) and returns the function that does a task. What either throws is thrown where the task was given.
 */
export type WorkerSetUp<Data, Task, Result> = (
  data: Data,
) => WorkerTask<Task, Result> | Promise<WorkerTask<Task, Result>>;

export type WorkerTask<Task, Result> = (task: Task) => Result | Promise<Result>;

export interface WorkerPoolOptions<Data> {
  /** The worker's compiled file, `workerFile("./x-worker.js", import.meta.url)`; its default export is a `WorkerSetUp`. */
  file: URL;
  /** Number of threads; one for each processor when left out. */
  workers?: number;
  /** What every thread gets once, when it sets itself up; what must be waited for first is waited for with the first task. */
  data?: Data | Promise<Data>;
  /** Megabytes for young objects of each of so many threads, at most; the engine's own bound when left out. Threads whose tasks leave little behind need few. */
  young?: (threads: number) => number;
  /** Arrays of tasks and results of so many bytes or more are handed over instead of copied: who gave them has them no more. None may share its memory with another array. */
  moves?: number;
  /** Tasks that `run` lets wait before it answers `busy`; no bound when left out (`map` bounds itself). */
  maxWaiting?: number;
}

export interface MapOptions<Task, Result> {
  /** Stops the work for real: running threads are ended and replaced. */
  signal?: AbortSignal;
  /** Takes the place of a failed task's result; without it the first failure ends the whole map. */
  onFailure?: (error: unknown, task: Task, index: number) => Result;
  /** Tasks that may be handed to a thread at once, of those that are there without waiting; 1 when left out. Small tasks are passed on cheaper so. */
  together?: number;
}

/** Threads of one pool up to which each may take the memory that is quickest; of more, each is kept small. */
const FEW = 4;
/** Megabytes of old objects at which each of many threads looks for the first time for what nobody needs; left to itself the engine lets several times as much come together. */
const FIRST_LOOK = 8;

export function areMany(threads: number): boolean {
  return threads > FEW;
}

export class WorkerPool<Task, Result, Data = undefined> {
  readonly workers: number;
  #options: WorkerPoolOptions<Data>;
  #threads: Promise<Piscina<readonly Task[], Outcome<Result>[]>> | undefined;

  constructor(options: WorkerPoolOptions<Data>) {
    this.workers = options.workers ?? availableParallelism();
    if (!(Number.isInteger(this.workers) && this.workers >= 1)) {
      throw new LinkingError(
        "usage",
        `The number of workers is ${options.workers}; give a whole number, 1 or more.`,
      );
    }
    this.#options = options;
  }

  /** Loads the thread library with the first task, so that who never needs a thread does not pay for it. */
  async #start(): Promise<Piscina<readonly Task[], Outcome<Result>[]>> {
    const { Piscina } = await import("piscina");
    const { file, data, maxWaiting, young, moves } = this.#options;
    const entry: EntryData = { file: file.href, data: await data, moves };
    // Each thread clears away its young objects by itself: helpers would take the time of the other threads, and wait for each other.
    setFlagsFromString("--no-parallel-scavenge");
    // read when a thread is started: those that run already are left as they are
    if (young && areMany(this.workers)) setFlagsFromString(`--initial-old-space-size=${FIRST_LOOK}`);
    const threads = new Piscina<readonly Task[], Outcome<Result>[]>({
      filename: workerFile("./worker-entry.js", import.meta.url).href,
      // Threads start with the first tasks and stay: what they have set up is expensive.
      minThreads: 0,
      maxThreads: this.workers,
      idleTimeout: Number.POSITIVE_INFINITY,
      maxQueue: maxWaiting ?? Number.POSITIVE_INFINITY,
      workerData: entry,
      ...(young && { resourceLimits: { maxYoungGenerationSizeMb: young(this.workers) } }),
      // nobody reads its histograms
      recordTiming: false,
      // Between tasks a worker's event loop goes on (timers, open files).
      atomics: "disabled",
    });
    // A thread that ends is told to its task, below; without a listener Node would end the process.
    threads.on("error", () => {});
    return threads;
  }

  /** Does one task. Throws what the worker threw, `worker-lost` when its thread ended, `cancelled` on the signal. */
  async run(task: Task, signal?: AbortSignal): Promise<Result> {
    const [outcome] = await this.#handOver([task], signal);
    return unwrapOutcome(outcome);
  }

  /** The outcomes of tasks that one thread does one after the other. */
  async #handOver(tasks: readonly Task[], signal?: AbortSignal): Promise<Outcome<Result>[]> {
    throwIfAborted(signal);
    this.#threads ??= this.#start();
    const threads = await this.#threads;
    try {
      const { moves } = this.#options;
      const transferList = moves === undefined ? undefined : movedBuffers(tasks, moves);
      return await threads.run(tasks, { signal, transferList });
    } catch (error) {
      throwIfAborted(signal);
      const message = messageOf(error);
      if (/queue is at limit/i.test(message)) {
        throw new LinkingError("busy", "Too many tasks are waiting for a worker; try again later.", {
          cause: error,
        });
      }
      if (error instanceof Error && error.name === "DataCloneError") throw error;
      throw new LinkingError(
        "worker-lost",
        `A worker thread ended before its task was done (${message}). It has been replaced; the task may need more memory than there is.`,
        { cause: error },
      );
    }
  }

  /**
   * What came of tasks that are handed to one thread together, each a function that gives the result or throws. When the thread
   * ends, each task is tried by itself: only the one that ends it has no result.
   */
  async runTogether(tasks: readonly Task[], signal?: AbortSignal): Promise<(() => Result)[]> {
    try {
      const outcomes = await this.#handOver(tasks, signal);
      return outcomes.map((outcome) => () => unwrapOutcome(outcome));
    } catch (error) {
      const isLost = isLinkingError(error) && error.code === "worker-lost";
      if (!isLost || tasks.length === 1) return tasks.map(() => () => throwAgain(error));
      const batches = await Promise.all(tasks.map((task) => this.runTogether([task], signal)));
      return batches.flat();
    }
  }

  /**
   * Results of all tasks, in the order of the tasks. Takes a new task only when a thread can use it soon, so an endless source
   * is fine, and what is in flight stays bounded. Leaving the loop early stops the tasks under way.
   */
  async *map(
    tasks: Iterable<Task> | AsyncIterable<Task>,
    options: MapOptions<Task, Result> = {},
  ): AsyncGenerator<Result, void, undefined> {
    throwIfAborted(options.signal);
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([stop.signal, options.signal]) : stop.signal;
    // Every task in flight listens to it; Node would take more than ten for a leak.
    setMaxListeners(0, signal);
    const inFlight: Promise<(() => Result)[]>[] = [];
    let index = 0;
    const start = (tasks: Task[]) => {
      const first = index;
      index += tasks.length;
      const { onFailure } = options;
      const results = this.runTogether(tasks, signal).then((outcomes) =>
        outcomes.map((outcome, i) => () => {
          try {
            return outcome();
          } catch (error) {
            if (signal.aborted || !onFailure) throw error;
            return onFailure(error, tasks[i], first + i);
          }
        }),
      );
      inFlight.push(results);
    };
    const source = new Ahead(iteratorOf(tasks));
    try {
      for (;;) {
        // One batch running and one waiting for each thread: no thread idles while the caller uses a result.
        const isFull = inFlight.length >= 2 * this.workers;
        if (isFull || (inFlight.length > 0 && (await settlesFirst(inFlight[0], source.next())))) {
          for (const result of await inFlight.shift()!) yield result();
          continue;
        }
        // the first ones are small, so that few tasks are shared out, too
        const most = Math.min(options.together ?? 1, 1 + Math.floor(index / this.workers));
        const batch = await source.take(most);
        if (batch.length === 0) break;
        throwIfAborted(options.signal);
        start(batch);
      }
      while (inFlight.length > 0) for (const result of await inFlight.shift()!) yield result();
    } finally {
      if (inFlight.length > 0) stop.abort();
      await Promise.allSettled(inFlight);
      await source.close();
    }
  }

  /** Ends all threads at once; tasks under way fail. */
  async close(): Promise<void> {
    await (await this.#threads)?.destroy();
  }
}

function iteratorOf<Task>(tasks: Iterable<Task> | AsyncIterable<Task>): Iterator<Task> | AsyncIterator<Task> {
  return Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
}

/** A source of tasks that is asked one ahead. */
class Ahead<Task> {
  readonly #source: Iterator<Task> | AsyncIterator<Task>;
  #next: Promise<IteratorResult<Task>> | undefined;

  constructor(source: Iterator<Task> | AsyncIterator<Task>) {
    this.#source = source;
  }

  /** The next task, which stays the next until it is taken. */
  next(): Promise<IteratorResult<Task>> {
    this.#next ??= Promise.resolve(this.#source.next());
    return this.#next;
  }

  /** The next task and those that come behind it at once, so many at most; none at the end. */
  async take(most: number): Promise<Task[]> {
    const taken: Task[] = [];
    do {
      const { done, value } = await this.next();
      // what is over stays the next, for whoever asks again
      if (done) break;
      this.#next = undefined;
      taken.push(value);
    } while (taken.length < most && (await isThere(this.next())));
    return taken;
  }

  /** Not waited for while it may be waiting itself, for a pipe that says nothing. */
  async close(): Promise<void> {
    const closing = Promise.resolve(this.#source.return?.()).catch(() => {});
    if (!this.#next) await closing;
  }
}

/** Does it settle without anything to wait for? */
function isThere(next: Promise<unknown>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([next.then(() => true), later]);
}

function throwAgain(error: unknown): never {
  throw error;
}

/** Is a result there before the source has its next task? It is given at once then: a slow source holds nothing back. */
function settlesFirst(result: Promise<unknown>, next: Promise<unknown>): Promise<boolean> {
  const yes = () => true;
  const no = () => false;
  return Promise.race([next.then(no, no), result.then(yes, yes)]);
}
