// Load on the server, on loopback only: throughput beside the batch linker's, p99, memory, then an overload with health checks.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { median, printTable } from "./support/measure.mjs";
import { quarters, startServer } from "./support/running-server.mjs";

export const summary =
  "64 connections for 60 s against the batch linker, then ten times as many [--seconds --connections --rate --model --texts]";

const SHARE_WANTED = 0.9;
/** Slowest of a hundred answers to the middle one. */
const SPREAD_ALLOWED = 3;
const GROWTH_ALLOWED = 0.1;
const HEALTH_LIMIT = 100;
/** Documents that batch linkers have at work for each thread at most, and milliseconds in which these are done. */
const LEFT = 32;
const WORKED_OFF = 500;
/** Turns of server and batch linker. */
const ROUNDS = 5;

/** Texts to link: files of a folder, or texts of our own of the length of a news story. */
function readTexts(folder) {
  if (folder && existsSync(folder)) {
    return readdirSync(folder)
      .sort()
      .slice(0, 200)
      .map((name) => readFileSync(join(folder, name), "utf8").slice(0, 5000))
      .filter((text) => text.trim() !== "");
  }
  const sentences = [
    "England beat West Germany in the 1966 World Cup final at Wembley, and Bobby Moore lifted the trophy.",
    "The ministers of France, Italy and Spain met in Brussels to talk about the budget of the European Union.",
    "Apple and Microsoft reported their quarterly results in California on Tuesday, ahead of IBM.",
    "Heavy rain fell on Java and Sumatra, and the airport of Jakarta was closed for two hours.",
    "The Supreme Court in Washington heard the case that Texas had brought against New Mexico.",
    "NASA said that its probe had passed Mercury and would reach Venus before the end of the year.",
    "Chelsea and Arsenal drew in London, while Barcelona lost at home to Real Madrid.",
  ];
  return sentences.map((_, i) => Array.from({ length: 21 }, (_, k) => sentences[(i + k) % 7]).join(" "));
}

/** What a batch linker makes of the texts without end: links as objects (`linkAll`), and JSON lines with what the server answers (`mulrel link --workers`). */
const batches = {
  async objects(texts, model, workers) {
    const { linkAll } = await import("../dist/node.js");
    return linkAll(endless(texts), { model, workers });
  },
  async lines(texts, model, workers) {
    const { linkLines } = await import("../dist/jobs/link-lines.js");
    const record = (text, id) => ({ id, text, source: text, form: /** @type {const} */ ("text") });
    async function* records() {
      let id = 0;
      for (const text of endless(texts)) yield record(text, id++);
    }
    return linkLines(records(), { settings: {}, model, workers });
  },
};

function* endless(texts) {
  for (let i = 0; ; i++) yield texts[i % texts.length];
}

/** A batch linker with its threads, warm, to be run for a while again and again: documents a second by the clock, and processor time of each in ms. */
async function openBatch(kind, texts, model) {
  const workers = availableParallelism();
  const linked = await batches[kind](texts, model, workers);
  // the first documents load the model, and every thread compiles what it runs
  for (let i = 0; i < workers * texts.length; i++) await linked.next();
  return {
    async run(seconds) {
      // what was left at work by the last turn was done for nothing
      for (let i = 0; i < LEFT * workers; i++) await linked.next();
      const begin = performance.now();
      const before = process.cpuUsage();
      let done = 0;
      for (; performance.now() < begin + 1000 * seconds; done++) await linked.next();
      const { user, system } = process.cpuUsage(before);
      const rate = done / ((performance.now() - begin) / 1000);
      // and what is left at work now is no work of whose turn is next
      await pause(WORKED_OFF);
      return { rate, cost: (user + system) / 1000 / done };
    },
    close: () => linked.return(undefined),
  };
}

/** Server and both batch linkers in turns, since the machine's speed wavers: medians of each, and of their shares. */
async function compareWithBatch(server, texts, { model, connections, seconds }) {
  const objects = await openBatch("objects", texts, model);
  const lines = await openBatch("lines", texts, model);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await server.processorTime();
    const served = await load(server.url, texts, { connections, duration: seconds });
    const cost = (1000 * ((await server.processorTime()) - before)) / served["2xx"];
    const rate = served["2xx"] / served.duration;
    rounds.push({
      server: { rate, cost },
      objects: await objects.run(seconds),
      lines: await lines.run(seconds),
    });
  }
  await objects.close();
  await lines.close();
  const middle = (of) => median(rounds.map(of));
  const beside = (kind) => ({
    rate: middle((r) => r[kind].rate),
    cost: middle((r) => r[kind].cost),
    shareByClock: middle((r) => r.server.rate / r[kind].rate),
    share: middle((r) => r[kind].cost / r.server.cost),
    shares: rounds.map((r) => r[kind].cost / r.server.cost),
  });
  return {
    rate: middle((r) => r.server.rate),
    cost: middle((r) => r.server.cost),
    objects: beside("objects"),
    lines: beside("lines"),
  };
}

/** `rate`: requests a second of all connections together; as many as are answered when left out. `amount`: so many requests, however long they take. */
export async function load(url, texts, { connections, duration = 0, rate = 0, amount = 0 }) {
  return autocannon({
    ...(rate > 0 && { overallRate: rate }),
    ...(amount > 0 && { amount }),
    url: `${url}/v1/link`,
    connections,
    duration,
    method: "POST",
    headers: { "content-type": "application/json" },
    requests: texts.map((text) => ({ body: JSON.stringify({ text }) })),
    timeout: 30,
    setupClient: fileURLToPath(new URL("support/apart.cjs", import.meta.url)),
    // its own thread, so that our health checks do not wait for it
    workers: 1,
  });
}

/** Calls `work` every `period` ms until `until` settles; all its answers. */
async function repeatDuring(until, period, work) {
  const answers = [];
  let going = true;
  const stop = until.finally(() => {
    going = false;
  });
  while (going) {
    answers.push(await work());
    await new Promise((resolve) => setTimeout(resolve, period));
  }
  await stop;
  return answers;
}

async function healthTime(url) {
  const start = performance.now();
  const { status } = await fetch(`${url}/healthz`);
  return status === 200 ? performance.now() - start : Number.POSITIVE_INFINITY;
}

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: "string", default: "60" },
      connections: { type: "string", default: "64" },
      rate: { type: "string", default: "0" },
      model: { type: "string" },
      texts: { type: "string" },
    },
  });
  const duration = Number(values.seconds);
  const connections = Number(values.connections);
  const texts = readTexts(values.texts);
  const server = await startServer(values.model ? ["--model", values.model] : []);
  // the engine grows into its work first: as many documents as the batch linker's threads read before they are measured
  const amount = availableParallelism() * texts.length;
  await load(server.url, texts, { connections: Math.min(connections, 8), amount });
  const rate = Number(values.rate);
  const running = load(server.url, texts, { connections, duration, rate });
  const memory = quarters(await repeatDuring(running, 500, () => server.memory()));
  const steady = await running;
  const seconds = Math.max(2, Math.min(6, duration / 5));
  const compared = await compareWithBatch(server, texts, { model: values.model, connections, seconds });

  const overload = load(server.url, texts, {
    connections: connections * 10,
    duration: Math.max(3, Math.min(20, duration / 3)),
  });
  const health = await repeatDuring(overload, 100, () => healthTime(server.url));
  const flooded = await overload;
  const start = performance.now();
  const recovered = await fetch(`${server.url}/v1/link`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: texts[0] }),
  });
  const recovery = performance.now() - start;
  const exit = await server.stop();

  report({ connections, compared, steady, flooded, memory, health, recovered, recovery, exit });
}

/** Prints what was measured and what does not hold. */
function report({ connections, compared, steady, flooded, memory, health, recovered, recovery, exit }) {
  const linked = steady["2xx"] / steady.duration;
  const refused = (r) => r.statusCodeStats?.["429"]?.count ?? 0;
  const otherErrors = (r) => r.non2xx - refused(r) + r.errors + r.timeouts;
  const worst = Math.max(...health);
  const both = (a, b, digits) => `${a.toFixed(digits)}, ${b.toFixed(digits)}`;
  const { objects, lines } = compared;
  const each = (of, digits) => [compared, objects, lines].map((one) => one[of].toFixed(digits)).join(", ");
  const [rates, costs] = [each("rate", 0), each("cost", 2)];
  const inTurns = ({ shares }) => shares.map((share) => share.toFixed(2)).join(", ");
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  printTable([
    ["load on 127.0.0.1", `${connections} connections`, `${connections * 10} connections`],
    ["linked a second", linked.toFixed(0), (flooded["2xx"] / flooded.duration).toFixed(0)],
    ["… in turns with batch linkers: server, objects, lines", rates, ""],
    ["processor ms a document of each", costs, ""],
    ["share of objects, of lines by the clock", both(objects.shareByClock, lines.shareByClock, 2), ""],
    ["share of objects, of lines by processor time", both(objects.share, lines.share, 2), ""],
    ["… of objects in each turn", inTurns(objects), ""],
    ["… of lines in each turn", inTurns(lines), ""],
    [
      "p50, p99 in ms",
      `${steady.latency.p50}, ${steady.latency.p99}`,
      `${flooded.latency.p50}, ${flooded.latency.p99}`,
    ],
    ["answered 429", String(refused(steady)), String(refused(flooded))],
    ["other errors", String(otherErrors(steady)), String(otherErrors(flooded))],
    ["memory, first and last quarter", `${megabytes(memory.first)}, ${megabytes(memory.last)}`, ""],
    ["slowest health check in ms", "", worst.toFixed(1)],
    ["first request afterwards in ms", "", `${recovery.toFixed(1)} (status ${recovered.status})`],
  ]);
  const wrong = [
    // by processor time, since the load comes from the same processors
    objects.share < SHARE_WANTED &&
      `the server links less than ${SHARE_WANTED} of what linkAll does with the same processor time`,
    steady.latency.p99 > SPREAD_ALLOWED * steady.latency.p50 &&
      `the slowest answers in a hundred take more than ${SPREAD_ALLOWED} times the middle one`,
    otherErrors(steady) + otherErrors(flooded) > 0 && "there were errors other than 429",
    memory.growth > GROWTH_ALLOWED && `memory grew by ${(100 * memory.growth).toFixed(0)} %`,
    worst > HEALTH_LIMIT && `a health check took longer than ${HEALTH_LIMIT} ms`,
    recovered.status !== 200 && "the server did not recover at once",
    exit !== 0 && `the server ended with ${exit}`,
  ].filter(Boolean);
  for (const sentence of wrong) console.log(`Does not hold: ${sentence}.`);
  if (wrong.length > 0) process.exitCode = 1;
}
