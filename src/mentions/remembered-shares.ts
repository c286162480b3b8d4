/** What words and names add to the hidden layer of a scorer, worked out once and remembered from text to text. */
import { WordMemory, wordNumbers } from "../text/written-words.js";
import type { KnownName } from "./known-names.js";
import type { Lattice } from "./lattice.js";
import {
  layoutOf,
  type NameScorerWeights,
  ROLES,
  Role,
  type ScorerLayout,
  unitVector,
  type WordVectors,
} from "./scorer-weights.js";
import { FEATURES, KNOWLEDGE_AT, knowledgeOf, type TellingRole, writeWord } from "./span-features.js";

/** Words, and numbers of what they and names add to the hidden layer, that are remembered. */
const MOST_REMEMBERED = 20_000;
const MOST_SHARES = 1 << 22;
/** What is added to a hidden unit is remembered as whole numbers of this: within 32 either way, to a two-thousandth. Half the memory of floats, for scores that differ by less than a hundredth. */
export const SHARE_STEP = 1 / 1024;
const MOST_STEPS = 32767;
/** What a word adds to the hidden layer: in each role, some with the facts of the word, and last without, where it is the first too. */
const BLOCKS = ROLES + 1;
export const ALONE = ROLES;
/** Blocks of words that say something by themselves. */
const tellingBlocks = new Map<number, TellingRole>([
  [1, "before"],
  [Role.first, "first"],
  [Role.last, "last"],
  [ALONE, "last"],
  [6, "after"],
]);

export class RememberedShares {
  readonly #weights: NameScorerWeights;
  readonly #at: ScorerLayout;
  readonly #words: WordVectors | undefined;
  readonly #x = new Float32Array(FEATURES);
  /** Of words that are remembered, by their written numbers, their number here and one more; their short forms, (words, rank). */
  readonly #numbers = new WordMemory();
  #wordCount = 0;
  #shortForms = new Float32Array(0);
  /** (words, BLOCKS): where what a word adds to the hidden layer begins in `shares`, and one more; 0 while nobody asked. */
  #blocks = new Int32Array(0);
  /** At its full size from the start, since the system gives memory only to pages that are written to; arrays that grow leave their former selves behind. */
  shares = new Int16Array(MOST_SHARES);
  /** One that is being made, (hidden). */
  readonly #made: Float32Array;
  #sharesEnd = 0;
  /** How often all was forgotten. */
  #generation = 0;

  constructor(weights: NameScorerWeights, words: WordVectors | undefined) {
    this.#weights = weights;
    this.#at = layoutOf(weights);
    this.#words = weights.d > 0 ? words : undefined;
    this.#made = new Float32Array(weights.hidden);
  }

  /** Only when a text is begun: what is remembered holds while it is read. */
  forgetMany(): void {
    if (this.#wordCount < MOST_REMEMBERED && this.#sharesEnd < MOST_SHARES) return;
    this.#numbers.clear();
    this.#wordCount = 0;
    this.#blocks.fill(0);
    this.#sharesEnd = 0;
    this.#generation++;
  }

  /** Where the share of what is known of a name begins. */
  ofName(lattice: Lattice, known: KnownName, first: number, end: number): number {
    if (known.generation !== this.#generation) {
      const knowledge = knowledgeOf(lattice.names.kb, known, lattice.text(first, end));
      this.#made.fill(0);
      this.#addFeatures(knowledge, KNOWLEDGE_AT);
      known.shareAt = this.#keep();
      known.generation = this.#generation;
    }
    return known.shareAt;
  }

  /** Where the share of the word at token t begins, whose number is known, in a role or ALONE. */
  ofWord(lattice: Lattice, t: number, number: number, block: number): number {
    const place = (number - 1) * BLOCKS + block;
    return (this.#blocks[place] || this.#makeShare(lattice, t, place)) - 1;
  }

  /** The number of the word at token t, and one more. */
  numberOf(lattice: Lattice, t: number): number {
    const written = wordNumbers(lattice.document.tokens)[t];
    const numbers = this.#numbers.roomFor(written);
    if (numbers[written] === 0) {
      const { rank } = this.#weights;
      numbers[written] = ++this.#wordCount;
      this.#blocks = withRoom(this.#blocks, this.#wordCount * BLOCKS);
      this.#shortForms = withRoom(this.#shortForms, this.#wordCount * rank);
      if (rank > 0) this.#shortForms.set(this.#shortForm(lattice.word(t)), (this.#wordCount - 1) * rank);
    }
    return numbers[written];
  }

  /** Keeps what was made: where it begins. */
  #keep(): number {
    const from = this.#sharesEnd;
    this.#sharesEnd += this.#made.length;
    this.shares = withRoom(this.shares, this.#sharesEnd);
    for (let k = 0; k < this.#made.length; k++) {
      const steps = Math.round(this.#made[k] / SHARE_STEP);
      this.shares[from + k] = Math.max(-MOST_STEPS, Math.min(MOST_STEPS, steps));
    }
    return from;
  }

  /** What the word at t adds in a role: its short form's share, and that of what it says by itself. Returns where it begins, and one more. */
  #makeShare(lattice: Lattice, t: number, place: number): number {
    const { features, rank } = this.#weights;
    const number = Math.floor(place / BLOCKS);
    const block = place % BLOCKS;
    this.#made.fill(0);
    const role = block === ALONE ? Role.last : block;
    const form = this.#shortForms.subarray(number * rank, (number + 1) * rank);
    this.#addFeatures(form, features + role * rank);
    const telling = tellingBlocks.get(block);
    if (telling) {
      const facts = block === ALONE ? undefined : lattice.factsAt(t);
      this.#x.fill(0);
      writeWord(lattice.names.language, { word: lattice.word(t), facts }, telling, this.#x, 0);
      this.#addFeatures(this.#x, 0);
    }
    return (this.#blocks[place] = this.#keep() + 1);
  }

  /** Pᵀv, (rank); zeros for a word without vector. */
  #shortForm(word: string): Float32Array {
    const { rank, numbers } = this.#weights;
    const q = new Float32Array(rank);
    const row = this.#words?.rowOf(word.toLowerCase()) ?? -1;
    if (row >= 0) {
      const vector = unitVector(this.#words!, row);
      for (let i = 0; i < vector.length; i++) {
        for (let r = 0; r < rank; r++) q[r] += vector[i] * numbers[i * rank + r];
      }
    }
    return q;
  }

  /** made += x W, of which x are the features from `from` on; four at a time, so that sums are read and written less often. */
  #addFeatures(x: Float32Array, from: number): void {
    const { numbers, hidden: h } = this.#weights;
    const made = this.#made;
    let i = 0;
    let at = this.#at.first + from * h;
    for (; i + 4 <= x.length; i += 4, at += 4 * h) {
      const [a, b, c, d] = [x[i], x[i + 1], x[i + 2], x[i + 3]];
      if (a === 0 && b === 0 && c === 0 && d === 0) continue;
      for (let k = 0; k < h; k++) {
        const w = at + k;
        made[k] += a * numbers[w] + b * numbers[w + h] + (c * numbers[w + 2 * h] + d * numbers[w + 3 * h]);
      }
    }
    for (; i < x.length; i++, at += h) {
      for (let k = 0; k < h; k++) made[k] += x[i] * numbers[at + k];
    }
  }
}

/** The array, or a longer one with its numbers where it has not so many places. */
function withRoom<T extends Float32Array | Int32Array | Int16Array>(array: T, places: number): T {
  if (places <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => T)(2 * places);
  longer.set(array);
  return longer;
}
