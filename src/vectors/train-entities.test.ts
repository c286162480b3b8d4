import { stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { type EntityText, writeEntityTexts } from "../kb/entity-texts.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { Random } from "../math/random.js";
import { AliasSampler } from "./alias-sampler.js";
import { createComposer } from "./compose.js";
import { Names } from "./names.js";
import { trainEntityVectors } from "./train-entities.js";
import { RowFlag, VectorTable } from "./vector-table.js";

/** A world of four topics: each has 25 words around a direction of its own, entities draw from one topic. */
const TOPICS = 4;
const WORDS_A_TOPIC = 25;
const ENTITIES = 1200;
const d = 16;
const topicOf = (entity: number) => entity % TOPICS;

let folder: string;
let textsPath: string;
let words: VectorTable;
let kb: KnowledgeBase;

beforeAll(async () => {
  folder = temporaryFolder();
  textsPath = join(folder, "kb.texts");
  const random = new Random(11);
  const names: string[] = [];
  const data: number[] = [];
  for (let w = 0; w < TOPICS * WORDS_A_TOPIC; w++) {
    names.push(`word${String.fromCharCode(97 + Math.floor(w / 26), 97 + (w % 26))}`);
    for (let k = 0; k < d; k++) data.push(random.normal(k === Math.floor(w / WORDS_A_TOPIC) ? 2 : 0.5, 0.4));
  }
  words = new VectorTable({
    rows: names.length,
    d,
    data: Float32Array.from(data),
    names: Names.fromList(names),
  });
  const entities: EntityText[] = [];
  for (let row = 0; row < ENTITIES; row++) entities.push(textOf(row, random));
  await writeEntityTexts(textsPath, { words: names, frequencies: names.map((_, i) => 1000 - i), entities });
  kb = {
    size: ENTITIES,
    info: { sources: [] },
    entity: (row: number) => ({
      row,
      id: String(row),
      title: titleOf(row, names),
      popularity: 0,
      isPerson: false,
    }),
    close() {},
  } as unknown as KnowledgeBase;
});

/** The last three entities have no text: one has a title of known words, one only a link, one nothing. */
function titleOf(row: number, names: string[]): string {
  return row === ENTITIES - 3 ? names[0] : `Thing ${row}`;
}

function textOf(row: number, random: Random): EntityText {
  const empty = new Uint32Array();
  const text = {
    row,
    words: empty,
    counts: empty,
    contextWords: empty,
    contextCounts: empty,
    outLinks: empty,
    inLinks: empty,
  };
  if (row >= ENTITIES - 3) return row === ENTITIES - 2 ? { ...text, outLinks: Uint32Array.of(1) } : text;
  const draw = (count: number) => {
    const bag = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const topical = random.uniform() < 0.85;
      const word = topical
        ? topicOf(row) * WORDS_A_TOPIC + random.below(WORDS_A_TOPIC)
        : random.below(TOPICS * WORDS_A_TOPIC);
      bag.set(word, (bag.get(word) ?? 0) + 1);
    }
    const sorted = [...bag].sort((a, b) => a[0] - b[0]);
    return [Uint32Array.from(sorted, ([w]) => w), Uint32Array.from(sorted, ([, n]) => n)];
  };
  const [pageWords, counts] = draw(row % 3 === 0 ? 0 : 40);
  const [contextWords, contextCounts] = draw(row % 3 === 1 ? 0 : 20);
  return { ...text, words: pageWords, counts, contextWords, contextCounts };
}

const train = (
  options: {
    workers?: number;
    checkpointPath?: string;
    signal?: AbortSignal;
    order?: "mixed" | "page-first";
  } = {},
) =>
  trainEntityVectors({
    kb,
    textsPath,
    words,
    settings: { steps: 30, order: options.order ?? "mixed" },
    ...options,
  });

/** Leaves a checkpoint of a training that was stopped on its way. */
async function interrupt(checkpointPath: string): Promise<void> {
  const controller = new AbortController();
  const stopped = trainEntityVectors({
    kb,
    textsPath,
    words,
    settings: { steps: 30 },
    workers: 1,
    checkpointPath,
    signal: controller.signal,
    onProgress: ({ stage }) => stage === "training" && controller.abort(),
  });
  await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
}

function similarity(table: VectorTable, a: number, b: number): number {
  const x = table.vector(a);
  const y = table.vector(b);
  return x.reduce((sum, v, k) => sum + v * y[k], 0);
}

describe("entity training", () => {
  test.each(["mixed", "page-first"] as const)("recovers the planted topics (%s)", async (order) => {
    const { table, trained } = await train({ workers: 1, order });
    expect(trained).toBe(ENTITIES - 3);
    let right = 0;
    for (let e = 0; e < 100; e++) {
      const others = Array.from({ length: 40 }, (_, i) => 200 + i);
      const best = others.reduce((a, b) => (similarity(table, e, b) > similarity(table, e, a) ? b : a));
      if (topicOf(best) === topicOf(e)) right++;
      expect(table.length(e)).toBeCloseTo(1, 5);
    }
    expect(right).toBeGreaterThan(95);
  });

  test("gives equal bytes for 1, 2 and 4 workers", async () => {
    const tables = [];
    for (const workers of [1, 2, 4]) tables.push((await train({ workers })).table);
    for (const table of tables.slice(1)) {
      expect(
        Buffer.compare(Buffer.from(table.data as Float32Array), Buffer.from(tables[0].data as Float32Array)),
      ).toBe(0);
      expect(table.flags).toEqual(tables[0].flags);
    }
  });

  test("entities without text are composed and flagged, or flagged unknown", async () => {
    const { table, composed, unknown } = await train({ workers: 1 });
    expect([composed, unknown]).toEqual([2, 1]);
    expect([...table.flags!.slice(-3)]).toEqual([RowFlag.composed, RowFlag.composed, RowFlag.unknown]);
    expect([...table.vector(ENTITIES - 2)].map((x) => x.toFixed(4))).toEqual(
      [...table.vector(1)].map((x) => x.toFixed(4)),
    );
    expect(table.length(ENTITIES - 1)).toBe(0);
    expect(table.name(5)).toBe("Thing 5");
  });

  test("an interrupted run goes on and ends with the same bytes", async () => {
    const checkpointPath = join(folder, "out.partial");
    const whole = await train({ workers: 1 });
    await interrupt(checkpointPath);
    expect((await stat(checkpointPath)).size).toBeGreaterThan(0);
    const resumed = await train({ workers: 1, checkpointPath });
    expect(resumed.steps).toBeLessThan(whole.steps);
    expect(resumed.table.data).toEqual(whole.table.data);
    // the caller removes it, once the table is safe
    expect((await stat(checkpointPath)).size).toBeGreaterThan(0);
  });

  test("nothing goes on from a checkpoint that was made with other words of the same number and size", async () => {
    const checkpointPath = join(folder, "words.partial");
    await interrupt(checkpointPath);
    const others = new VectorTable({
      rows: words.rows,
      d,
      data: Float32Array.from(words.data as Float32Array, (x) => -x),
      names: words.names,
    });
    const trainOthers = (more = {}) =>
      trainEntityVectors({ kb, textsPath, words: others, settings: { steps: 30 }, workers: 1, ...more });
    const whole = await trainOthers();
    const after = await trainOthers({ checkpointPath });
    expect(after.steps).toBe(whole.steps);
    expect(after.table.data).toEqual(whole.table.data);
  });

  test("texts of another knowledge base are refused", async () => {
    await expect(
      trainEntityVectors({ kb: { ...kb, size: 7 } as KnowledgeBase, textsPath, words }),
    ).rejects.toMatchObject({ code: "mismatch" });
  });
});

describe("composing", () => {
  test("mixes title, description and trained neighbours, and passes over composed ones", () => {
    const entities = new VectorTable({
      rows: 2,
      d,
      data: Float32Array.from({ length: 2 * d }, (_, i) => (i === 3 || i === d + 5 ? 1 : 0)),
      flags: Uint8Array.of(RowFlag.trained, RowFlag.composed),
    });
    const composer = createComposer(words, entities);
    const out = new Float32Array(2 * d);
    expect(composer.compose({ title: "Unheard", linked: [0, 1] }, out, d)).toBe(true);
    expect([...out.subarray(d)]).toEqual([...entities.vector(0)]);
    expect(composer.compose({ title: words.name(0), description: words.name(1) }, out)).toBe(true);
    const sameTopic = words
      .unitRows()
      .vector(2)
      .reduce((s, x, k) => s + x * out[k], 0);
    const otherTopic = words
      .unitRows()
      .vector(60)
      .reduce((s, x, k) => s + x * out[k], 0);
    expect(sameTopic).toBeGreaterThan(otherTopic);
    expect(composer.compose({ title: "Unheard" }, out)).toBe(false);
    expect(out[0]).toBe(0);
  });
});

describe("AliasSampler", () => {
  test("draws each outcome as often as its weight says", () => {
    const weights = [0, 1, 5, 0.5, 3.5];
    const sampler = AliasSampler.of(weights);
    const counts = weights.map(() => 0);
    const random = new Random(1);
    for (let i = 0; i < 100_000; i++) counts[sampler.draw(random)]++;
    expect(counts[0]).toBe(0);
    weights.forEach((w, i) => {
      expect(Math.abs(counts[i] / 10_000 - w)).toBeLessThan(0.1);
    });
  });
});
