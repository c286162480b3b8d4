/** Words as they are written, numbered from text to text: the same few thousand make up most of every text, and what is known of one is found by its number. */
import { ownString } from "./own-string.js";
import type { Tokens } from "./tokens.js";

/** Words and UTF-16 units of them that are numbered before all are forgotten. */
const MOST_WORDS = 1 << 15;
const MOST_UNITS = 1 << 18;
const FIRST_SLOTS = 1 << 10;

class WrittenWords {
  /** How often all was forgotten. */
  generation = 0;
  readonly words: string[] = [];
  #units = 0;
  #hashes = new Int32Array(FIRST_SLOTS);
  /** Of each slot a word's number and one more, 0 for none; a power of two, of which half are used at most. */
  #slots = new Int32Array(2 * FIRST_SLOTS);

  /** Only when a text is begun: numbers hold while it is read. */
  forgetMany(): void {
    if (this.words.length < MOST_WORDS && this.#units < MOST_UNITS) return;
    this.generation++;
    this.words.length = 0;
    this.#units = 0;
    this.#hashes = new Int32Array(FIRST_SLOTS);
    this.#slots = new Int32Array(2 * FIRST_SLOTS);
  }

  /** The number of text[start … end). */
  numberOf(text: string, start: number, end: number): number {
    let hash = end - start;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let found = this.#slots[slot]; found !== 0; found = this.#slots[slot]) {
      if (this.#hashes[found - 1] === hash && isAt(text, start, end, this.words[found - 1])) return found - 1;
      slot = (slot + 1) & mask;
    }
    const number = this.words.push(ownString(text.slice(start, end))) - 1;
    this.#units += end - start;
    this.#slots[slot] = number + 1;
    this.#hashes[number] = hash;
    if (this.words.length === this.#hashes.length) this.#grow();
    return number;
  }

  #grow(): void {
    const hashes = new Int32Array(2 * this.#hashes.length);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#slots = new Int32Array(2 * hashes.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.words.length; number++) {
      let slot = hashes[number] & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function isAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (text.charCodeAt(start + i) !== word.charCodeAt(i)) return false;
  return true;
}

const written = new WrittenWords();

/** The text whose words were asked for last, and when that was: nearly always the one that is asked for next. */
let last: { tokens: Tokens; generation: number; numbers: Int32Array } | undefined;

/** The number of each token's word; to be asked for anew after another text was read. */
export function wordNumbers(tokens: Tokens): Int32Array {
  if (last?.tokens === tokens && last.generation === written.generation) return last.numbers;
  written.forgetMany();
  const { text, count, starts, ends } = tokens;
  const numbers = new Int32Array(count);
  for (let t = 0; t < count; t++) numbers[t] = written.numberOf(text, starts[t], ends[t]);
  last = { tokens, generation: written.generation, numbers };
  return numbers;
}

/** Changes when all words are numbered anew. */
export function writtenGeneration(): number {
  return written.generation;
}

/** The word of a number that holds. */
export function writtenWord(number: number): string {
  return written.words[number];
}

/** Numbers that are remembered of written words, `width` of each, none of them 0: 0 stands for what is not known yet. */
export class WordMemory {
  readonly #width: number;
  #numbers: Int32Array;
  #generation = written.generation;

  constructor(width = 1) {
    this.#width = width;
    this.#numbers = new Int32Array(FIRST_SLOTS * width);
  }

  /** The array with room for the word; what is known of it begins at width · number. */
  roomFor(number: number): Int32Array {
    if (this.#generation !== written.generation) this.clear();
    const wanted = (number + 1) * this.#width;
    if (wanted > this.#numbers.length) {
      const longer = new Int32Array(2 * wanted);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    return this.#numbers;
  }

  clear(): void {
    this.#generation = written.generation;
    this.#numbers.fill(0);
  }
}
