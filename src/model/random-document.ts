/** Random tables and ragged documents, for gradient checks and benchmarks. */
import { Random } from "../math/random.js";
import type { ModelDocument } from "./document.js";
import type { ModelTables, RowSource } from "./tables.js";

export interface RandomShape {
  mentions: number;
  /** Most candidates and words of a mention; ragged documents draw fewer, none included. */
  candidates: number;
  words: number;
  ragged: boolean;
  /** Numbers of evidence for a candidate; none when left out. */
  evidence?: number;
}

const TABLE_ROWS = { words: 2000, entities: 3000, relationWords: 1500 };

/** Rows of unit length, or with normal entries when not. */
function randomRows(
  random: Random,
  rows: number,
  d: number,
  unit: boolean,
): RowSource & { data: Float64Array } {
  const data = Float64Array.from({ length: rows * d }, () => random.normal(0, 0.4));
  for (let r = 0; unit && r < rows; r++) {
    const row = data.subarray(r * d, (r + 1) * d);
    const length = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0)) || 1;
    for (let l = 0; l < d; l++) row[l] /= length;
  }
  return {
    data,
    rows,
    d,
    readRow: (row, out, offset) => {
      for (let l = 0; l < d; l++) out[offset + l] = data[row * d + l];
    },
  };
}

export function randomTables(seed: number, d: number, rows = TABLE_ROWS): ModelTables {
  const random = new Random(seed);
  return {
    words: randomRows(random, rows.words, d, true),
    entities: randomRows(random, rows.entities, d, true),
    relationWords: randomRows(random, rows.relationWords, d, false),
  };
}

export function randomDocument(seed: number, shape: RandomShape, tables: ModelTables): ModelDocument {
  const random = new Random(seed);
  const upTo = (most: number, least: number) =>
    shape.ragged ? least + random.below(most - least + 1) : most;
  const rows = (count: number, table: RowSource) =>
    Int32Array.from({ length: count }, () => random.below(table.rows));
  // contexts overlap as those of a text do: each mention sees a stretch of the document's words
  const text = rows(Math.max(3 * shape.words, 12 * shape.mentions), tables.words);
  const mentions = Array.from({ length: shape.mentions }, (_, i) => {
    const words = upTo(shape.words, 0);
    const from = Math.floor((i * (text.length - words)) / Math.max(1, shape.mentions));
    const candidates = rows(upTo(shape.candidates, 0), tables.entities);
    const relationWords = (count: number) =>
      rows(count, tables.relationWords).map((row) => (random.below(10) === 0 ? -1 : row));
    return {
      candidates,
      priors: Float64Array.from(candidates, () => 0.001 + 0.999 * random.uniform()),
      evidence: shape.evidence
        ? Float64Array.from({ length: candidates.length * shape.evidence }, () => random.uniform())
        : undefined,
      words: text.subarray(from, from + words),
      left: relationWords(upTo(3, 0)),
      middle: relationWords(upTo(2, 1)),
      right: relationWords(upTo(3, 0)),
      gold: candidates.length === 0 ? -1 : random.below(candidates.length + 1) - 1,
    };
  });
  return { mentions };
}
