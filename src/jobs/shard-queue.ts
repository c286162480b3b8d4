/** What stands between who has shards and who links them: a queue that loses none and gives none to two at a time. */
import type { ShardManifest } from "./batch-folder.js";
import type { Shard } from "./shard.js";

/** A shard that somebody has taken and is now alone to work on. */
export interface TakenShard {
  readonly shard: Shard;
  /** How often it was begun, this time included. */
  readonly attempt: number;
}

export interface Submitted {
  /** Shards that were put into the queue. */
  added: number;
  /** Shards that the queue had already, or that were set aside before. */
  known: number;
}

export interface QueueCounts {
  done: number;
  running: number;
  /** Ready, or waiting for another try. */
  waiting: number;
  /** Set aside after the last try. */
  failed: number;
}

export interface FailedShard {
  shard: Shard;
  attempts: number;
  /** The sentence of the last error. */
  reason: string;
  /** Number of the record it died on, from 1; undefined when unknown. */
  record?: number;
}

/** What a worker says of itself now and then. */
export interface WorkerReport {
  name: string;
  threads: number;
  shards: number;
  documents: number;
  /** Over the last minute. */
  documentsPerSecond: number;
  shardsPerSecond: number;
}

/** How often a shard is tried before it is set aside. */
export const MOST_ATTEMPTS = 3;

export interface ShardQueue {
  /** Takes shards as fast as there is room for them. */
  submit(shards: AsyncIterable<Shard>): Promise<Submitted>;
  /** The next shard; undefined when none came for a while, or when the signal fired. */
  take(signal?: AbortSignal): Promise<TakenShard | undefined>;
  /** Says that it is still worked on, and how many records are through. */
  renew(taken: TakenShard, rows: number): Promise<void>;
  finish(taken: TakenShard, manifest: ShardManifest): Promise<void>;
  /** Tried again, or set aside after the last try. */
  fail(taken: TakenShard, reason: string, record?: number): Promise<void>;
  /** Not its fault: it is as if it had never been taken. */
  giveBack(taken: TakenShard): Promise<void>;
  counts(): Promise<QueueCounts>;
  failures(most: number): Promise<FailedShard[]>;
  /** Gives all shards that were set aside new tries. Their number. */
  retryFailed(): Promise<number>;
  /** Takes out what waits; what runs is finished. Their number. */
  cancel(): Promise<number>;
  report(worker: WorkerReport): Promise<void>;
  /** Those who reported lately. */
  workers(): Promise<WorkerReport[]>;
  close(): Promise<void>;
}
