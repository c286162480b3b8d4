/** Does the parts of a build's stages in threads, or in the calling thread where one is all there is; results come in the order of the parts. */
import { throwIfAborted } from "../../errors.js";
import { workerFile } from "../../workers/worker-file.js";
import { WorkerPool, type WorkerSetUp } from "../../workers/worker-pool.js";

export interface Job<Data, Task, Result> {
  /** The compiled file that threads load, beside this one; its default export is `setUp`. */
  file: string;
  setUp: WorkerSetUp<Data, Task, Result>;
  data: Data;
}

export async function* inWorkers<Data, Task, Result>(
  workers: number,
  job: Job<Data, Task, Result>,
  tasks: Iterable<Task> | AsyncIterable<Task>,
  signal?: AbortSignal,
): AsyncGenerator<Result> {
  if (workers === 1) {
    yield* inThisThread(job, tasks, signal);
    return;
  }
  const pool = new WorkerPool<Task, Result, Data>({
    file: workerFile(job.file, import.meta.url),
    workers,
    data: job.data,
  });
  try {
    yield* pool.map(tasks, { signal });
  } finally {
    await pool.close();
  }
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
