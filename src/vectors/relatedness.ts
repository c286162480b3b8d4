/** Judges entity vectors by relatedness: are the pages that a page links to ranked above random ones? */
import type { EntityTexts } from "../kb/entity-texts.js";
import { Random } from "../math/random.js";
import { RowFlag, VectorTable } from "./vector-table.js";

/** A page and the pages it links to, as rows of the table. */
export interface RelatednessQuery {
  row: number;
  linked: number[];
}

export interface RelatednessOptions {
  /** Random pages put beside the linked ones. */
  distractors?: number;
  /** Queries with fewer linked pages are left out. */
  fewestLinked?: number;
  seed?: number;
  /** Rows that random pages are drawn from; all rows when left out. */
  pool?: number[];
}

export interface RelatednessScores {
  queries: number;
  ndcg1: number;
  ndcg5: number;
  ndcg10: number;
  /** Mean average precision. */
  map: number;
}

/**
 * Ranks by cosine. The random pages depend on the seed and the query only, so that tables can be compared.
 *
 * ```ts
 * import { openKnowledgeBase } from "mulrel/kb";
 * import { evaluateRelatedness, openVectorTable, readRelatednessQueries } from "mulrel/train";
 *
 * const queries = await readRelatednessQueries("pages.jsonl.gz", await openKnowledgeBase("simple.kb"));
 * console.log(evaluateRelatedness(await openVectorTable("entities.safetensors"), queries).map);
 * ```
 */
export function evaluateRelatedness(
  table: VectorTable,
  queries: Iterable<RelatednessQuery>,
  options: RelatednessOptions = {},
): RelatednessScores {
  const { distractors = 100, fewestLinked = 5, seed = 1, pool } = options;
  const unit = table.unitRows();
  const query = new Float32Array(table.d);
  const other = new Float32Array(table.d);
  const sums = { queries: 0, ndcg1: 0, ndcg5: 0, ndcg10: 0, map: 0 };
  for (const { row, linked } of queries) {
    const positives = new Set(linked.filter((r) => r !== row));
    if (positives.size < fewestLinked) continue;
    const rows = [...positives, ...drawOthers(pool ?? table.rows, positives, row, distractors, seed)];
    unit.readRow(row, query);
    const scored = rows.map((r, i) => {
      unit.readRow(r, other);
      let similarity = 0;
      for (let k = 0; k < query.length; k++) similarity += query[k] * other[k];
      return { similarity, relevant: i < positives.size };
    });
    // Among equals the random pages come first: a table of zeros earns nothing.
    scored.sort((a, b) => b.similarity - a.similarity || Number(a.relevant) - Number(b.relevant));
    const relevant = scored.map((s) => s.relevant);
    sums.queries++;
    sums.ndcg1 += ndcg(relevant, positives.size, 1);
    sums.ndcg5 += ndcg(relevant, positives.size, 5);
    sums.ndcg10 += ndcg(relevant, positives.size, 10);
    sums.map += averagePrecision(relevant, positives.size);
  }
  const mean = (sum: number) => (sums.queries > 0 ? sum / sums.queries : 0);
  return {
    queries: sums.queries,
    ndcg1: mean(sums.ndcg1),
    ndcg5: mean(sums.ndcg5),
    ndcg10: mean(sums.ndcg10),
    map: mean(sums.map),
  };
}

function drawOthers(
  pool: number[] | number,
  positives: ReadonlySet<number>,
  row: number,
  count: number,
  seed: number,
): number[] {
  const size = typeof pool === "number" ? pool : pool.length;
  const random = Random.derive(seed, row);
  const drawn = new Set<number>();
  // A bound on the attempts, for pools hardly larger than the linked pages.
  for (let attempt = 0; drawn.size < count && attempt < 20 * count; attempt++) {
    const at = random.below(size);
    const other = typeof pool === "number" ? at : pool[at];
    if (other !== row && !positives.has(other)) drawn.add(other);
  }
  return [...drawn];
}

/** Discounted gain of the first k places over the best that could be had. */
export function ndcg(relevant: boolean[], positives: number, k: number): number {
  let gain = 0;
  let ideal = 0;
  for (let i = 0; i < Math.min(k, relevant.length); i++) {
    if (relevant[i]) gain += 1 / Math.log2(i + 2);
    if (i < positives) ideal += 1 / Math.log2(i + 2);
  }
  return ideal > 0 ? gain / ideal : 0;
}

export function averagePrecision(relevant: boolean[], positives: number): number {
  let hits = 0;
  let sum = 0;
  relevant.forEach((isRelevant, i) => {
    if (isRelevant) sum += ++hits / (i + 1);
  });
  return positives > 0 ? sum / positives : 0;
}

/** The baseline: Σ tf · idf · w over the words of an entity's page (and, if asked, around links to it), at length 1. */
export function tfIdfCentroids(texts: EntityTexts, words: VectorTable, withContexts = false): VectorTable {
  const { d } = words;
  const unit = words.unitRows();
  const rowOfWord = texts.words.map((word) => words.rowOf(word));
  const documentFrequency = new Float64Array(texts.words.length);
  for (const text of texts.range()) for (const word of text.words) documentFrequency[word]++;
  const data = new Float32Array(texts.size * d);
  const flags = new Uint8Array(texts.size).fill(RowFlag.unknown);
  const vector = new Float32Array(d);
  for (const text of texts.range()) {
    const at = text.row * d;
    const add = (list: Uint32Array, counts: Uint32Array) => {
      const total = counts.reduce((sum, n) => sum + n, 0);
      list.forEach((word, i) => {
        if (rowOfWord[word] < 0) return;
        unit.readRow(rowOfWord[word], vector);
        const weight = (counts[i] / total) * Math.log((texts.size + 1) / (documentFrequency[word] + 1));
        for (let k = 0; k < d; k++) data[at + k] += weight * vector[k];
        flags[text.row] = RowFlag.trained;
      });
    };
    add(text.words, text.counts);
    if (withContexts) add(text.contextWords, text.contextCounts);
  }
  return new VectorTable({ rows: texts.size, d, data, flags });
}
