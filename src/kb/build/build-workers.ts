/** Does the parts of a build's stages in threads, or in the calling thread where one is all there is; results come in the order of the parts. */
import { throwIfAborted } from "../../errors.js";
import { workerFile } from "../../workers/worker-file.js";
import { WorkerPool, type WorkerSetUp } from "../../workers/worker-pool.js";

export interface Job<Data, Task, Result> {
  /** The compiled file that threads load, beside this one; its default export is `setUp`. */
  file: string;
  setUp: WorkerSetUp<Data, Task, Result>;
  data: Data;
  /** Arrays of tasks and results of so many bytes or more are handed over, not copied. */
  moves?: number;
}

export async function* inWorkers<Data, Task, Result>(
  workers: number,
  job: Job<Data, Task, Result>,
  tasks: Iterable<Task> | AsyncIterable<Task>,
  signal?: AbortSignal,
): AsyncGenerator<Result> {
  const ahead = await lookAhead(tasks);
  if (workers === 1 || ahead.isSingle) {
    yield* inThisThread(job, ahead.tasks, signal);
    return;
  }
  const pool = poolFor(workers, job);
  try {
    yield* pool.map(ahead.tasks, { signal });
  } finally {
    await pool.close();
  }
}

/** The same task for as many threads as are asked for, all at the same time; the first that fails ends the others. */
export async function inEveryWorker<Data, Task, Result>(
  workers: number,
  job: Job<Data, Task, Result>,
  task: Task,
  signal?: AbortSignal,
): Promise<Result[]> {
  const pool = poolFor(workers, job);
  try {
    return await Promise.all(Array.from({ length: workers }, () => pool.run(task, signal)));
  } finally {
    await pool.close();
  }
}

function poolFor<Data, Task, Result>(workers: number, { file, data, moves }: Job<Data, Task, Result>) {
  return new WorkerPool<Task, Result, Data>({
    file: workerFile(file, import.meta.url),
    workers,
    data,
    moves,
  });
}

async function* inThisThread<Data, Task, Result>(
  { setUp, data }: Job<Data, Task, Result>,
  tasks: Iterable<Task> | AsyncIterable<Task>,
  signal?: AbortSignal,
): AsyncGenerator<Result> {
  const work = await setUp(data);
  for await (const task of tasks) {
    // whoever asked for the end is heard between two parts
    await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(signal);
    yield await work(task);
  }
}

/** Threads are not worth their start for a single task. */
async function lookAhead<Task>(
  source: Iterable<Task> | AsyncIterable<Task>,
): Promise<{ isSingle: boolean; tasks: AsyncGenerator<Task> }> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const first = await iterator.next();
  const second = first.done ? first : await iterator.next();
  async function* tasks(): AsyncGenerator<Task> {
    try {
      for (let next = first; !next.done; next = next === first ? second : await iterator.next()) {
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { isSingle: second.done === true, tasks: tasks() };
}
