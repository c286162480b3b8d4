// How fast entity vectors are trained: entity updates (steps of 20 positive and 80 negative words) a second, with 1 and 2 workers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeEntityTexts } from "../dist/kb/entity-texts.js";
import { Random } from "../dist/math/random.js";
import { Names } from "../dist/vectors/names.js";
import { trainEntityVectors } from "../dist/vectors/train-entities.js";
import { VectorTable } from "../dist/vectors/vector-table.js";
import { median, printTable } from "./support/measure.mjs";

export const summary = "entity training: updates a second, speed-up from 1 to 2 workers (at least 1.7)";

const D = 100;
const WORDS = 60_000;
const LEAST = 1.7;
/** Entities of the knowledge base built from the data folder, and what training them may take. */
const KB_ENTITIES = 225_000;
const STEPS = 200;

/** Synthetic pages of 100 different words, a word's probability falling with its rank as in real text. */
async function makeWorld(folder, entities) {
  const random = new Random(1);
  const names = Array.from(
    { length: WORDS },
    (_, i) => `w${i.toString(26).replace(/\d/g, (c) => "qrstuvwxyz"[c])}`,
  );
  const data = Float32Array.from({ length: WORDS * D }, () => random.normal());
  const words = new VectorTable({ rows: WORDS, d: D, data, names: Names.fromList(names) });
  const empty = new Uint32Array();
  function* texts() {
    for (let row = 0; row < entities; row++) {
      const set = new Set(Array.from({ length: 100 }, () => Math.floor(WORDS ** random.uniform()) - 1));
      const list = Uint32Array.from([...set].sort((a, b) => a - b));
      yield {
        row,
        words: list,
        counts: list.map(() => 1 + random.below(5)),
        contextWords: empty,
        contextCounts: empty,
        outLinks: empty,
        inLinks: empty,
      };
    }
  }
  const textsPath = join(folder, "texts");
  await writeEntityTexts(textsPath, {
    words: names,
    frequencies: names.map((_, i) => Math.ceil(1e6 / (i + 1))),
    entities: texts(),
  });
  const kb = {
    size: entities,
    info: { sources: [] },
    entity: (row) => ({ row, title: names[row % WORDS] }),
    close() {},
  };
  return { kb, textsPath, words };
}

/** Seconds by the clock and of all threads' processor time. */
async function time(world, workers) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  let first;
  const { steps } = await trainEntityVectors({
    ...world,
    workers,
    settings: { steps: STEPS },
    // From the first finished block on, so that starting threads is not counted.
    onProgress: ({ stage, done }) => {
      if (stage === "training") first ??= { at: performance.now(), done };
    },
  });
  const end = performance.now();
  const used = process.cpuUsage(cpu);
  const counted = steps * (1 - first.done / world.kb.size);
  return {
    updates: counted / ((end - first.at) / 1000),
    processor: (used.user + used.system) / 1e6,
    whole: (end - start) / 1000,
  };
}

export async function run([entities = "12000", rounds = "3"]) {
  const folder = mkdtempSync(join(tmpdir(), "mulrel-bench-"));
  try {
    const world = await makeWorld(folder, Number(entities));
    const results = { 1: [], 2: [] };
    for (let round = 0; round < Number(rounds); round++) {
      for (const workers of [1, 2]) results[workers].push(await time(world, workers));
    }
    const middle = (workers, field) => median(results[workers].map((r) => r[field]));
    const minutes = (updates) => ((KB_ENTITIES * STEPS) / updates / 60).toFixed(1);
    printTable([
      [
        "workers",
        "entity updates/s",
        `minutes for ${KB_ENTITIES.toLocaleString("en")} entities`,
        "processor seconds",
      ],
      ...[1, 2].map((w) => [
        String(w),
        Math.round(middle(w, "updates")).toLocaleString("en"),
        minutes(middle(w, "updates")),
        middle(w, "processor").toFixed(1),
      ]),
    ]);
    const speedUp = middle(2, "updates") / middle(1, "updates");
    console.log(
      `speed-up from 1 to 2 workers: ${speedUp.toFixed(2)} (by the clock; other work on the machine lowers it)`,
    );
    console.log(
      `processor time of 2 workers over that of 1: ${(middle(2, "processor") / middle(1, "processor")).toFixed(2)} (1 is no loss)`,
    );
    if (speedUp < LEAST) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
