// Workers are killed, Redis goes away and the same work is submitted again, while a batch is linked: nothing may be lost and nothing done twice for no reason.
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Random } from "../../dist/math/random.js";
import { LINE_BYTES, writeDocuments } from "./make-documents.mjs";
import { mulrel, WorkerProcess } from "./processes.mjs";
import { startRedis } from "./redis-server.mjs";

/**
 * @typedef {{ folder: string, documents: number, shards: number, workers: number, kills: number, away: number, lock: number, seed?: number, say?: (line: string) => void }} SoakOptions
 * `away`: how long Redis is gone, milliseconds. `lock`: seconds.
 */

/** Runs the soak in an empty folder. @param {SoakOptions} options */
export async function runSoak(options) {
  const { folder, documents, shards, say = () => {} } = options;
  await mkdir(folder, { recursive: true });
  const input = join(folder, "documents.jsonl");
  await writeDocuments(input, documents, options.seed);
  say(`${documents} documents written`);
  const alone = join(folder, "alone.jsonl");
  const linkedAlone = mulrel(["link", "-i", "jsonl", "-f", "jsonl", "--workers", "2", input], { to: alone });
  linkedAlone.catch(() => {});
  const redis = await startRedis();
  const out = join(folder, "out");
  const shardSize = String(Math.ceil(documents / shards) * LINE_BYTES);
  const submit = async () =>
    JSON.parse(
      await mulrel([
        "jobs",
        "submit",
        input,
        "--out",
        out,
        "--redis",
        redis.url,
        "--shard-size",
        shardSize,
        "--json",
      ]),
    );
  const crew = new Crew(redis, options);
  try {
    const first = await submit();
    say(`${first.added} shards submitted`);
    crew.start();
    const repeated = await trouble(crew, redis, submit, { ...options, shards: first.shards });
    await crew.untilDone(first.shards);
    repeated.push(await submit());
    const status = await untilSettled(redis);
    const graceful = await crew.stop();
    const verified = JSON.parse(await mulrel(["jobs", "verify", out, "--json"]));
    const merged = join(folder, "merged.jsonl");
    await mulrel(["jobs", "merge", out, "--output", merged]);
    say("merged; waiting for the one process that links all");
    await linkedAlone;
    return {
      first,
      repeated,
      status,
      verified,
      graceful,
      isEqual: await areEqual(merged, alone),
      ...crew.account(),
    };
  } finally {
    await crew.killAll();
    await redis.stop();
    await linkedAlone.catch(() => {});
  }
}

/** What a worker did just before it was killed counts as running until its lock ends. */
async function untilSettled(redis) {
  for (;;) {
    const status = JSON.parse(await mulrel(["jobs", "status", "--redis", redis.url, "--json"]));
    if (status.waiting + status.running === 0) return status;
  }
}

/** Kills, one restart of Redis in the middle and submissions of the same work, spread over the batch. */
async function trouble(crew, redis, submit, options) {
  const { kills, shards, away, seed = 1, say = () => {} } = options;
  const random = new Random(seed);
  const repeated = [];
  for (let kill = 0; kill < kills; kill++) {
    await crew.untilDone(Math.floor((shards * (kill + 0.5)) / (kills + 1)));
    await new Promise((resolve) => setTimeout(resolve, random.below(300)));
    await crew.killOne(random.below(crew.size));
    say(`kill ${kill + 1}, ${crew.done} shards done`);
    if (kill === Math.floor(kills / 2)) {
      say(`Redis goes away for ${away / 1000} s`);
      await redis.restart(away);
      say("Redis is back");
      repeated.push(await submit());
    }
  }
  return repeated;
}

/** The workers of a soak; a killed one is replaced. */
class Crew {
  constructor(redis, { workers, lock }) {
    this.size = workers;
    this.make = () => new WorkerProcess(redis.url, ["--workers", "1", "--lock", String(lock)]);
    /** @type {WorkerProcess[]} */
    this.all = [];
    /** @type {WorkerProcess[]} */
    this.working = [];
    /** @type {WorkerProcess[]} */
    this.killed = [];
  }

  start() {
    for (let i = 0; i < this.size; i++) this.add(i);
  }

  add(place) {
    this.working[place] = this.make();
    this.all.push(this.working[place]);
  }

  /** Shards that some worker said to have done. */
  get done() {
    const named = this.all.flatMap((w) => w.events.filter((e) => e.event === "done" || e.event === "known"));
    return new Set(named.map((e) => e.shard)).size;
  }

  async untilDone(shards) {
    while (this.done < shards) {
      const ended = this.working.find((w) => w.child.exitCode !== null);
      if (ended) throw new Error(`A worker ended by itself: ${ended.log.slice(-500)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async killOne(place) {
    const worker = this.working[place];
    await worker.kill();
    this.killed.push(worker);
    this.add(place);
  }

  /** SIGTERM; how each one ended. */
  stop() {
    return Promise.all(this.working.map((worker) => worker.kill("SIGTERM")));
  }

  async killAll() {
    for (const worker of this.working) if (worker.child.exitCode === null) await worker.kill();
  }

  /** Starts beyond the first of each shard, and those that the death of a worker at work on it explains. */
  account() {
    const starts = new Map();
    for (const { shard } of this.all.flatMap((w) => w.events.filter((e) => e.event === "started"))) {
      starts.set(shard, (starts.get(shard) ?? 0) + 1);
    }
    const deaths = new Map();
    for (const shard of this.killed.flatMap((w) => w.unfinished)) {
      deaths.set(shard, (deaths.get(shard) ?? 0) + 1);
    }
    const unexplained = [...starts].filter(([shard, count]) => count > 1 + (deaths.get(shard) ?? 0));
    const extra = [...starts.values()].reduce((sum, count) => sum + count - 1, 0);
    return {
      kills: this.killed.length,
      extraStarts: extra,
      unexplained: unexplained.map(([shard]) => shard),
    };
  }
}

async function areEqual(a, b) {
  const read = async (path) => {
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
    return hash.digest("hex");
  };
  return (await read(a)) === (await read(b));
}
