// Batches on BullMQ: workers by the clock and throttled, what the queue can coordinate, what Redis and a worker need in memory.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRedisQueue } from "../dist/jobs/redis-queue.js";
import { LINE_BYTES, writeDocuments } from "../scripts/jobs/make-documents.mjs";
import { mulrel, WorkerProcess } from "../scripts/jobs/processes.mjs";
import { startRedis } from "../scripts/jobs/redis-server.mjs";
import { findHold } from "./support/hold-process.mjs";
import { median, printTable } from "./support/measure.mjs";
import { quarters } from "./support/running-server.mjs";

export const summary =
  "batches on BullMQ [clock] [throttled] [queue] [memory] [--rounds 3 --seconds 20 --share 20 --crew 8 --shards 100]";

/** Documents of a shard: half a second of a core, so that shards are counted finely and still are work, not bookkeeping. */
const SHARD = 200;
/** More than a core links, in shards a second. */
const MOST_SHARDS = 10;
const TICKS = 100;

/** A Redis with `shards` shards of own documents in it. */
async function withBatch(shards, work) {
  const folder = mkdtempSync(join(tmpdir(), "mulrel-bench-jobs-"));
  const redis = await startRedis();
  try {
    const input = join(folder, "documents.jsonl");
    await writeDocuments(input, shards * SHARD);
    const size = String(SHARD * LINE_BYTES);
    await mulrel([
      "jobs",
      "submit",
      input,
      "--out",
      join(folder, "out"),
      "--redis",
      redis.url,
      "--shard-size",
      size,
    ]);
    return await work(redis);
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Processor seconds of a process, all its threads. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const residentBytes = (pid) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;

/** Shards after which the engine has compiled what links. */
const WARM = 10;

/** Workers that are warm. */
async function startCrew(redis, count) {
  const crew = Array.from({ length: count }, () => new WorkerProcess(redis.url, ["--workers", "1"]));
  while (crew.some((worker) => worker.count("done") < WARM)) {
    const broken = crew.find((worker) => worker.child.exitCode !== null || worker.count("failed") > 0);
    if (broken) throw new Error(broken.log);
    await sleep(50);
  }
  return crew;
}

/** Documents a second of a worker, from the end of one shard to the end of the last one in the time given. */
function rateOf(worker, since) {
  const ends = worker.events.filter(({ event, at }) => event === "done" && at >= since).map(({ at }) => at);
  return ends.length < 2 ? 0 : ((ends.length - 1) * SHARD * 1000) / (ends[ends.length - 1] - ends[0]);
}

/**
 * Documents a second of a warm crew, by the clock, and what they cost in processor seconds.
 * @param {number} count @param {CompareSettings} settings
 */
async function measureCrew(count, { seconds, share, hold }) {
  return withBatch(count * ((seconds + 5) * MOST_SHARDS + 2 * WARM), async (redis) => {
    const crew = await startCrew(redis, count);
    const releases = hold
      ? crew.map(({ child }) => hold(/** @type {number} */ (child.pid), share ?? 100))
      : [];
    const processor = () => crew.reduce((sum, { child }) => sum + processorSeconds(child.pid), 0);
    if (hold) await sleep(2000);
    const since = performance.now();
    const before = processor();
    await sleep(seconds * 1000);
    const used = (processor() - before) / ((performance.now() - since) / 1000);
    for (const worker of crew) await worker.kill();
    for (const release of releases) release();
    const perSecond = crew.reduce((sum, worker) => sum + rateOf(worker, since), 0);
    return { perSecond, perProcessorSecond: perSecond / used };
  });
}

/** @typedef {{ rounds: number, seconds: number, share?: number, hold?: (pid: number, share: number) => () => void }} CompareSettings */

/**
 * One and many workers in turn; medians of the rounds.
 * @param {string} title @param {number} many @param {CompareSettings} settings
 */
async function compare(title, many, settings) {
  const { rounds, seconds } = settings;
  /** @type {Record<"one" | "many", any[]>} */
  const results = { one: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    results.one.push(await measureCrew(1, settings));
    results.many.push(await measureCrew(many, settings));
  }
  const of = (list, name) => median(list.map((result) => result[name]));
  const row = (name, digits) => {
    const [one, several] = [of(results.one, name), of(results.many, name)];
    return [one.toFixed(digits), several.toFixed(digits), (several / one).toFixed(2)];
  };
  printTable([
    [title, "1 worker", `${many} workers`, "ratio"],
    ["documents/s by the clock", ...row("perSecond", 1)],
    ["documents a processor second", ...row("perProcessorSecond", 1)],
  ]);
  console.log(`${rounds} rounds of ${seconds} s; load average ${loadavg()[0].toFixed(1)} at the end.\n`);
}

/** Shards nobody reads. */
async function* emptyShards(count) {
  for (let number = 0; number < count; number++) {
    const id = number.toString(16).padStart(40, "0");
    const piece = { path: `/data/corpus/part-${number}.jsonl`, form: "jsonl", from: 0, to: 4 << 20, line: 1 };
    const reads = { pieces: [piece], sha256: "0".repeat(64), bytes: 4 << 20 };
    yield { id, number, base: "/data", out: "/data/linked", linker: "0".repeat(40), settings: {}, ...reads };
  }
}

async function measureQueue() {
  const redis = await startRedis();
  const used = () => {
    const info = execFileSync("redis-cli", ["-p", String(redis.port), "info", "memory"], {
      encoding: "utf8",
    });
    return Number(/used_memory:(\d+)/.exec(info)?.[1]);
  };
  try {
    const queue = await openRedisQueue({ url: redis.url, name: "bench" });
    const before = used();
    const start = performance.now();
    await queue.submit(/** @type {any} */ (emptyShards(10_000)));
    const submitted = performance.now();
    const waiting = used() - before;
    const takers = await Promise.all(
      [1, 2, 3, 4].map(() => openRedisQueue({ url: redis.url, name: "bench" })),
    );
    const manifest = { shard: "", rows: 0, errors: 0, bytes: 0, sha256: "", linker: "" };
    let done = 0;
    const take = async (taker) => {
      while (done < 5000) {
        const taken = await taker.take();
        if (!taken) return;
        await taker.finish(taken, manifest);
        done++;
      }
    };
    const took = performance.now();
    await Promise.all(takers.map(take));
    const rate = done / ((performance.now() - took) / 1000);
    printTable([
      ["the queue, with empty shards", ""],
      ["submitted a second", (10_000 / ((submitted - start) / 1000)).toFixed(0)],
      ["taken and finished a second, 4 takers", rate.toFixed(0)],
      ["Redis for 10,000 waiting shards", `${(waiting / 1e6).toFixed(1)} MB`],
    ]);
    await Promise.all([queue, ...takers].map((each) => each.close()));
  } finally {
    await redis.stop();
  }
}

/** The engine grows into its work first; shards before that are not counted. */
const WARM_UP = 40;

async function measureMemory(shards) {
  await withBatch(WARM_UP + shards, async (redis) => {
    const worker = new WorkerProcess(redis.url, ["--workers", "1"]);
    const sizes = [];
    let seen = 0;
    while (worker.count("done") < WARM_UP + shards) {
      if (worker.child.exitCode !== null || worker.count("failed") > 0) throw new Error(worker.log);
      if (worker.count("done") > seen) {
        seen = worker.count("done");
        if (seen > WARM_UP) sizes.push(residentBytes(worker.child.pid));
      }
      await sleep(20);
    }
    await worker.kill();
    const { first, last, growth } = quarters(sizes);
    const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
    printTable([
      [
        `a worker over ${shards} shards of ${SHARD} documents, after ${WARM_UP}`,
        "first quarter",
        "last quarter",
        "growth",
      ],
      ["resident memory", megabytes(first), megabytes(last), `${(100 * growth).toFixed(1)} %`],
    ]);
  });
}

export async function run(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "20" },
      share: { type: "string", default: "20" },
      crew: { type: "string", default: "8" },
      shards: { type: "string", default: "100" },
    },
  });
  const wanted = (name) => positionals.length === 0 || positionals.includes(name);
  const rounds = Number(values.rounds);
  const seconds = Number(values.seconds);
  if (wanted("queue")) await measureQueue();
  if (wanted("memory")) await measureMemory(Number(values.shards));
  if (wanted("clock")) await compare("by the clock", 2, { rounds, seconds });
  if (!wanted("throttled")) return;
  const found = findHold();
  if (!found) {
    console.log(
      "throttled: this may make no control group, and there is no cpulimit (Debian: apt-get install cpulimit).",
    );
    return;
  }
  const share = Number(values.share);
  await compare(`throttled, each held to ${share} % of a core by ${found.name}`, Number(values.crew), {
    rounds,
    seconds,
    share,
    hold: found.hold,
  });
}
