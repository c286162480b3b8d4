// The linker as its users meet it: cold start of the command, documents and mentions a second, memory, the share of each stage.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { candidatesInDocument } from "../dist/candidates/document-candidates.js";
import { wordsNear } from "../dist/evidence/text-words.js";
import { createMentionFinder } from "../dist/index.js";
import { linkAll, loadLinker } from "../dist/node.js";
import { analyseText } from "../dist/text/analysed-text.js";
import { median } from "./support/measure.mjs";

export const summary =
  "cold start against node -e 0, documents and mentions a second on one core and two, stages, memory";

const SENTENCE = "England beat West Germany in the 1966 World Cup final at Wembley.";
const STARTS = 11;
const MEMORY_RUNS = 5;
/** Turns of one worker and two, and how often a worker reads the texts, the first time uncounted. */
const ROUNDS = 3;
const PASSES = 4;

export async function run() {
  benchStart();
  const data = process.env.MULREL_DATA ?? "../shared/data";
  const folder = join(data, "wned/wikipedia/RawText");
  if (!existsSync(folder)) {
    console.log(
      `There is no ${folder}: throughput needs the WNED texts (MULREL_DATA names the data folder).`,
    );
    return;
  }
  const texts = readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"));
  await benchStages(texts);
  benchMemory(folder, texts.length);
  await benchThreads(texts);
}

/** Process start to exit, runs of all kinds in turns, so that a busy machine slows all alike. */
function benchStart() {
  /** @type {Record<string, [program: string, args: string[]]>} */
  const commands = {
    "node -e 0": [process.execPath, ["-e", "0"]],
    "mulrel link": [process.execPath, ["dist/cli/main.js", "link", SENTENCE]],
  };
  if (spawnSync("python3", ["-c", "import torch"]).status === 0) {
    commands['python3 -c "import torch"'] = ["python3", ["-c", "import torch"]];
  }
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let i = 0; i < STARTS; i++) {
    for (const [name, [program, args]] of Object.entries(commands)) {
      const start = performance.now();
      execFileSync(program, args, { stdio: "ignore" });
      times[name].push(performance.now() - start);
    }
  }
  console.log("cold start, median of", STARTS);
  const bare = median(times["node -e 0"]);
  for (const [name, all] of Object.entries(times)) {
    console.log(
      `  ${name.padEnd(26)} ${median(all).toFixed(0).padStart(6)} ms  ${(median(all) / bare).toFixed(1)} ×`,
    );
  }
  const script =
    `const { loadLinker } = await import("./dist/node.js"); (await loadLinker()).link(${JSON.stringify(SENTENCE)});` +
    "console.log(process.resourceUsage().maxRSS)";
  const peak = Number(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }),
  );
  console.log(`  peak resident memory       ${(peak / 1024).toFixed(0).padStart(6)} MB`);
}

/** A process that does nothing but link every text once: what a user's process takes, without what this bench keeps. */
function benchMemory(folder, texts) {
  const script = `
    import { readdirSync, readFileSync } from "node:fs";
    const linker = await (await import("./dist/node.js")).loadLinker();
    for (const file of readdirSync(${JSON.stringify(folder)}).sort()) linker.link(readFileSync(${JSON.stringify(`${folder}/`)} + file, "utf8"));
    console.log(process.memoryUsage.rss());`;
  const rss = () =>
    Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
  const all = Array.from({ length: MEMORY_RUNS }, rss).map((bytes) => bytes / 2 ** 20);
  const range = `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}`;
  console.log(
    `  resident memory after ${texts} texts ${median(all).toFixed(0)} MB (${range} in ${MEMORY_RUNS} processes)`,
  );
}

/** Processor time in ms, since wall time on a shared machine counts the neighbours too. */
function timed(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function benchStages(texts) {
  const linker = await loadLinker();
  const find = createMentionFinder(linker.kb, { scorer: linker.nameScorer, words: linker.words });
  // the first pass is for the engine to compile; throughput is that of the next three
  const pass = () => texts.reduce((sum, text) => sum + linker.link(text).length, 0);
  const mentions = pass();
  const whole = median([pass, pass, pass].map(timed));
  const documents = texts.map((text) => analyseText(text));
  const all = documents.map((document) => find(document));
  // strangers are not looked up
  const spans = all.map((list) => list.filter(({ worth }) => worth >= 0.03));
  const surfaces = spans.map((list, i) => list.map((m) => texts[i].slice(m.start, m.end)));
  const reading = timed(() => texts.map((text) => analyseText(text)));
  const finding = timed(() => documents.map((document) => find(document)));
  const looking = timed(() =>
    surfaces.map((list, i) =>
      candidatesInDocument(linker.kb, list, {
        nearName: wordsNear(documents[i].tokens, spans[i]),
        text: texts[i],
        spans: spans[i],
      }),
    ),
  );
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const seconds = whole / 1000;
  console.log(
    `\n${texts.length} texts of ${Math.round(characters / texts.length)} characters, ${mentions} mentions, one thread (processor time)`,
  );
  console.log(
    `  ${(texts.length / seconds).toFixed(0)} documents/s, ${(mentions / seconds).toFixed(0)} mentions/s`,
  );
  const share = (ms) => `${((100 * ms) / whole).toFixed(0)} %`;
  console.log(
    `  tokens and sentences ${share(reading)}, finding names ${share(finding)}, candidates ${share(looking)}, features, model and answer ${share(whole - reading - finding - looking)}`,
  );
}

/** By the clock, in turns, when every thread has about read all texts; one on two processors has the engine's own threads on the other. */
async function benchThreads(texts) {
  /** @type {Record<number, number[]>} */
  const rates = { 1: [], 2: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const workers of [1, 2]) rates[workers].push(await documentsPerSecond(texts, workers));
  }
  const [one, two] = [median(rates[1]), median(rates[2])];
  console.log(`  1 worker  (wall time) ${one.toFixed(0)} documents/s`);
  console.log(
    `  2 workers (wall time) ${two.toFixed(0)} documents/s, ${(two / one).toFixed(2)} times (on as many processors as workers: bench -- versions threads --pinned)`,
  );
}

async function documentsPerSecond(texts, workers) {
  const many = Array.from({ length: workers * PASSES }, () => texts).flat();
  const uncounted = workers * texts.length;
  let linked = 0;
  let start = 0;
  for await (const _ of linkAll(many, { workers })) if (++linked === uncounted) start = performance.now();
  return ((linked - uncounted) * 1000) / (performance.now() - start);
}
