import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { EntityTexts } from "../kb/entity-texts.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { Names } from "./names.js";
import { findNearest } from "./nearest.js";
import { averagePrecision, evaluateRelatedness, ndcg, tfIdfCentroids } from "./relatedness.js";
import { readRelatednessQueries } from "./relatedness-queries.js";
import { convertStorage, VectorTable } from "./vector-table.js";

/** Two groups of 20 rows around two directions. */
const rows = 40;
const table = new VectorTable({
  rows,
  d: 2,
  data: Float32Array.from({ length: 2 * rows }, (_, i) => {
    const row = i >> 1;
    const angle = (row < 20 ? 0 : 1.5) + (row % 20) ** 2 * 0.0005;
    return 3 * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  }),
  names: Names.fromList(Array.from({ length: rows }, (_, row) => `page ${row}`)),
});

describe("relatedness", () => {
  test("NDCG and average precision of a known ranking", () => {
    const relevant = [true, false, true, false];
    expect(ndcg(relevant, 2, 1)).toBe(1);
    expect(ndcg(relevant, 2, 5)).toBeCloseTo((1 + 1 / 2) / (1 + 1 / Math.log2(3)), 10);
    expect(averagePrecision(relevant, 2)).toBeCloseTo((1 + 2 / 3) / 2, 10);
    expect(ndcg([], 0, 5)).toBe(0);
  });

  test("vectors that know the groups rank linked pages first, in int8 too; zeros earn nothing", () => {
    const queries = [{ row: 0, linked: [0, 1, 2, 3, 4, 5] }];
    const pool = Array.from({ length: 20 }, (_, i) => 20 + i);
    const options = { distractors: 15, pool };
    expect(evaluateRelatedness(table, queries, options)).toMatchObject({ queries: 1, ndcg10: 1, map: 1 });
    expect(evaluateRelatedness(convertStorage(table, "int8"), queries, options).map).toBe(1);
    const zeros = new VectorTable({ rows, d: 2, data: new Float32Array(2 * rows) });
    expect(evaluateRelatedness(zeros, queries, options).ndcg5).toBe(0);
  });

  test("pages with few links are left out", () => {
    expect(evaluateRelatedness(table, [{ row: 0, linked: [1, 2] }]).queries).toBe(0);
  });

  test("queries come from a corpus with links, unknown pages left out", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "pages.jsonl");
    const page = (title: string, text: string) => JSON.stringify({ id: "1", title, text });
    await writeFile(
      path,
      [
        page(
          "page 1",
          'See <a href="page%202">it</a>, <a href="page%202">it</a> and <a href="Lost">that</a>.',
        ),
        page("Nowhere", "No such page."),
      ].join("\n"),
    );
    const kb = { rowOfTitle: (title: string) => table.rowOf(title.toLowerCase()) } as KnowledgeBase;
    expect(await readRelatednessQueries(path, kb)).toEqual([{ row: 1, linked: [2] }]);
  });

  test("the tf-idf centroid leans to the rare word", () => {
    const words = new VectorTable({
      rows: 2,
      d: 2,
      data: Float32Array.of(2, 0, 0, 2),
      names: Names.fromList(["common", "rare"]),
    });
    const empty = new Uint32Array();
    const text = (row: number, list: number[]) => ({
      row,
      words: Uint32Array.from(list),
      counts: Uint32Array.from(list, () => 1),
      contextWords: empty,
      contextCounts: empty,
      outLinks: empty,
      inLinks: empty,
    });
    const all = [text(0, [0, 1]), text(1, [0]), text(2, [0])];
    const texts = { size: 3, words: ["common", "rare"], range: () => all.values() } as unknown as EntityTexts;
    const [x, y] = tfIdfCentroids(texts, words).vector(0);
    expect(y).toBeGreaterThan(x);
  });
});

describe("nearest", () => {
  test("the best come first, by cosine whatever the length, and only those accepted", () => {
    const found = findNearest(table, table.vector(5), { count: 3, accept: (row) => row !== 5 });
    expect(found.map((n) => n.row)).toEqual([4, 6, 3]);
    expect(found[0].name).toBe("page 4");
    expect(found[0].similarity).toBeGreaterThan(0.999);
  });

  test("nothing is near a vector of zeros, and zeros are near nothing", () => {
    expect(findNearest(table, new Float32Array(2))).toEqual([]);
    const zeros = new VectorTable({ rows: 2, d: 2, data: Float32Array.of(0, 0, 1, 0) });
    expect(findNearest(zeros, Float32Array.of(-1, 0)).map((n) => n.row)).toEqual([1]);
  });
});
