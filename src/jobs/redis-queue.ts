/** The queue for many machines: BullMQ on Redis, which holds descriptions of shards and never a text. */
import { createHash, randomUUID } from "node:crypto";
import type { Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { messageOf } from "../errors.js";
import { readShardManifest, type ShardManifest } from "./batch-folder.js";
import { connectRedis, type RedisOptions } from "./redis-connection.js";
import type { Shard } from "./shard.js";
import {
  type FailedShard,
  MOST_ATTEMPTS,
  type QueueCounts,
  type ShardQueue,
  type Submitted,
  type TakenShard,
  type WorkerReport,
} from "./shard-queue.js";

export interface RedisQueueOptions extends RedisOptions {
  /** One queue for one linker; several may share a Redis. */
  name: string;
  /** Who has a shard and is silent for longer has lost it. Milliseconds. */
  lock?: number;
  /** Before a failed shard's second try; doubled before the third. Milliseconds. */
  retryDelay?: number;
  /** `submit` waits while there are this many. */
  mostWaiting?: number;
}

export const DEFAULT_LOCK = 60_000;
export const DEFAULT_MOST_WAITING = 100_000;
const DEFAULT_RETRY_DELAY = 5000;
const PREFIX = "mulrel";
const JOB = "shard";
/** A shard whose worker dies this often is not unlucky: it is the cause. */
const MOST_STALLS = 10;
/** `take` waits this long for a shard. Seconds. */
const PATIENCE = 2;
const CHUNK = 200;
const FULL_PAUSE = 1000;
/** Reports are forgotten after this time. Seconds. */
const REPORT_AGE = 30;

interface RedisTaken extends TakenShard {
  job: Job<Shard>;
  token: string;
}

/** Opens the queue; Redis has to be there. */
export async function openRedisQueue(options: RedisQueueOptions): Promise<ShardQueue> {
  const redis = await connectRedis(options);
  const bullmq = await import("bullmq");
  return new RedisQueue(redis, bullmq, options);
}

/** Equal shards for two folders are two jobs. */
function jobId({ id, out }: Shard): string {
  return `${id}.${createHash("sha256").update(out).digest("hex").slice(0, 8)}`;
}

class RedisQueue implements ShardQueue {
  readonly #redis: Redis;
  readonly #bullmq: typeof import("bullmq");
  readonly #options: RedisQueueOptions;
  readonly #lock: number;
  readonly #queue: Queue<Shard>;
  readonly #name = randomUUID();
  #worker: Worker<Shard> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #taken = 0;

  constructor(redis: Redis, bullmq: typeof import("bullmq"), options: RedisQueueOptions) {
    this.#redis = redis;
    this.#bullmq = bullmq;
    this.#options = options;
    this.#lock = options.lock ?? DEFAULT_LOCK;
    this.#queue = new bullmq.Queue<Shard>(options.name, {
      connection: redis,
      prefix: PREFIX,
      skipMetasUpdate: true,
      defaultJobOptions: {
        attempts: MOST_ATTEMPTS,
        backoff: { type: "exponential", delay: options.retryDelay ?? DEFAULT_RETRY_DELAY },
        // counted as done, and known when they are submitted again
        removeOnComplete: false,
        removeOnFail: false,
        stackTraceLimit: 0,
      },
    });
    this.#queue.on("error", () => {});
  }

  async submit(shards: AsyncIterable<Shard>): Promise<Submitted> {
    const submitted = { added: 0, known: 0 };
    let chunk: Shard[] = [];
    const send = async () => {
      const added = await this.#add(chunk);
      submitted.added += added;
      submitted.known += chunk.length - added;
      chunk = [];
    };
    for await (const shard of shards) {
      if (chunk.push(shard) === CHUNK) await send();
    }
    if (chunk.length > 0) await send();
    return submitted;
  }

  async #add(shards: Shard[]): Promise<number> {
    const most = this.#options.mostWaiting ?? DEFAULT_MOST_WAITING;
    while ((await this.#queue.getWaitingCount()) >= most) {
      await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE));
    }
    const fresh: Shard[] = [];
    const states = await Promise.all(shards.map((shard) => this.#queue.getJobState(jobId(shard))));
    for (const [i, shard] of shards.entries()) {
      // done before, but its file is gone
      const isGone = states[i] === "completed" && !(await readShardManifest(shard.out, shard.id));
      if (isGone) await this.#queue.remove(jobId(shard));
      if (isGone || states[i] === "unknown") fresh.push(shard);
    }
    await this.#queue.addBulk(
      fresh.map((shard) => ({ name: JOB, data: shard, opts: { jobId: jobId(shard) } })),
    );
    return fresh.length;
  }

  /** One after the other: only one call at a time may wait for Redis to have something. */
  take(signal?: AbortSignal): Promise<TakenShard | undefined> {
    const taken = this.#turn.then(() => (signal?.aborted ? undefined : this.#takeNext(signal)));
    this.#turn = taken.catch(() => undefined);
    return taken;
  }

  async #takeNext(signal?: AbortSignal): Promise<RedisTaken | undefined> {
    this.#worker ??= await this.#createWorker();
    const token = `${this.#name}.${this.#taken++}`;
    const job = await this.#worker.getNextJob(token);
    if (!job) return undefined;
    const taken = { shard: job.data, attempt: job.attemptsStarted, job, token };
    if (!signal?.aborted) return taken;
    await this.giveBack(taken);
    return undefined;
  }

  async #createWorker(): Promise<Worker<Shard>> {
    const worker = new this.#bullmq.Worker<Shard>(this.#options.name, null, {
      connection: this.#redis,
      prefix: PREFIX,
      autorun: false,
      lockDuration: this.#lock,
      stalledInterval: Math.max(500, this.#lock / 2),
      maxStalledCount: MOST_STALLS,
      drainDelay: PATIENCE,
    });
    worker.on("error", () => {});
    await worker.waitUntilReady();
    await worker.startStalledCheckTimer();
    return worker;
  }

  async renew(taken: TakenShard, rows: number): Promise<void> {
    const { job, token } = taken as RedisTaken;
    // a lock that is lost is no reason to stop: whoever else has the shard writes the same bytes
    await ifStillOurs(() => job.extendLock(token, this.#lock));
    await ifStillOurs(() => job.updateProgress(rows));
  }

  async finish(taken: TakenShard, { rows, errors, bytes }: ShardManifest): Promise<void> {
    const { job, token } = taken as RedisTaken;
    await ifStillOurs(() => job.moveToCompleted({ rows, errors, bytes }, token, false));
  }

  async fail(taken: TakenShard, reason: string, record?: number): Promise<void> {
    const { job, token } = taken as RedisTaken;
    await ifStillOurs(() => job.updateProgress(record === undefined ? {} : record - 1));
    await ifStillOurs(() => job.moveToFailed(new Error(reason), token, false));
  }

  async giveBack(taken: TakenShard): Promise<void> {
    const { job, token } = taken as RedisTaken;
    await ifStillOurs(() => job.moveToWait(token));
  }

  async counts(): Promise<QueueCounts> {
    const counts = await this.#queue.getJobCounts("completed", "active", "waiting", "delayed", "failed");
    return {
      done: counts.completed,
      running: counts.active,
      waiting: counts.waiting + counts.delayed,
      failed: counts.failed,
    };
  }

  async failures(most: number): Promise<FailedShard[]> {
    const jobs = await this.#queue.getFailed(0, most - 1);
    return jobs.map(({ data, attemptsMade, failedReason, progress }) => ({
      shard: data,
      attempts: attemptsMade,
      reason: failedReason,
      record: typeof progress === "number" ? progress + 1 : undefined,
    }));
  }

  async retryFailed(): Promise<number> {
    const again = { resetAttemptsMade: true, resetAttemptsStarted: true };
    let count = 0;
    for (;;) {
      const jobs = await this.#queue.getFailed(0, CHUNK - 1);
      if (jobs.length === 0) return count;
      await Promise.all(jobs.map((job) => job.retry("failed", again)));
      count += jobs.length;
    }
  }

  async cancel(): Promise<number> {
    const { waiting } = await this.counts();
    await this.#queue.drain(true);
    return waiting;
  }

  #key(...parts: string[]): string {
    return [PREFIX, this.#options.name, ...parts].join(":");
  }

  async report(worker: WorkerReport): Promise<void> {
    await this.#redis.set(this.#key("worker", this.#name), JSON.stringify(worker), "EX", REPORT_AGE);
    await this.#redis.sadd(this.#key("workers"), this.#name);
  }

  async workers(): Promise<WorkerReport[]> {
    const names = await this.#redis.smembers(this.#key("workers"));
    if (names.length === 0) return [];
    const reports = await this.#redis.mget(names.map((name) => this.#key("worker", name)));
    const silent = names.filter((_, i) => reports[i] === null);
    if (silent.length > 0) await this.#redis.srem(this.#key("workers"), ...silent);
    return reports.filter((r) => r !== null).map((r) => JSON.parse(r) as WorkerReport);
  }

  async close(): Promise<void> {
    if (this.#worker) {
      await this.#redis.del(this.#key("worker", this.#name));
      await this.#worker.close(true);
    }
    await this.#queue.close();
    this.#redis.disconnect();
  }
}

/** Silent when the lock was lost or the shard cancelled; anything else is thrown. */
async function ifStillOurs(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!/missing (lock|key)|not in the active state|lock mismatch/i.test(messageOf(error))) throw error;
  }
}
