/** A worker: takes shards, has them linked in threads, renews what it has, and hands everything back when it is asked to stop. */
import { LinkingError, messageOf } from "../errors.js";
import { readShardManifest } from "./batch-folder.js";
import type { ShardOutcome } from "./link-shard.js";
import { ShardProgress } from "./shard-progress.js";
import type { ShardQueue, TakenShard } from "./shard-queue.js";
import type { ShardRunner } from "./shard-runner.js";

/** What happens to shards and around them; no texts. */
export type WorkEvent =
  | { kind: "started" | "known" | "handed-back"; shard: string; attempt: number }
  | { kind: "done"; shard: string; attempt: number; rows: number; errors: number; remarks?: string[] }
  | { kind: "failed"; shard: string; attempt: number; reason: string; record?: number }
  | { kind: "disk-full"; shard: string; reason: string }
  | { kind: "queue-trouble"; reason: string };

export interface WorkOptions {
  runner: Pick<ShardRunner, "run">;
  /** Shards at a time. */
  threads: number;
  /** Identity of the runner's linker; shards for another one are refused. */
  linker: string;
  /** Locks are renewed this often. Milliseconds. */
  renewEvery: number;
  /** Ends when this says that nothing will come any more; left out, it waits for more. */
  isOver?: () => boolean | Promise<boolean>;
  /** No more shards are taken; those at work get `grace` milliseconds to end, then they are handed back. */
  signal?: AbortSignal;
  grace?: number;
  /** How long to wait when there is no room on the disk or the queue fails. Milliseconds. */
  pause?: number;
  onEvent?: (event: WorkEvent) => void;
  /** Documents that came through since the last call, for rates. */
  onDocuments?: (documents: number) => void;
}

const GRACE = 30_000;
const PAUSE = 10_000;

/** Works until it is over or the signal fires. A shard of another linker stops it with a `mismatch`. */
export async function workOnQueue(queue: ShardQueue, options: WorkOptions): Promise<void> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const worker = new QueueWorker(queue, options, signal);
  const slots = Array.from({ length: options.threads }, () =>
    worker.loop().catch((error) => {
      stop.abort();
      throw error;
    }),
  );
  const results = await Promise.allSettled(slots);
  const failed = results.find((r) => r.status === "rejected");
  if (failed) throw failed.reason;
}

class QueueWorker {
  readonly #queue: ShardQueue;
  readonly #options: WorkOptions;
  readonly #signal: AbortSignal;

  constructor(queue: ShardQueue, options: WorkOptions, signal: AbortSignal) {
    this.#queue = queue;
    this.#options = options;
    this.#signal = signal;
  }

  async loop(): Promise<void> {
    while (!this.#signal.aborted) {
      const taken = await this.#insist(() => this.#queue.take(this.#signal));
      if (taken) await this.#work(taken);
      else if (!this.#signal.aborted && (await this.#options.isOver?.())) return;
    }
  }

  async #work(taken: TakenShard): Promise<void> {
    const { shard, attempt } = taken;
    const { onEvent } = this.#options;
    if (shard.linker !== this.#options.linker) {
      await this.#queue.giveBack(taken);
      onEvent?.({ kind: "handed-back", shard: shard.id, attempt });
      throw otherLinker(shard.linker, this.#options.linker);
    }
    const known = await readShardManifest(shard.out, shard.id).catch(() => undefined);
    if (known) {
      onEvent?.({ kind: "known", shard: shard.id, attempt });
      await this.#insist(() => this.#queue.finish(taken, known));
      return;
    }
    onEvent?.({ kind: "started", shard: shard.id, attempt });
    const progress = new ShardProgress();
    const endWatch = this.#watch(taken, progress);
    try {
      const outcome = await this.#options.runner.run(shard, progress);
      await this.#settle(taken, outcome);
    } catch (error) {
      const reason = messageOf(error);
      const record = progress.rows + 1;
      onEvent?.({ kind: "failed", shard: shard.id, attempt, reason, record });
      await this.#insist(() => this.#queue.fail(taken, reason, record));
    } finally {
      endWatch();
    }
  }

  async #settle(taken: TakenShard, outcome: ShardOutcome): Promise<void> {
    const { shard, attempt } = taken;
    const { onEvent } = this.#options;
    if (outcome.kind === "done") {
      const { rows, errors } = outcome.manifest;
      onEvent?.({ kind: "done", shard: shard.id, attempt, rows, errors, remarks: outcome.remarks });
      await this.#insist(() => this.#queue.finish(taken, outcome.manifest));
      return;
    }
    const isFull = outcome.kind === "disk-full";
    if (isFull) onEvent?.({ kind: "disk-full", shard: shard.id, reason: outcome.message });
    else onEvent?.({ kind: "handed-back", shard: shard.id, attempt });
    await this.#insist(() => this.#queue.giveBack(taken));
    if (isFull) await this.#rest();
  }

  /** Renews the lock, tells how many documents came through, and passes the wish to stop on when the grace is over. */
  #watch(taken: TakenShard, progress: ShardProgress): () => void {
    const { renewEvery, onDocuments, grace = GRACE } = this.#options;
    let told = 0;
    const tell = () => {
      // a shard that is begun again counts from 0
      onDocuments?.(Math.max(0, progress.rows - told));
      told = progress.rows;
    };
    const renewing = setInterval(() => {
      tell();
      this.#queue.renew(taken, progress.rows).catch(() => undefined);
    }, renewEvery);
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      waiting = setTimeout(() => progress.stop(), grace);
    };
    if (this.#signal.aborted) stop();
    else this.#signal.addEventListener("abort", stop, { once: true });
    return () => {
      tell();
      clearInterval(renewing);
      clearTimeout(waiting);
      this.#signal.removeEventListener("abort", stop);
    };
  }

  /** A queue that cannot be spoken to now is asked again: what is done must not be lost for that. */
  async #insist<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        this.#options.onEvent?.({ kind: "queue-trouble", reason: messageOf(error) });
        if (this.#signal.aborted) return undefined;
        await this.#rest();
      }
    }
  }

  /** A pause that ends at once when the signal fires. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, this.#options.pause ?? PAUSE);
      this.#signal.addEventListener("abort", end);
      if (this.#signal.aborted) end();
    });
  }
}

function otherLinker(wanted: string, found: string): LinkingError {
  return new LinkingError(
    "mismatch",
    `The queue has shards for another linker (${wanted.slice(0, 12)}) than this worker's (${found.slice(0, 12)}); start it with the model, knowledge base and version that they were submitted with, or use another --queue.`,
  );
}
