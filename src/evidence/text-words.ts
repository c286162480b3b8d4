/** Which words stand near a place of a text. */
import { type Tokens, tokenAt } from "../text/tokens.js";
import { wordNumbers } from "../text/written-words.js";
import type { Span } from "../types.js";
import { forgetManyWords, wordGeneration, wordNumber, writtenNumbers } from "./word-numbers.js";

/** Words, by their numbers, that stand near some place. */
export interface NearWords {
  /** In lower case. */
  has(word: number): boolean;
  /** Is the word there with an s behind it? */
  hasPlural(word: number): boolean;
}

/** A text may speak of many things; what is further off than this says little. Tokens. */
const NEAR = 400;

/** Near the `index`-th of the spans of a text. */
export function wordsNear(
  tokens: Tokens,
  spans: readonly Span[],
  text = new TextWords(tokens),
): (index: number) => NearWords {
  return (index) => text.near(tokenAt(tokens, spans[index].start));
}

/** Words without a text, all of them near each other. */
export function wordsAmong(words: Iterable<string | undefined>): NearWords {
  const there = new Set(words);
  const singular = new Set([...there].flatMap((word) => (word?.endsWith("s") ? [word.slice(0, -1)] : [])));
  const numbers = [there, singular].map(
    (set) => new Set([...set].flatMap((word) => (word === undefined ? [] : [wordNumber(word)]))),
  );
  return { has: (word) => numbers[0].has(word), hasPlural: (word) => numbers[1].has(word) };
}

/** The words of a text and where they stand: made when first asked, and anew when words have been forgotten since. */
export class TextWords {
  readonly #tokens: Tokens;
  #places: WordPlaces | undefined;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  near(token: number): NearWords {
    if (this.#places?.generation !== wordGeneration()) {
      forgetManyWords();
      this.#places = new WordPlaces(this.#tokens);
    }
    return new NearToken(this.#places!, token - NEAR, token + NEAR);
  }
}

class NearToken implements NearWords {
  constructor(
    readonly places: WordPlaces,
    readonly from: number,
    readonly to: number,
  ) {}

  has(word: number): boolean {
    return this.places.isBetween(2 * word, this.from, this.to);
  }

  hasPlural(word: number): boolean {
    return this.places.isBetween(2 * word + 1, this.from, this.to);
  }
}

/** A hash table from words to the tokens where they stand. The key of a word is twice its number; one more stands for its plural. */
class WordPlaces {
  readonly generation = wordGeneration();
  readonly #shift: number;
  /** Of each slot the key and one more, 0 for none; and where its tokens end in the list, which begin where those of the slot before end. */
  readonly #keys: Int32Array;
  readonly #ends: Int32Array;
  /** Tokens, ascending for each key. */
  readonly #places: Int32Array;

  constructor(tokens: Tokens) {
    const { count } = tokens;
    const bits = 32 - Math.clz32(4 * count + 1);
    this.#shift = 32 - bits;
    this.#keys = new Int32Array(2 ** bits);
    this.#ends = new Int32Array(2 ** bits + 1);
    this.#places = new Int32Array(2 * count);
    // slots of each token's word and of what it is the plural of; −1 for none
    const slots = new Int32Array(2 * count).fill(-1);
    const numbers = wordNumbers(tokens);
    for (let t = 0; t < count; t++) {
      const known = writtenNumbers(numbers[t]);
      const word = known[2 * numbers[t]] - 1;
      const singular = known[2 * numbers[t] + 1] - 2;
      this.#count(slots, 2 * t, 2 * word);
      if (singular >= 0) this.#count(slots, 2 * t + 1, 2 * singular + 1);
    }
    const ends = this.#ends;
    for (let slot = 1; slot < ends.length; slot++) ends[slot] += ends[slot - 1];
    // from the last to the first, so that each slot's end becomes its beginning: the end of the one before
    for (let i = slots.length - 1; i >= 0; i--) if (slots[i] >= 0) this.#places[--ends[slots[i]]] = i >> 1;
  }

  #count(slots: Int32Array, at: number, key: number): void {
    const slot = this.#slotOf(key);
    this.#keys[slot] = key + 1;
    this.#ends[slot]++;
    slots[at] = slot;
  }

  /** The slot with the key, or the empty one where it belongs. */
  #slotOf(key: number): number {
    const keys = this.#keys;
    let slot = Math.imul(key, 0x9e3779b1) >>> this.#shift;
    while (keys[slot] !== 0 && keys[slot] !== key + 1) slot = (slot + 1) & (keys.length - 1);
    return slot;
  }

  /** Does the word stand at one of the tokens from … to? */
  isBetween(key: number, from: number, to: number): boolean {
    const slot = this.#slotOf(key);
    if (this.#keys[slot] === 0) return false;
    const places = this.#places;
    let low = this.#ends[slot];
    let high = this.#ends[slot + 1];
    while (low < high && places[low] < from) {
      const middle = (low + high) >> 1;
      if (places[middle] < from) low = middle + 1;
      else high = middle;
    }
    return low < this.#ends[slot + 1] && places[low] <= to;
  }
}
