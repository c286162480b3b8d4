// Builds a knowledge base in this process and tells, stage by stage, what it took: seconds, processors, memory, disk.
import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const MB = 1e6;
/** A tick of the system's clock in /proc; seconds. */
const TICK = 0.01;

/** Processor seconds of the whole process, and of its first thread, which does what is not done in parts. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return { all: (user + system) / 1e6, first: (Number(fields[11]) + Number(fields[12])) * TICK };
}

/** The most memory that was resident since the last call; MB. */
function peakMemory() {
  const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
  writeFileSync("/proc/self/clear_refs", "5");
  return peak / MB;
}

/** What lies in the folder of the output; MB. */
function diskUse(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes / MB;
}

async function digestOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** What tables and other objects of the first thread are still needed, those that threads share among them; MB. Tells only with --expose-gc. */
function neededMemory() {
  // memory of arrays is given back behind the first one
  for (let times = 0; times < 2; times++) globalThis.gc?.();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return { tables: arrayBuffers / MB, heap: heapUsed / MB };
}

/** @param {{ input: string, output: string, workers: number, memory: number, store: "file" | "lmdb" }} options */
export async function measureBuild({ input, output, workers, memory, store }) {
  const { buildKnowledgeBase } = await import("../../dist/kb/build/build-knowledge-base.js");
  const folder = dirname(output);
  /** @type {Record<string, { seconds: number, parts: number, rest: number, memory: number, disk: number, tables: number, heap: number }>} */
  const stages = {};
  const start = { wall: performance.now(), ...processorSeconds() };
  let last = start;
  let stage = "digest";
  let disk = 0;
  const endStage = (next) => {
    const now = { wall: performance.now(), ...processorSeconds() };
    const rest = now.first - last.first;
    stages[stage] = {
      seconds: (now.wall - last.wall) / 1000,
      // what threads did in parts, and what one thread has to do
      parts: now.all - last.all - rest,
      rest,
      memory: peakMemory(),
      disk: Math.max(disk, diskUse(folder)),
      ...neededMemory(),
    };
    last = { wall: performance.now(), ...processorSeconds() };
    stage = next;
    disk = 0;
  };
  peakMemory();
  let looked = 0;
  const info = await buildKnowledgeBase({
    inputs: [input],
    output,
    workers,
    memory,
    store,
    now: () => performance.now() / 1000,
    onProgress(progress) {
      if (progress.stage !== stage) endStage(progress.stage);
      else if (performance.now() - looked > 2000) {
        looked = performance.now();
        disk = Math.max(disk, diskUse(folder));
      }
    },
  });
  endStage("done");
  const { all } = processorSeconds();
  return {
    bytes: statSync(input).size,
    workers,
    seconds: (performance.now() - start.wall) / 1000,
    processor: all - start.all,
    entities: info.entities,
    surfaces: info.surfaces,
    stages,
    result: diskUse(folder),
    digest: await digestOf([store === "file" ? output : join(output, "data.mdb"), `${output}.texts`]),
  };
}
