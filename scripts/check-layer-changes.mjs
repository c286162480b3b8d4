// Own entities changed over HTTP while others link: rate, failures, torn reads, what another server sees, what a kill leaves.
//   node scripts/check-layer-changes.mjs [--seconds 10] [--rate 330] [--connections 16] [--kills 10] [--workers 2] [--model FOLDER]
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    rate: { type: "string", default: "330" },
    connections: { type: "string", default: "16" },
    kills: { type: "string", default: "10" },
    workers: { type: "string", default: "2" },
    model: { type: "string" },
  },
});
const TOKEN = "letmein";
/** Two entities that are always changed together: a text that has both must have them of one change. */
const PAIR = ["Quorvane", "Brindlewax"];
const TEXT = `England beat Germany on penalties while ${PAIR.join(" and ")} watched in Oslo.`;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** @typedef {{ address: string, child: import("node:child_process").ChildProcess }} Server */

/** @param {string} folder @returns {Promise<Server>} */
async function serve(folder) {
  const main = new URL("../dist/cli/main.js", import.meta.url).pathname;
  const flags = ["serve", "--port", "0", "--changes", folder, "--workers", values.workers, "--quiet"];
  const model = values.model === undefined ? [] : ["--model", values.model];
  const child = spawn(process.execPath, [main, ...flags, ...model], {
    env: { ...process.env, MULREL_TOKEN: TOKEN },
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  let said = "";
  const address = await new Promise((go, fail) => {
    child.stderr.on("data", (data) => {
      said += data;
      const found = /(http:\/\/\S+)/.exec(said)?.[1];
      if (found) go(found);
    });
    child.once("exit", () => {
      running.delete(child);
      fail(new Error(said));
    });
  });
  return { address, child };
}

/** @param {string} address @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<{ status: number, json: any }>} */
function ask(address, method, path, body) {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    ...(bytes && { "content-type": "application/json", "content-length": String(bytes.length) }),
  };
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, address), { method, headers, agent }, (response) => {
      /** @type {Buffer[]} */
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.once("error", reject);
      response.once("end", () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, json: text === "" ? undefined : JSON.parse(text) });
      });
    });
    call.once("error", reject);
    call.end(bytes);
  });
}

const wait = (/** @type {number} */ ms) => new Promise((go) => setTimeout(go, ms));
const sorted = (/** @type {number[]} */ numbers) => [...numbers].sort((a, b) => a - b);
const at = (/** @type {number[]} */ numbers, /** @type {number} */ share) =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? 0;

/** Seconds of processor time that a process has had (Linux); on a busy machine they tell more than the clock. @param {number | undefined} pid */
function processorTime(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Both entities of the pair as of one version. @param {string} address @param {number} version */
function putPair(address, version) {
  const url = `https://example.org/${version}`;
  const put = PAIR.map((title, i) => ({ id: `pair-${i}`, title, url, description: "A thing of ours." }));
  return ask(address, "POST", "/v1/entities", { put });
}

/** @param {Server} server */
async function load({ address, child }) {
  const failures = /** @type {string[]} */ ([]);
  const times = { change: /** @type {number[]} */ ([]), link: /** @type {number[]} */ ([]) };
  let changes = 0;
  let torn = 0;
  let isOver = false;
  await putPair(address, 0);
  const link = async () => {
    while (!isOver) {
      const from = performance.now();
      const { status, json } = await ask(address, "POST", "/v1/link", { text: TEXT });
      times.link.push(performance.now() - from);
      if (status !== 200) failures.push(`link ${status}`);
      const urls = PAIR.map(
        (name) => json.links?.find((/** @type {any} */ l) => l.mention === name)?.entity?.url,
      );
      if (urls[0] === undefined || urls[0] !== urls[1]) torn++;
    }
  };
  const change = async (/** @type {number} */ number) => {
    const from = performance.now();
    const isPair = number % 10 === 0;
    const { status } = isPair
      ? await putPair(address, number)
      : await ask(address, "PUT", `/v1/entities/own-${number % 2000}`, {
          title: `Thing ${number % 2000}`,
          description: `Version ${number}.`,
        });
    times.change.push(performance.now() - from);
    if (status === 200) changes += isPair ? 2 : 1;
    else failures.push(`change ${status}`);
  };
  const tell = (/** @type {Error} */ error) => void failures.push(error.message);
  const links = Array.from({ length: Number(values.connections) }, () => link().catch(tell));
  const started = performance.now();
  const processorBefore = processorTime(child.pid);
  const seconds = Number(values.seconds);
  /** @type {Promise<void>[]} */
  const open = [];
  for (let sent = 0; performance.now() - started < 1000 * seconds; ) {
    const due = ((performance.now() - started) / 1000) * Number(values.rate);
    // eleven changes in ten requests
    for (; sent * 1.1 < due; sent++) open.push(change(sent + 1).catch(tell));
    await wait(2);
  }
  await Promise.all(open);
  const took = (performance.now() - started) / 1000;
  isOver = true;
  await Promise.all(links);
  console.log(
    `${(changes / took).toFixed(0)} changes a second (median ${at(times.change, 0.5).toFixed(0)} ms, 99 % ${at(times.change, 0.99).toFixed(0)} ms) while ${values.connections} connections linked ${(times.link.length / took).toFixed(0)} texts a second (median ${at(times.link, 0.5).toFixed(0)} ms): ${failures.length} failed requests, ${torn} torn reads`,
  );
  console.log(
    `  in ${took.toFixed(1)} s by the clock the server had ${(processorTime(child.pid) - processorBefore).toFixed(1)} s of processor time`,
  );
  for (const failure of new Set(failures)) console.log(`  ${failure}`);
  return failures.length === 0 && torn === 0;
}

/** @param {Server} one @param {Server} other */
async function seenElsewhere(one, other) {
  const delays = [];
  for (let i = 0; i < 20; i++) {
    const [from, to] = i % 2 ? [one, other] : [other, one];
    await putPair(from.address, 1_000_000 + i);
    const answered = performance.now();
    for (;;) {
      const { json } = await ask(to.address, "POST", "/v1/link", { text: TEXT });
      const found = json.links.filter(
        (/** @type {any} */ l) => l.entity?.url === `https://example.org/${1_000_000 + i}`,
      );
      if (found.length === 2) break;
      if (performance.now() - answered > 10_000) return false;
    }
    delays.push(performance.now() - answered);
  }
  console.log(
    `two servers on one folder: a change of one is in the other's answers after ${at(delays, 0.5).toFixed(0)} ms (median), ${Math.max(...delays).toFixed(0)} ms at most, of ${delays.length}`,
  );
  return Math.max(...delays) < 1000;
}

/** Kills the server in the midst of changes, starts it again and asks for everything that was answered. @param {string} folder */
async function kill(folder) {
  let lost = 0;
  let checked = 0;
  for (let round = 0; round < Number(values.kills); round++) {
    const { address, child } = await serve(folder);
    /** @type {Map<string, string>} */
    const answered = new Map();
    let isOver = false;
    const write = async (/** @type {number} */ writer) => {
      for (let i = 0; !isOver; i++) {
        const id = `k-${round}-${writer}-${i % 20}`;
        const description = `Version ${i}.`;
        const { status } = await ask(address, "PUT", `/v1/entities/${id}`, {
          title: `Thing ${id}`,
          description,
        });
        if (status === 200) answered.set(id, description);
      }
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer).catch(() => {}));
    // another moment in each round
    await wait(150 + 37 * round);
    child.kill("SIGKILL");
    isOver = true;
    await Promise.all(writers);
    const again = await serve(folder);
    for (const [id, description] of answered) {
      const { status, json } = await ask(again.address, "GET", `/v1/entities/${id}`);
      checked++;
      // a later change of the same entity may have been on disk before its answer was out
      const number = (/** @type {string} */ text) => Number(/\d+/.exec(text)?.[0]);
      if (status !== 200 || number(json.description) < number(description)) lost++;
    }
    again.child.kill("SIGKILL");
  }
  console.log(`${values.kills} times kill -9: ${lost} of ${checked} answered changes were lost`);
  return lost === 0;
}

const place = mkdtempSync(join(tmpdir(), "mulrel-changes-"));
try {
  const folder = join(place, "own.changes");
  const one = await serve(folder);
  const isGood = [await load(one)];
  const other = await serve(folder);
  isGood.push(await seenElsewhere(one, other));
  for (const { child } of [one, other]) child.kill("SIGKILL");
  isGood.push(await kill(join(place, "killed.changes")));
  process.exitCode = isGood.every(Boolean) ? 0 : 1;
} finally {
  agent.destroy();
  for (const child of running) child.kill("SIGKILL");
  rmSync(place, { recursive: true, force: true });
}
