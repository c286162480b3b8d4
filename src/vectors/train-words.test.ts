import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { Random } from "../math/random.js";
import { findNearest } from "./nearest.js";
import { trainWordVectors } from "./train-words.js";
import { readWordCorpus, TEXT_BREAK } from "./word-corpus.js";

const sea = ["ship", "harbour", "captain", "wave", "anchor", "sailor"];
const kitchen = ["oven", "flour", "butter", "recipe", "pan", "sugar"];
const settings = { d: 12, epochs: 12, tokensPerRound: 4000, sample: 0, window: 4, minCount: 2 };

let folder: string;
let path: string;
beforeAll(async () => {
  folder = temporaryFolder();
  path = join(folder, "texts.txt");
  const random = new Random(5);
  const sentence = () => {
    const topic = random.below(2) === 0 ? sea : kitchen;
    return Array.from({ length: 8 }, () => topic[random.below(topic.length)]).join(" ");
  };
  await writeFile(path, `${Array.from({ length: 4000 }, sentence).join("\n")}\n`);
});

describe("word training", () => {
  test("words of one topic come together", async () => {
    const table = await trainWordVectors({ inputs: [path], settings, workers: 1 });
    for (const word of [...sea, ...kitchen]) {
      const own = sea.includes(word) ? sea : kitchen;
      const row = table.rowOf(word);
      const near = findNearest(table, table.vector(row), { count: 3, accept: (r) => r !== row });
      for (const { name } of near) expect(own, word).toContain(name);
    }
  });

  test("gives equal bytes for 1, 2 and 4 workers", async () => {
    const run = (workers: number) =>
      trainWordVectors({ inputs: [path], settings: { ...settings, epochs: 2 }, workers });
    const one = await run(1);
    for (const workers of [2, 4]) expect((await run(workers)).data).toEqual(one.data);
  });

  test("settings that cannot be are refused", async () => {
    await expect(trainWordVectors({ inputs: [path], settings: { d: 0 } })).rejects.toMatchObject({
      code: "usage",
    });
    await expect(trainWordVectors({ inputs: [path], settings: { minCount: 1e9 } })).rejects.toThrow(
      /No word occurs/,
    );
  });
});

describe("word corpus", () => {
  test("reads pages and plain text, drops rare words and parts texts", async () => {
    const mixed = join(folder, "mixed.jsonl");
    const page = JSON.stringify({ title: "T", text: 'The <a href="Sea">sea</a> and the sea.' });
    await writeFile(mixed, `${page}\nThe sea once.\nnothing here\n`);
    const corpus = await readWordCorpus([mixed], { minCount: 3 });
    expect(corpus.words).toEqual(["sea", "the"]);
    expect([...corpus.counts]).toEqual([3, 3]);
    expect([...corpus.tokens]).toEqual([1, 0, 1, 0, TEXT_BREAK, 1, 0, TEXT_BREAK]);
  });

  test("a broken line is a sentence", async () => {
    const broken = join(folder, "broken.jsonl");
    await writeFile(broken, '{"text": "fine"}\n{"text": \n');
    await expect(readWordCorpus([broken], { minCount: 1 })).rejects.toThrow(/broken\.jsonl, line 2/);
  });
});
