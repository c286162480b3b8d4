// Further nouns for the teacher of types: those that stand as "X is a …" and whose nearest listed nouns, by word vectors, agree on a type.
import { listedNouns } from "./kinds.mjs";

/** Listed nouns that are asked, and the share of their votes that must agree. */
const ASKED = 9;
const AGREED = 0.75;
/** A nearest noun less alike than this says nothing. */
const LEAST_COSINE = 0.45;

/**
 * @param {Map<string, number>} heads nouns that are not listed, with how often they were met
 * @param {{ rowOf(word: string): number, readRow(row: number, out: Float32Array): void, d: number }} words
 * @returns {Map<string, string>} type by noun
 */
export function similarNouns(heads, words) {
  const listed = listedNouns().flatMap(([noun, type]) => {
    const vector = unitVector(words, noun);
    return vector ? [{ type, vector }] : [];
  });
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const noun of heads.keys()) {
    const vector = unitVector(words, noun);
    if (!vector) continue;
    const nearest = listed
      .map((each) => ({ type: each.type, cosine: dot(each.vector, vector) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, ASKED);
    if (nearest[0].cosine < LEAST_COSINE) continue;
    const votes = new Map();
    for (const { type, cosine } of nearest)
      votes.set(type, (votes.get(type) ?? 0) + Math.max(0, cosine) ** 2);
    const [type, most] = [...votes].sort((a, b) => b[1] - a[1])[0];
    const all = [...votes.values()].reduce((sum, vote) => sum + vote, 0);
    if (most / all >= AGREED) found.set(noun, type);
  }
  return found;
}

/** @param {any} words @param {string} noun */
function unitVector(words, noun) {
  const row = words.rowOf(noun);
  if (row < 0) return undefined;
  const vector = new Float32Array(words.d);
  words.readRow(row, vector);
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((x) => x / length) : undefined;
}

/** @param {Float32Array} a @param {Float32Array} b */
function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
