/** A text's words as rows of a vocabulary, and a mention's surroundings cut out of them (docs/model.md, section 1). */
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";
import { smallInts } from "../math/small-arrays.js";
import { TokenKind, type Tokens } from "./tokens.js";
import { WordMemory, wordNumbers, writtenWord } from "./written-words.js";

/** Row of a lower-case word, −1 when the vocabulary lacks it. `written`: the word as it stands, for vocabularies with capitals. */
export type Vocabulary = (word: string, written?: string) => number;

/** Longer tokens are no words of any vocabulary; not lower-casing them keeps a text of one endless word cheap. */
const LONGEST_WORD = 60;

/** A word as GloVe spells it: lower case, plain apostrophe. */
export function normalizeWord(word: string): string {
  return word.toLowerCase().replace(/[\u2019\u02bc\uff07]/g, "'");
}

/** Not a stop word, not a number, longer than one character; that the vocabulary has it is for the caller to see. */
export function isContentWord(word: string): boolean {
  return isContentIn(english, word);
}

function isContentIn({ stopWords }: Language, word: string): boolean {
  return word.length > 1 && !/^[\d.,]+$/.test(word) && !stopWords.has(word);
}

/** A text's tokens seen through a vocabulary. */
export interface WordRows {
  readonly tokens: Tokens;
  /** Vocabulary row of every token, −1 where unknown. */
  readonly rows: Int32Array;
  /** Indices of the tokens that are content words, ascending. */
  readonly content: Int32Array;
  /** Vocabulary rows of these. */
  readonly contentRows: Int32Array;
}

/** What a vocabulary says of words as they are written: the same few thousand make up most of every text. */
export class RememberedWords {
  readonly #vocabulary: Vocabulary;
  readonly #language: Language;
  /** What `look` says and `SHIFT` more. */
  readonly #known = new WordMemory();

  constructor(vocabulary: Vocabulary, language: Language = english) {
    this.#vocabulary = vocabulary;
    this.#language = language;
  }

  /** Of a word by its number: twice its row (−2 where it has none), and one more where it may be a content word. */
  look(number: number): number {
    const known = this.#known.roomFor(number);
    if (known[number] === 0) {
      const written = writtenWord(number);
      const word = normalizeWord(written);
      const row = this.#vocabulary(word, written);
      known[number] = 2 * row + (isContentIn(this.#language, word) ? 1 : 0) + SHIFT;
    }
    return known[number] - SHIFT;
  }
}

const SHIFT = 3;

export function readWordRows(
  tokens: Tokens,
  vocabulary: Vocabulary | RememberedWords,
  language: Language = english,
): WordRows {
  const words =
    vocabulary instanceof RememberedWords ? vocabulary : new RememberedWords(vocabulary, language);
  const { count, starts, ends, kinds } = tokens;
  const numbers = wordNumbers(tokens);
  const rows = new Int32Array(count).fill(-1);
  const content = new Int32Array(count);
  const contentRows = new Int32Array(count);
  let contents = 0;
  for (let t = 0; t < count; t++) {
    if (ends[t] - starts[t] > LONGEST_WORD) continue;
    const known = words.look(numbers[t]);
    rows[t] = known >> 1;
    if (known < 0 || (known & 1) === 0 || kinds[t] !== TokenKind.word) continue;
    contentRows[contents] = rows[t];
    content[contents++] = t;
  }
  return {
    tokens,
    rows,
    content: content.subarray(0, contents),
    contentRows: contentRows.subarray(0, contents),
  };
}

/** Number of entries of an ascending array that are below `value`. */
export function countBelow(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Two stretches of a list: of a text's content words those before a mention and those behind it. */
export interface WordWindow {
  /** Rows of all the words. */
  rows: ArrayLike<number>;
  /** The first stretch goes from `from` up to but without `before`, the second from `after` up to `to`. */
  from: number;
  before: number;
  after: number;
  to: number;
}

/** The whole of a list. */
export function wholeWindow(rows: ArrayLike<number>): WordWindow {
  return { rows, from: 0, before: rows.length, after: rows.length, to: rows.length };
}

/**
 * The nearest content words before token `first` and from token `afterLast` on, at most `each` a side, in text order.
 * Filtering comes before the cut, so the window reaches as far as it must.
 */
export function contextWindow(words: WordRows, first: number, afterLast: number, each: number): WordWindow {
  const { content, contentRows } = words;
  const before = countBelow(content, first);
  const after = countBelow(content, afterLast);
  return {
    rows: contentRows,
    from: Math.max(0, before - each),
    before,
    after,
    to: Math.min(content.length, after + each),
  };
}

/** What the window shows of a list as long as its rows. */
export function seenThrough(
  { from, before, after, to }: WordWindow,
  list: ArrayLike<number>,
): Int32Array<ArrayBuffer> {
  const seen = smallInts(before - from + to - after);
  let at = 0;
  for (let i = from; i < before; i++) seen[at++] = list[i];
  for (let i = after; i < to; i++) seen[at++] = list[i];
  return seen;
}

/** Where in the list the word at a place of what the window shows stands. */
export function placeBehind({ from, before, after }: WordWindow, place: number): number {
  return place < before - from ? from + place : after + place - (before - from);
}

export interface RelationContext {
  /** Word rows of the at most `each` tokens before the mention, inside its sentence; −1 is an unknown token. */
  left: Int32Array;
  /** The mention's own tokens. */
  middle: Int32Array;
  right: Int32Array;
}

/** Rows around and of the tokens first … afterLast − 1, unfiltered. An empty side is one unknown token. */
export function relationContext(
  words: WordRows,
  sentences: Int32Array,
  first: number,
  afterLast: number,
  each = 3,
): RelationContext {
  const sentence = Math.max(0, countBelow(sentences, first + 1) - 1);
  const from = sentences[sentence] ?? 0;
  const lastSentence = Math.max(sentence, countBelow(sentences, afterLast) - 1);
  const to = sentences[lastSentence + 1] ?? words.tokens.count;
  return {
    left: rowsOf(words, Math.max(from, first - each), first),
    middle: rowsOf(words, first, afterLast),
    right: rowsOf(words, afterLast, Math.min(to, afterLast + each)),
  };
}

function rowsOf(words: WordRows, from: number, to: number): Int32Array {
  return from < to ? words.rows.slice(from, to) : Int32Array.of(-1);
}
