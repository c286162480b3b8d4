// Building a knowledge base from a made-up dump with the proportions of the English Wikipedia: time, memory and disk by stage, threads in turns, what the whole would take.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, onProcessors } from "./support/measure.mjs";
import { measureBuild } from "./support/measure-build.mjs";
import { writeSyntheticDump } from "./support/synthetic-dump.mjs";
import { extrapolate } from "./support/whole-wikipedia.mjs";

export const summary =
  "kb build on a made-up Wikipedia: threads in turns; time, memory and disk of a fraction by stage; what the whole would take";

const usage = `npm run bench -- build threads [FRACTION] [--pinned]   one thread against two, in turns (default 0.001 of the English Wikipedia); pinned: on as many processors as threads
npm run bench -- build rehearse FRACTION...     builds such fractions and keeps what was measured in FOLDER/rehearsals.jsonl (memory: MULREL_BENCH_MEMORY, bytes; default 1 GB)
npm run bench -- build whole                    works out from these what the whole takes
npm run bench -- build stops [FRACTION]         Ctrl-C at moments all over a build: how long it takes to end, and that going on gives the same bytes
npm run bench -- build generate FRACTION FILE   only writes the dump
Folder: MULREL_BENCH_FOLDER, or mulrel-build in the system's temporary folder.`;

const folder = process.env.MULREL_BENCH_FOLDER ?? join(tmpdir(), "mulrel-build");
const records = join(folder, "rehearsals.jsonl");
const ceiling = Number(process.env.MULREL_BENCH_MEMORY ?? 1 << 30);

export async function run([part, ...args]) {
  mkdirSync(folder, { recursive: true });
  if (part === "threads")
    await benchThreads(Number(args.find((arg) => arg !== "--pinned") ?? 0.001), args.includes("--pinned"));
  else if (part === "rehearse") for (const fraction of args) await rehearse(Number(fraction));
  else if (part === "whole") showWhole();
  else if (part === "stops") await benchStops(Number(args[0] ?? 0.001));
  else if (part === "generate") await generate(Number(args[0]), args[1]);
  else console.log(usage);
}

async function generate(fraction, path) {
  const start = performance.now();
  const bytes = await writeSyntheticDump(path, { fraction });
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${path}: ${(bytes / 1e6).toFixed(0)} MB, ${fraction * 100} % of the whole, in ${seconds.toFixed(0)} s`,
  );
}

async function dumpOf(fraction) {
  const path = join(folder, `dump-${fraction}.xml`);
  if (!existsSync(path)) await generate(fraction, path);
  return path;
}

/** As docs/scale.md has the command: glibc gives memory back that is freed in pieces of this size and larger. */
const GIVEN_BACK = "131072";

/** Builds in a process of its own, so that memory is its own; what `measureBuild` says. */
function buildInChild(input, output, workers, { memory, store, pinned = false }) {
  const program = fileURLToPath(import.meta.url);
  const args = ["--expose-gc", program, input, output, String(workers), String(memory), store];
  const [command, ...rest] = [...(pinned ? onProcessors(workers) : []), process.execPath, ...args];
  const { status, stdout } = spawnSync(command, rest, {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, MALLOC_MMAP_THRESHOLD_: GIVEN_BACK },
  });
  if (status !== 0) process.exit(1);
  return JSON.parse(stdout);
}

/** One thread and two in turns on the same dump; medians, and whether all gave the same bytes. */
async function benchThreads(fraction, pinned) {
  const input = await dumpOf(fraction);
  const output = join(mkdtempSync(join(tmpdir(), "mulrel-bench-")), "kb");
  const times = { 1: [], 2: [] };
  const processors = { 1: [], 2: [] };
  const digests = new Set();
  for (let round = 0; round < 3; round++) {
    for (const workers of [1, 2]) {
      const { seconds, processor, digest } = buildInChild(input, output, workers, {
        memory: ceiling,
        store: "file",
        pinned,
      });
      times[workers].push(seconds);
      processors[workers].push(processor);
      digests.add(digest);
      console.log(
        `${workers} threads: ${seconds.toFixed(1)} s by the clock, ${processor.toFixed(1)} s of processors`,
      );
    }
  }
  const ratio = median(times[1]) / median(times[2]);
  const cost = median(processors[2]) / median(processors[1]);
  console.log(
    `two threads are ${ratio.toFixed(2)} times as fast as one and take ${cost.toFixed(2)} times the processor time (medians of three, in turns); ${digests.size === 1 ? "the same bytes each time" : "DIFFERENT BYTES"}`,
  );
  rmSync(join(output, ".."), { recursive: true });
  if (digests.size > 1) process.exitCode = 1;
}

const STOPS = 12;

/** What `mulrel kb build` says and how it ends; with `stopAfter`, milliseconds from the start to Ctrl-C and from that to the end. */
function buildOnCommand(input, output, stopAfter) {
  const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
  const child = spawn(process.execPath, [program, "kb", "build", input, "-o", output], { stdio: "ignore" });
  const began = performance.now();
  let stopped = Number.NaN;
  const timer = setTimeout(() => {
    stopped = performance.now();
    child.kill("SIGINT");
  }, stopAfter);
  return once(child, "exit").then(([code]) => {
    clearTimeout(timer);
    return { code, taken: performance.now() - began, answered: performance.now() - stopped };
  });
}

/** Every stop is a little later than the last; as reading is kept, later ones meet the stages behind it. */
async function benchStops(fraction) {
  const input = await dumpOf(fraction);
  const place = mkdtempSync(join(folder, "stops-"));
  const whole = join(place, "whole");
  const { taken } = await buildOnCommand(input, whole, 2 ** 30);
  const output = join(place, "stopped");
  const answers = [];
  for (let stop = 1; stop <= STOPS; stop++) {
    const { code, answered } = await buildOnCommand(input, output, (stop * taken) / STOPS);
    if (code === 130) answers.push(answered);
    else break;
  }
  await buildOnCommand(input, output, 2 ** 30);
  const isSame = ["", ".texts"].every((end) => readFileSync(whole + end).equals(readFileSync(output + end)));
  rmSync(place, { recursive: true });
  console.log(
    `${answers.length} stops were answered within ${Math.max(...answers).toFixed(0)} ms (median ${median(answers).toFixed(0)}); ${isSame ? "the same bytes" : "DIFFERENT BYTES"} in the end`,
  );
  if (!isSame) process.exitCode = 1;
}

async function rehearse(fraction) {
  const input = await dumpOf(fraction);
  const output = join(mkdtempSync(join(folder, "build-")), "kb");
  const measured = {
    fraction,
    ceiling,
    ...buildInChild(input, output, Math.max(2, availableParallelism()), { memory: ceiling, store: "lmdb" }),
  };
  rmSync(join(output, ".."), { recursive: true });
  rmSync(input);
  appendFileSync(records, `${JSON.stringify(measured)}\n`);
  console.log(JSON.stringify(measured, null, 1));
}

function showWhole() {
  const runs = readFileSync(records, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  console.log(extrapolate(runs));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [input, output, workers, memory, store] = process.argv.slice(2);
  const measured = await measureBuild({
    input,
    output,
    workers: Number(workers),
    memory: Number(memory),
    store: /** @type {"file" | "lmdb"} */ (store),
  });
  process.stdout.write(JSON.stringify(measured));
}
