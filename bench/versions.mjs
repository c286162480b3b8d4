// Another version of mulrel against this one, in turns in one run: documents a second on one core, threads, memory, start, and whether the links are the same.
import { fork, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { load } from "./server.mjs";
import { median, onProcessors, printTable } from "./support/measure.mjs";
import { startServer } from "./support/running-server.mjs";
import { leastArithmetic } from "./support/stages.mjs";

export const summary =
  "this version beside another: --against FOLDER (its dist and models) [link stages answers threads server start] [--model --texts --every --rounds --workers --pinned --seconds --connections]; pinned: on as many processors as workers";

/** Scores may differ by so much: sums may be taken in another order. */
const CLOSE = 1e-5;
const STARTS = 15;
const SENTENCE = "England beat West Germany in the 1966 World Cup final at Wembley.";

const own = fileURLToPath(new URL("..", import.meta.url));
const threadMemory = fileURLToPath(new URL("support/thread-memory.cjs", import.meta.url));
const child = fileURLToPath(new URL("support/version-child.mjs", import.meta.url));

export async function run(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      against: { type: "string" },
      model: { type: "string" },
      texts: { type: "string", multiple: true },
      every: { type: "string", default: "1" },
      rounds: { type: "string", default: "5" },
      workers: { type: "string", default: "1,2" },
      seconds: { type: "string", default: "10" },
      connections: { type: "string", default: "64" },
      pinned: { type: "boolean" },
    },
  });
  if (!values.against || !existsSync(join(values.against, "dist/node.js"))) {
    throw new Error("--against wants the folder of another version, with its dist/ in it.");
  }
  const folders = { before: resolve(values.against), now: own };
  const parts = positionals.length > 0 ? positionals : ["link", "answers", "threads", "start"];
  if (parts.includes("start")) compareStart(folders);
  if (parts.every((part) => part === "start")) return;
  const texts = readTexts(values.texts, Number(values.every));
  if (parts.includes("server")) {
    await compareServers(folders, texts, {
      args: values.model ? ["--model", resolve(values.model)] : [],
      rounds: Number(values.rounds),
      duration: Number(values.seconds),
      connections: Number(values.connections),
    });
  }
  if (parts.every((part) => part === "start" || part === "server")) return;
  const versions = await openVersions(folders, values.model && resolve(values.model), texts);
  if (parts.includes("link")) await compareLinking(versions, texts, Number(values.rounds));
  if (parts.includes("stages")) await compareStages(versions, texts, Number(values.rounds));
  if (parts.includes("answers")) await compareAnswers(versions);
  if (parts.includes("threads")) {
    await compareThreads(
      versions,
      values.workers.split(",").map(Number),
      Number(values.rounds),
      values.pinned,
    );
  }
  for (const version of Object.values(versions)) version.end();
}

function readTexts(given, every) {
  const data = process.env.MULREL_DATA ?? "../shared/data";
  const folders = given ?? [join(data, "wned/wikipedia/RawText")];
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing) throw new Error(`There is no ${missing}: give folders of texts (--texts), or MULREL_DATA.`);
  return folders
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((file) => readFileSync(join(folder, file), "utf8")),
    )
    .filter((_, i) => i % every === 0);
}

/** Each version in a process of its own; `ask` waits for its answer. */
async function openVersions(folders, model, texts) {
  /** @type {any} */
  const versions = {};
  for (const [name, folder] of Object.entries(folders)) {
    const running = fork(child, [folder, ...(model ? [model] : [])], {
      serialization: "advanced",
      execArgv: ["--require", threadMemory],
    });
    const next = () =>
      new Promise((done, failed) => {
        running.once("message", done);
        running.once("exit", (code) => failed(new Error(`${folder} ended with ${code}.`)));
      });
    await next();
    versions[name] = {
      ask(task, given) {
        const answer = next();
        running.send({ task, given });
        return answer.finally(() => running.removeAllListeners("exit"));
      },
      pin(count) {
        const [command, ...args] = onProcessors(count);
        spawnSync(command, ["-a", "-p", ...args, `${running.pid}`], { stdio: "ignore" });
      },
      end: () => running.disconnect(),
    };
    await versions[name].ask("open", texts);
  }
  return versions;
}

const ratio = (a, b) => `${(a / b).toFixed(2)} ×`;

/** The first pass (blocks unpacked, code compiled) and the median of the next ones. */
async function compareLinking({ before, now }, texts, rounds) {
  const first = { before: await before.ask("link"), now: await now.ask("link") };
  /** @type {Record<string, any[]>} */
  const passes = { before: [], now: [] };
  for (let round = 0; round < rounds; round++) {
    passes.before.push(await before.ask("link"));
    passes.now.push(await now.ask("link"));
  }
  const ms = (list) => median(list.map((pass) => pass.ms));
  const rate = (time) => ((1000 * texts.length) / time).toFixed(0);
  const [old, ours] = [ms(passes.before), ms(passes.now)];
  console.log(`${texts.length} texts, one thread, processor time, median of ${rounds} passes in turns`);
  const memory = (list) => list.at(-1).memory.toFixed(0);
  printTable([
    ["", "before", "now", "times"],
    ["documents/s", rate(old), rate(ours), ratio(old, ours)],
    [
      "documents/s, first pass",
      rate(first.before.ms),
      rate(first.now.ms),
      ratio(first.before.ms, first.now.ms),
    ],
    ["mentions", `${first.before.mentions}`, `${first.now.mentions}`, ""],
    ["resident memory, MB", memory(passes.before), memory(passes.now), ""],
  ]);
}

/** Microseconds a document by stage: the samples' shares of the processor time without them. */
async function compareStages(versions, texts, rounds) {
  /** @type {Record<string, Record<string, number>>} */
  const columns = {};
  for (const [name, version] of Object.entries(versions)) {
    await version.ask("link");
    const times = [];
    const shares = [];
    for (let round = 0; round < rounds; round++) {
      times.push((await version.ask("link")).ms);
      shares.push(await version.ask("stages"));
    }
    const whole = (1000 * median(times)) / texts.length;
    const stages = Object.keys(shares[0]).map((stage) => [
      stage,
      median(shares.map((s) => s[stage])) * whole,
    ]);
    columns[name] = Object.fromEntries([...stages, ["all", whole]]);
  }
  const rows = Object.keys(columns.now).map((stage) => [
    stage,
    columns.before[stage].toFixed(0),
    columns.now[stage].toFixed(0),
  ]);
  printTable([["µs a document", "before", "now"], ...rows]);
  const least = leastArithmetic(await versions.now.ask("answers"));
  console.log(`The products of local and pair scores need ${least.toFixed(0)} µs at the least.`);
}

async function compareAnswers({ before, now }) {
  const [old, ours] = [await before.ask("answers"), await now.ask("answers")];
  let links = 0;
  let furthest = 0;
  const other = [];
  const compare = (a, b, text) => {
    links++;
    const same =
      a?.start === b?.start &&
      a?.end === b?.end &&
      a?.entity === b?.entity &&
      a?.candidates.length === b?.candidates.length &&
      a.candidates.every((c, i) => c.id === b.candidates[i].id);
    if (!same) {
      other.push({ text, before: a, now: b });
      return;
    }
    furthest = Math.max(furthest, Math.abs(a.confidence - b.confidence));
    a.candidates.forEach((c, i) => {
      furthest = Math.max(furthest, Math.abs(c.confidence - b.candidates[i].confidence));
    });
  };
  old.forEach((list, text) => {
    for (let i = 0; i < Math.max(list.length, ours[text].length); i++) compare(list[i], ours[text][i], text);
  });
  console.log(
    `${links} links compared: ${other.length} differ, confidence by at most ${furthest.toExponential(1)}`,
  );
  for (const each of other.slice(0, 5)) console.log(JSON.stringify(each));
  if (other.length > 0 || furthest > CLOSE) process.exitCode = 1;
}

async function compareThreads(versions, counts, rounds, pinned) {
  const rows = [["linkAll", "before, docs/s", "now, docs/s", "times", "processor ms/doc, before", "now"]];
  /** @type {Record<string, number[]>} */
  const rates = {};
  /** @type {Record<string, number[]>} */
  const costs = {};
  /** What each said last. */
  const lasts = {};
  for (let round = 0; round < rounds; round++) {
    for (const workers of counts) {
      for (const [name, version] of Object.entries(versions)) {
        if (pinned) version.pin(workers);
        const done = await version.ask("threads", { workers, times: 3 });
        const key = `${name} ${workers}`;
        (rates[key] ??= []).push((1000 * done.documents) / done.ms);
        (costs[key] ??= []).push(done.processor / done.documents);
        lasts[key] = done;
      }
    }
  }
  for (const workers of counts) {
    const [old, ours] = [`before ${workers}`, `now ${workers}`];
    rows.push([
      `${workers} worker${workers > 1 ? "s" : ""} (wall)`,
      median(rates[old]).toFixed(0),
      median(rates[ours]).toFixed(0),
      ratio(median(rates[ours]), median(rates[old])),
      median(costs[old]).toFixed(2),
      median(costs[ours]).toFixed(2),
    ]);
  }
  printTable(rows);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  for (const name of Object.keys(versions)) {
    const [one, many] = [`${name} ${least}`, `${name} ${most}`];
    console.log(
      `${name}: ${most} workers link ${ratio(median(rates[many]), median(rates[one]))} as much as ${least} by the clock, at ${ratio(median(costs[many]), median(costs[one]))} the processor time a document; resident memory ${lasts[one].memory.toFixed(0)} → ${lasts[many].memory.toFixed(0)} MB`,
    );
  }
  printModelMemory(lasts, Object.keys(versions), [least, most]);
}

/** The tables that all threads share and what each has of them in its kernels' memory (weights, rows decoded); beside that what each remembers. Some of it is room that was never written to. */
function printModelMemory(lasts, names, [least, most]) {
  const rows = [["MB", "tables", "kernels, each", "arrays, each", "heap, each", "tables and kernels"]];
  const model = (workers, { tables, ofThread }) => tables + workers * ofThread.kernels;
  for (const name of names) {
    for (const workers of [least, most]) {
      const done = lasts[`${name} ${workers}`];
      const { kernels, arrays, heap } = done.ofThread;
      const numbers = [done.tables, kernels, arrays, heap, model(workers, done)];
      rows.push([`${name}, ${workers}`, ...numbers.map((number) => number.toFixed(1))]);
    }
  }
  printTable(rows);
  for (const name of names) {
    const of = (workers) => model(workers, lasts[`${name} ${workers}`]);
    console.log(`${name}: ${most} workers have ${ratio(of(most), of(least))} the model memory of ${least}`);
  }
}

/** Links a second and times of answers under load, in turns; the first round warms up and is not counted. */
async function compareServers(folders, texts, { args, rounds, duration, connections }) {
  /** @type {Record<string, Awaited<ReturnType<typeof startServer>>>} */
  const servers = {};
  for (const [name, folder] of Object.entries(folders)) {
    servers[name] = await startServer(args, join(folder, "dist/cli/main.js"));
  }
  /** @type {Record<string, Record<string, number[]>>} */
  const seen = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, server] of Object.entries(servers)) {
      const done = await load(server.url, texts, { connections, duration });
      const memory = (await server.memory()) / 2 ** 20;
      if (round === 0) continue;
      const { p50, p99 } = done.latency;
      const rate = done["2xx"] / done.duration;
      const numbers = { rate, p50, p99, memory, failed: done.non2xx + done.errors + done.timeouts };
      for (const [key, number] of Object.entries(numbers)) ((seen[name] ??= {})[key] ??= []).push(number);
    }
  }
  for (const server of Object.values(servers)) await server.stop();
  const row = (title, key, digits = 0) => {
    const [old, ours] = [median(seen.before[key]), median(seen.now[key])];
    return [title, old.toFixed(digits), ours.toFixed(digits), ratio(ours, old)];
  };
  printTable([
    [`${connections} connections, median of ${rounds}`, "before", "now", "now / before"],
    row("linked a second", "rate", 1),
    row("p50, ms", "p50"),
    row("p99, ms", "p99"),
    row("resident memory, MB", "memory"),
    row("not answered with 200", "failed"),
  ]);
}

/** Process start to exit, in turns. */
function compareStart(folders) {
  const rows = [[`start, median of ${STARTS}`, "before, ms", "now, ms", "now / before"]];
  for (const args of [["--help"], ["link", SENTENCE]]) {
    /** @type {Record<string, number[]>} */
    const times = { before: [], now: [] };
    for (let i = 0; i < STARTS; i++) {
      for (const [name, folder] of Object.entries(folders)) {
        const start = performance.now();
        spawnSync(process.execPath, [join(folder, "dist/cli/main.js"), ...args], { stdio: "ignore" });
        times[name].push(performance.now() - start);
      }
    }
    const [old, ours] = [median(times.before), median(times.now)];
    rows.push([`mulrel ${args[0]}`, old.toFixed(0), ours.toFixed(0), ratio(ours, old)]);
  }
  printTable(rows);
}
