// What a batch must survive beside kills, one trouble at a time: each is told in a sentence, nothing is lost, and it goes on when it can.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedModel } from "../../dist/node.js";
import { LINE_BYTES, writeDocuments } from "./make-documents.mjs";
import { mulrel, WorkerProcess } from "./processes.mjs";
import { startRedis } from "./redis-server.mjs";

const SHARD = 10;
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A small batch in an own folder and Redis. @param {string} folder @param {number} shards @param {(batch: any) => Promise<boolean>} trouble */
async function withBatch(folder, shards, trouble) {
  mkdirSync(folder, { recursive: true });
  const redis = await startRedis();
  const where = ["--redis", redis.url];
  const input = join(folder, "documents.jsonl");
  const out = join(folder, "out");
  /** @type {WorkerProcess[]} */
  const workers = [];
  const startWorker = (...args) => {
    const worker = new WorkerProcess(redis.url, ["--workers", "1", ...args]);
    workers.push(worker);
    return worker;
  };
  const status = async () => JSON.parse(await mulrel(["jobs", "status", "--json", ...where]));
  const verify = async () => JSON.parse(await mulrel(["jobs", "verify", out, "--json"]));
  try {
    await writeDocuments(input, shards * SHARD);
    await mulrel([
      "jobs",
      "submit",
      input,
      "--out",
      out,
      "--shard-size",
      String(SHARD * LINE_BYTES),
      ...where,
    ]);
    return await trouble({ redis, where, input, out, startWorker, status, verify });
  } finally {
    for (const worker of workers) if (worker.child.exitCode === null) await worker.kill();
    await redis.stop();
  }
}

/** Waits until it holds; a worker that ends meanwhile is an error. */
async function until(holds, worker) {
  while (!(await holds())) {
    if (worker?.child.exitCode != null) throw new Error(`A worker ended: ${worker.log.slice(-500)}`);
    await sleep(100);
  }
}

/** The first line of a log that says this. */
const lineOf = (log, words) => log.split("\n").find((line) => line.includes(words));

/** The input is gone when a worker comes to it: set aside with a sentence after three tries; back again, `jobs retry` finishes it. */
export function checkVanishedInput(folder, say) {
  return withBatch(folder, 2, async ({ where, input, startWorker, status, verify }) => {
    const bytes = readFileSync(input);
    rmSync(input);
    const worker = startWorker();
    await until(async () => (await status()).failed === 2, worker);
    say(`input gone: ${(await status()).failures[0].reason}`);
    writeFileSync(input, bytes);
    await mulrel(["jobs", "retry", ...where]);
    await until(async () => (await status()).done === 2, worker);
    const { good, shards } = await verify();
    say(`input back, tried again: ${good} of ${shards} shards whole`);
    return good === shards;
  });
}

/** A worker with another model refuses; one with the right model finishes. */
export function checkOtherModel(folder, say) {
  return withBatch(folder, 2, async ({ startWorker, status, verify }) => {
    const other = join(folder, "other-model");
    cpSync(shippedModel(), other, { recursive: true });
    writeFileSync(join(other, "one-file-more"), "");
    const stranger = startWorker("--model", other);
    const exit = await stranger.ended;
    const sentence = lineOf(stranger.log, "another linker");
    say(`another model: exit ${exit}; ${sentence}`);
    const worker = startWorker();
    await until(async () => (await status()).done === 2, worker);
    const { good, shards } = await verify();
    say(`the right model: ${good} of ${shards} shards whole`);
    return exit === 1 && sentence !== undefined && good === shards;
  });
}

/** Redis is away for a while in the middle: workers say so, and go on when it is back. @param {number} away milliseconds */
export function checkRedisAway(folder, say, away) {
  return withBatch(folder, 20, async ({ redis, startWorker, status, verify }) => {
    const worker = startWorker();
    await until(() => worker.count("done") >= 3, worker);
    await redis.restart(away);
    await until(async () => (await status()).done === 20, worker);
    const sentence = lineOf(worker.log, "does not answer");
    const { good, shards } = await verify();
    say(`Redis away for ${away / 1000} s: ${sentence}`);
    say(`Redis back: ${good} of ${shards} shards whole`);
    return sentence !== undefined && good === shards;
  });
}
