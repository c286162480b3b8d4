/** From the log's texts to the entity texts: words of pages and around links, grouped by row in bounded memory, on all threads. */
import { setTimeout as pause } from "node:timers/promises";
import { shared } from "../../workers/shared-memory.js";
import { createQueue, finishedOf, type SharedQueue } from "../../workers/shared-queue.js";
import type { EncodedTexts } from "../entity-texts.js";
import setUpBuckets from "./bucket-worker.js";
import { inEveryWorker, inWorkers, type Job } from "./build-workers.js";
import setUpContexts, { type ContextWorkerData, type QueueShare } from "./context-worker.js";
import type { BlockRange } from "./count-worker.js";
import type { CertainNames } from "./found-names.js";
import type { LogBlocks } from "./log-blocks.js";
import type { NameSource } from "./mix-names.js";
import type { NamePart } from "./name-file.js";
import { blockRanges, TASK } from "./surface-statistics.js";
import { type BucketPlan, cutRows, removeBuckets } from "./text-buckets.js";

/** Of the memory there is, what all buckets in work may take on disk; sorted in memory they take two to three times as much. */
const BUCKET_SHARE = 1 / 8;
const LARGEST_BUCKET = 128 << 20;
/** Smaller ones, where the number of buckets allows it, are shared out better. */
const USUAL_BUCKET = 8 << 20;
const SMALLEST_BUCKET = 1 << 14;
const MOST_BUCKETS = 512;
/** Of the memory, what all tasks in work may hold until they write it. */
const WAITING_SHARE = 1 / 8;
const LARGEST_TASK = 32 << 20;
/** So many tasks, where they are worth it, are shared out well. */
const TASKS = 32;
/** A block of texts becomes about so many times as many bytes in buckets. */
const GROWTH = 2;

/** Between two looks at whether threads have begun, and between two reports; milliseconds. */
const STARTING = 5;
const BETWEEN_REPORTS = 200;

export interface CollectOptions {
  folder: string;
  blocks: LogBlocks;
  wordOf: Int32Array;
  /** Title number → row, −1 for none. */
  rowOf: Int32Array;
  /** What names mean is worked out of this. */
  mixing: { source: NameSource; parts: NamePart[] };
  /** Bytes. */
  memory: number;
  names: CertainNames;
  workers: number;
  signal?: AbortSignal;
  /** Told how much of all has been done, from 0 to 1. */
  onPart?: (done: number) => void;
}

/** Found in texts by threads, which may begin with it while the first one writes the store. */
export class TextCollection {
  readonly #options: Omit<CollectOptions, "mixing">;
  /** Only until threads have it: it is larger than all that texts need. */
  #mixing: CollectOptions["mixing"] | undefined;
  readonly #plan: BucketPlan;
  readonly #ranges: BlockRange[];
  readonly #queue: SharedQueue;
  readonly #stop = new AbortController();
  /** Numbers of the writers of the buckets, once these are full. */
  #filling: Promise<number[]> | undefined;

  constructor({ mixing, ...options }: CollectOptions) {
    const { blocks, memory, workers } = options;
    this.#options = options;
    this.#mixing = mixing;
    this.#plan = planBuckets(options, mixing.source.popularity);
    const usual = Math.max(TASK, textBytes(blocks) / TASKS);
    const task = Math.min(LARGEST_TASK, usual, (memory * WAITING_SHARE) / workers / GROWTH);
    this.#ranges = [...blockRanges(blocks, task)];
    this.#queue = createQueue(this.#ranges.length);
  }

  /**
   * With several threads: they are at work when this returns, and go on whatever this thread does then. With one it does nothing, and what
   * names mean must be known before texts are asked for, which it is when they have been written.
   */
  async begin(): Promise<void> {
    const { workers, folder, signal } = this.#options;
    const threads = Math.min(workers, this.#ranges.length);
    const names = this.#mixing;
    this.#mixing = undefined;
    if (threads < 2 || !names) return;
    removeBuckets(folder);
    const mixing = { ...names, queue: createQueue(names.parts.length) };
    const begun = shared(Int32Array, 1);
    const stopped = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
    this.#filling = inEveryWorker(threads, this.#job({ mixing, begun }), "all", stopped);
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    // what went wrong is told to who asks for texts
    this.#filling.then(end, end);
    while (Atomics.load(begun, 0) < threads && !isOver) await pause(STARTING);
  }

  /** Ends what was begun; for who will not ask for texts. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#filling?.catch(() => {});
  }

  /** Every row's text, in row order. */
  async *records(): AsyncGenerator<EncodedTexts> {
    const { workers, signal, onPart, blocks } = this.#options;
    const writers = await (this.#filling ? this.#filled(this.#filling) : this.#fill());
    const buckets = {
      file: "./bucket-worker.js",
      setUp: setUpBuckets,
      data: { plan: this.#plan, writers },
    };
    let done = 0;
    const all = this.#plan.starts.length - 1;
    for await (const records of inWorkers(workers, buckets, Array(all).keys(), signal)) {
      yield* records;
      onPart?.(0.5 + (0.5 * ++done) / all);
    }
    blocks.close();
  }

  /** Waits for what was begun. */
  async #filled(filling: Promise<number[]>): Promise<number[]> {
    for (;;) {
      const writers = await Promise.race([filling, pause(BETWEEN_REPORTS)]);
      this.#report();
      if (writers) return writers;
    }
  }

  /** Part by part in this thread. */
  async #fill(): Promise<number[]> {
    removeBuckets(this.#options.folder);
    const writers = new Set<number>();
    const tasks = this.#ranges.map((): QueueShare => "one");
    for await (const writer of inWorkers(1, this.#job({}), tasks, this.#options.signal)) {
      writers.add(writer);
      this.#report();
    }
    return [...writers];
  }

  #report(): void {
    this.#options.onPart?.((0.5 * finishedOf(this.#queue)) / this.#ranges.length);
  }

  #job(shared: Pick<ContextWorkerData, "mixing" | "begun">): Job<ContextWorkerData, QueueShare, number> {
    const { blocks, wordOf, rowOf, names } = this.#options;
    const texts = { source: blocks.source, ranges: this.#ranges, queue: this.#queue };
    const data = { texts, plan: this.#plan, wordOf, rowOf, names, ...shared };
    return { file: "./context-worker.js", setUp: setUpContexts, data };
  }
}

/** Weights of rows: about as much is said of one as links lead to it. */
function planBuckets(
  { folder, blocks, memory, workers }: Omit<CollectOptions, "mixing">,
  weights: NameSource["popularity"],
): BucketPlan {
  const share = (memory * BUCKET_SHARE) / workers;
  const largest = Math.max(SMALLEST_BUCKET, Math.min(LARGEST_BUCKET, share));
  const wanted = Math.ceil((textBytes(blocks) * GROWTH) / Math.min(largest, USUAL_BUCKET));
  const buckets = Math.max(1, Math.min(MOST_BUCKETS, weights.length, wanted));
  return { folder, largest, ...cutRows(weights, buckets) };
}

function textBytes(blocks: LogBlocks): number {
  let bytes = 0;
  for (let block = 0; block < blocks.count; block++) bytes += blocks.textBytes(block);
  return bytes;
}
