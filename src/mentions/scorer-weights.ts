/** The weights of a scorer of names: their shape, their order in one array, their form in files. */
import { LinkingError } from "../errors.js";

/** Words that are looked at: two before the span, its first, second, last but one and last, two behind it. */
export const Role = { first: 2, second: 3, lastButOne: 4, last: 5 } as const;
export const ROLES = 8;

export interface ScorerShape {
  features: number;
  /** Numbers of a word vector, and of its short form Pᵀv; 0 for a scorer that looks at no vectors. */
  d: number;
  rank: number;
  hidden: number;
}

/** P, (d, rank); W, (features + ROLES · rank, hidden); and for each of the two answers, name and worth, weights of max(0, xW) and a bias. */
export interface NameScorerWeights extends ScorerShape {
  numbers: Float32Array;
}

/** Where W and the answers begin; P begins at 0. */
export interface ScorerLayout {
  first: number;
  name: number;
  worth: number;
  size: number;
}

export function layoutOf({ features, d, rank, hidden }: ScorerShape): ScorerLayout {
  const first = d * rank;
  const name = first + (features + ROLES * rank) * hidden;
  const worth = name + hidden + 1;
  return { first, name, worth, size: worth + hidden + 1 };
}

/** Vectors of words in lower case. */
export interface WordVectors {
  readonly d: number;
  rowOf(word: string): number;
  readRow(row: number, out: Float32Array, offset: number): void;
}

/** A row brought to length 1; zeros stay zeros. */
export function unitVector(words: WordVectors, row: number): Float32Array {
  const vector = new Float32Array(words.d);
  words.readRow(row, vector, 0);
  const squares = vector.reduce((sum, x) => sum + x * x, 0);
  return squares > 0 ? vector.map((x) => x / Math.sqrt(squares)) : vector;
}

/** The weights as they are kept in files. */
export interface NameScorerData extends ScorerShape {
  /** A weight is scale · whole number. */
  scale: number;
  /** Whole numbers of 16 bits, low byte first, as base64. */
  weights: string;
}

const STEPS = 32767;

export function packScorer({ numbers, ...shape }: NameScorerWeights): NameScorerData {
  const scale = numbers.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / STEPS;
  let bytes = "";
  for (const weight of numbers) {
    const whole = Math.round(weight / scale) & 0xffff;
    bytes += String.fromCharCode(whole & 0xff, whole >> 8);
  }
  return { ...shape, scale, weights: btoa(bytes) };
}

export function unpackScorer({ scale, weights, ...shape }: NameScorerData): NameScorerWeights {
  const bytes = atob(weights);
  const { size } = layoutOf(shape);
  if (bytes.length !== 2 * size) {
    throw new LinkingError(
      "bad-file",
      `A scorer of names has ${bytes.length / 2} weights, wanted ${size} for ${shape.features} features, word vectors of ${shape.d} numbers, ${shape.rank} numbers of each word and ${shape.hidden} hidden ones; train it anew.`,
    );
  }
  const numbers = Float32Array.from({ length: size }, (_, i) => {
    const whole = bytes.charCodeAt(2 * i) | (bytes.charCodeAt(2 * i + 1) << 8);
    return scale * ((whole << 16) >> 16);
  });
  return { ...shape, numbers };
}
