/** A vector for an entity with little or no text, out of its title, its description and the entities linked with it. */
import { isContentWord, normalizeWord } from "../text/content-words.js";
import { tokenize, tokenText } from "../text/tokens.js";
import { RowFlag, type VectorTable } from "./vector-table.js";

/** Smooth inverse frequency (Arora et al. 2017): a word of probability p counts a / (a + p). */
const SMOOTHING = 1e-4;
/** Ganea & Hofmann's exponent for negative words. */
const NEGATIVE_POWER = 0.6;

export interface EntityDescription {
  title: string;
  description?: string;
  /** Rows of entities its page links to, or that link to it. */
  linked?: ArrayLike<number>;
}

/** Composes in the space of one word table; made once, used for many entities. */
export interface Composer {
  /**
   * Writes a unit vector to out[offset ..] and says whether it could: false (and zeros) when no word is known and nothing
   * trained is linked. `extra` are more word rows with their counts, such as the few words of its page.
   */
  compose(
    entity: EntityDescription,
    out: Float32Array,
    offset?: number,
    extra?: { rows: ArrayLike<number>; counts: ArrayLike<number> },
  ): boolean;
}

/**
 * Words: the weighted mean of their unit vectors minus the mean of negative words, which is where max-margin training goes when every
 * margin is violated. Word frequencies are taken from the rows by Zipf's law: tables list frequent words first. Linked
 * entities: the mean of their vectors, as much again as the words.
 */
export function createComposer(words: VectorTable, entities?: VectorTable): Composer {
  const unit = words.unitRows();
  const { d } = words;
  const probability = zipf(words.rows);
  const negative = negativeMean(unit, probability);
  const row = new Float32Array(d);
  const sum = new Float64Array(d);

  const addWords = (rows: ArrayLike<number>, counts?: ArrayLike<number>): number => {
    let total = 0;
    for (let i = 0; i < rows.length; i++) {
      const weight = ((counts ? counts[i] : 1) * SMOOTHING) / (SMOOTHING + probability(rows[i]));
      unit.readRow(rows[i], row);
      for (let k = 0; k < d; k++) sum[k] += weight * row[k];
      total += weight;
    }
    return total;
  };
  const normalized = (vector: Float64Array): boolean => {
    let square = 0;
    for (let k = 0; k < d; k++) square += vector[k] * vector[k];
    if (square === 0) return false;
    for (let k = 0; k < d; k++) vector[k] /= Math.sqrt(square);
    return true;
  };
  const linkedMean = (linked: ArrayLike<number>): Float64Array => {
    const mean = new Float64Array(d);
    if (!entities) return mean;
    for (let i = 0; i < linked.length; i++) {
      if (entities.flags && entities.flags[linked[i]] !== RowFlag.trained) continue;
      entities.readRow(linked[i], row);
      for (let k = 0; k < d; k++) mean[k] += row[k];
    }
    return mean;
  };

  return {
    compose({ title, description, linked = [] }, out, offset = 0, extra) {
      sum.fill(0);
      let total = addWords(contentRows(title, words));
      if (description) total += addWords(contentRows(description, words));
      if (extra) total += addWords(extra.rows, extra.counts);
      if (total > 0) for (let k = 0; k < d; k++) sum[k] = sum[k] / total - negative[k];
      const hasWords = normalized(sum);
      const neighbours = linkedMean(linked);
      const hasLinks = normalized(neighbours);
      for (let k = 0; k < d; k++) sum[k] += neighbours[k];
      const known = (hasWords || hasLinks) && normalized(sum);
      for (let k = 0; k < d; k++) out[offset + k] = known ? sum[k] : 0;
      return known;
    },
  };
}

/** Rows of a text's content words that the table has. A text of nothing else ("The Who") gives all words it has. */
export function contentRows(text: string, words: VectorTable): number[] {
  const tokens = tokenize(text);
  const content: number[] = [];
  const all: number[] = [];
  for (let t = 0; t < tokens.count; t++) {
    const word = normalizeWord(tokenText(tokens, t));
    const row = words.rowOf(word);
    if (row < 0) continue;
    if (isContentWord(word)) content.push(row);
    if (word.length > 1) all.push(row);
  }
  return content.length > 0 ? content : all;
}

/** p(row) ∝ 1 / (row + 3). */
function zipf(rows: number): (row: number) => number {
  let total = 0;
  for (let row = 0; row < rows; row++) total += 1 / (row + 3);
  return (row) => 1 / ((row + 3) * total);
}

function negativeMean(unit: VectorTable, probability: (row: number) => number): Float64Array {
  const mean = new Float64Array(unit.d);
  const row = new Float32Array(unit.d);
  let total = 0;
  for (let r = 0; r < unit.rows; r++) {
    const weight = probability(r) ** NEGATIVE_POWER;
    unit.readRow(r, row);
    for (let k = 0; k < unit.d; k++) mean[k] += weight * row[k];
    total += weight;
  }
  return mean.map((x) => x / total);
}
