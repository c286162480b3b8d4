/** From the log's texts to the entity texts: words of pages and around links, grouped by row in bounded memory, on all threads. */
import type { EncodedTexts } from "../entity-texts.js";
import setUpBuckets from "./bucket-worker.js";
import { inWorkers } from "./build-workers.js";
import setUpContexts from "./context-worker.js";
import type { CertainNames } from "./found-names.js";
import type { LogBlocks } from "./log-blocks.js";
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

export interface CollectOptions {
  folder: string;
  blocks: LogBlocks;
  wordOf: Int32Array;
  /** Title number → row, −1 for none. */
  rowOf: Int32Array;
  /** Of every row, about how much will be said of it: the links that lead to it. */
  weights: Float64Array;
  /** Bytes. */
  memory: number;
  names: CertainNames;
  workers: number;
  signal?: AbortSignal;
  /** Told how much of all has been done, from 0 to 1. */
  onPart?: (done: number) => void;
}

/** Every row's text, in row order. */
export async function* collectTexts(options: CollectOptions): AsyncGenerator<EncodedTexts> {
  const { blocks, wordOf, rowOf, names, workers, signal, memory, onPart } = options;
  removeBuckets(options.folder);
  const plan = planBuckets(options);
  const usual = Math.max(TASK, textBytes(blocks) / TASKS);
  const task = Math.min(LARGEST_TASK, usual, (memory * WAITING_SHARE) / workers / GROWTH);
  const contexts = {
    file: "./context-worker.js",
    setUp: setUpContexts,
    data: { source: blocks.source, plan, wordOf, rowOf, names },
  };
  const writers = new Set<number>();
  let done = 0;
  const ranges = [...blockRanges(blocks, task)];
  for await (const writer of inWorkers(workers, contexts, ranges, signal)) {
    writers.add(writer);
    onPart?.((0.5 * ++done) / ranges.length);
  }
  const buckets = {
    file: "./bucket-worker.js",
    setUp: setUpBuckets,
    data: { plan, writers: [...writers] },
  };
  done = 0;
  const all = plan.starts.length - 1;
  for await (const records of inWorkers(workers, buckets, Array(all).keys(), signal)) {
    yield* records;
    onPart?.(0.5 + (0.5 * ++done) / all);
  }
}

function planBuckets({ folder, weights, blocks, memory, workers }: CollectOptions): BucketPlan {
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
