/** Cuts a text into words, numbers and signs with exact UTF-16 offsets, in one pass. */
import { CharKind, charKind, isApostrophe } from "./characters.js";

export const TokenKind = {
  word: 0,
  /** Digits, with the separators inside them: 1966, 3.5, 10,000. */
  number: 1,
  /** One sign: a punctuation mark, a symbol, an emoji, a lone surrogate. */
  sign: 2,
} as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** The tokens of a text, one entry each in parallel arrays. Token t is `text.slice(starts[t], ends[t])`. */
export interface Tokens {
  readonly text: string;
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** A `TokenKind` each. */
  readonly kinds: Uint8Array;
  /** 1 where the token begins with a capital letter. */
  readonly capitals: Uint8Array;
}

export function tokenText(tokens: Tokens, index: number): string {
  return tokens.text.slice(tokens.starts[index], tokens.ends[index]);
}

/** Tokens of a text given as UTF-16 units; the arrays are used again for the next text and hold `count` entries. */
export class TokenArrays {
  count = 0;
  starts = new Int32Array(FIRST_ROOM);
  ends = new Int32Array(FIRST_ROOM);
  kinds = new Uint8Array(FIRST_ROOM);
  capitals = new Uint8Array(FIRST_ROOM);

  add(start: number, end: number, kind: TokenKind, capital: boolean): void {
    const at = this.count++;
    if (at === this.starts.length) this.#grow();
    this.starts[at] = start;
    this.ends[at] = end;
    this.kinds[at] = kind;
    this.capitals[at] = capital ? 1 : 0;
  }

  #grow(): void {
    const grown = <T extends Int32Array | Uint8Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    const room = this.starts.length * 2;
    this.starts = grown(this.starts, new Int32Array(room));
    this.ends = grown(this.ends, new Int32Array(room));
    this.kinds = grown(this.kinds, new Uint8Array(room));
    this.capitals = grown(this.capitals, new Uint8Array(room));
  }
}

const FIRST_ROOM = 256;
/** Work space of `tokenize`; what it returns is copied out of it. */
const scratch = { units: new Uint16Array(1 << 12), tokens: new TokenArrays() };
/** A longer text's work space is not kept; units. */
const LARGEST_KEPT = 1 << 20;

/**
 * A word is a run of letters, marks and digits; an apostrophe between letters stays inside (O'Brien), but a
 * possessive 's is a token of its own. Initials keep their dots (U.S., J.R.R.). Hyphens and slashes part words.
 */
export function tokenize(text: string): Tokens {
  const n = text.length;
  if (scratch.units.length < n) scratch.units = new Uint16Array(n * 2);
  const { units, tokens } = scratch;
  for (let i = 0; i < n; i++) units[i] = text.charCodeAt(i);
  tokenizeUnits(units, n, tokens);
  const { count } = tokens;
  const result = {
    text,
    count,
    starts: tokens.starts.slice(0, count),
    ends: tokens.ends.slice(0, count),
    kinds: tokens.kinds.slice(0, count),
    capitals: tokens.capitals.slice(0, count),
  };
  if (n > LARGEST_KEPT) {
    scratch.units = new Uint16Array(1 << 12);
    scratch.tokens = new TokenArrays();
  }
  return result;
}

/** The same for the first `n` of `units`, into `tokens`. */
export function tokenizeUnits(units: Uint16Array, n: number, tokens: TokenArrays): void {
  tokens.count = 0;
  let at = 0;
  while (at < n) at = addToken(units, n, at, tokens);
}

/** Adds the token that begins at `at`, none where white space is; where to go on. */
export function addToken(units: Uint16Array, n: number, at: number, tokens: TokenArrays): number {
  const kind = kindAt(units, n, at);
  const width = widthAt(units, n, at);
  if (kind === CharKind.space) return at + width;
  if (kind === CharKind.upper || kind === CharKind.lower) {
    const end = wordEnd(units, n, at);
    tokens.add(at, end, TokenKind.word, kind === CharKind.upper);
    return end;
  }
  if (kind === CharKind.digit) {
    const end = numberEnd(units, n, at);
    // "90s", "2nd": digits that run into letters are a word
    const wordy = end < n && isWordPart(kindAt(units, n, end));
    const stop = wordy ? wordEnd(units, n, end) : end;
    tokens.add(at, stop, wordy ? TokenKind.word : TokenKind.number, false);
    return stop;
  }
  if (kind === CharKind.ideograph) {
    tokens.add(at, at + width, TokenKind.word, false);
    return at + width;
  }
  const end = kind === CharKind.other && isPossessive(units, n, at) ? at + 2 : at + width;
  tokens.add(at, end, end > at + width ? TokenKind.word : TokenKind.sign, false);
  return end;
}

/** Upper, lower, digit and mark are neighbours. */
function isWordPart(kind: CharKind): boolean {
  return kind >= CharKind.upper && kind <= CharKind.mark;
}

function isLetter(kind: CharKind): boolean {
  return kind === CharKind.lower || kind === CharKind.upper;
}

/** Units of the character at `at`: 2 for a surrogate pair. */
function widthAt(units: Uint16Array, n: number, at: number): number {
  if ((units[at] & 0xfc00) !== 0xd800 || at + 1 >= n) return 1;
  return (units[at + 1] & 0xfc00) === 0xdc00 ? 2 : 1;
}

/** Kind of the character that starts at `at`; `space` beyond the end. */
function kindAt(units: Uint16Array, n: number, at: number): CharKind {
  if (at >= n) return CharKind.space;
  const unit = units[at];
  if ((unit & 0xfc00) !== 0xd800 || widthAt(units, n, at) === 1) return charKind(unit);
  return charKind(0x10000 + ((unit & 0x3ff) << 10) + (units[at + 1] & 0x3ff));
}

/** Is there an apostrophe and s at `at` that ends a word: the 's of "England's"? */
function isPossessive(units: Uint16Array, n: number, at: number): boolean {
  if (!isApostrophe(units[at]) || at + 1 >= n) return false;
  const s = units[at + 1];
  return (s === 0x73 || s === 0x53) && !isWordPart(kindAt(units, n, at + 2));
}

/** End of the word whose first character is at `start`. */
function wordEnd(units: Uint16Array, n: number, start: number): number {
  let at = start;
  while (at < n) {
    // plain small letters first: they are most of any text
    const unit = units[at];
    if (unit >= 97 && unit <= 122) at++;
    else if (isWordPart(kindAt(units, n, at))) at += widthAt(units, n, at);
    else if (isApostrophe(unit) && isLetter(kindAt(units, n, at + 1)) && !isPossessive(units, n, at)) at++;
    else break;
  }
  return at - start === 1 && at < n && units[at] === DOT ? initialsEnd(units, n, at) : at;
}

const DOT = 0x2e;

/** The word is one letter and ends before a dot: the end of the initials it begins (U.S., J.R.R.), else `end`. */
function initialsEnd(units: Uint16Array, n: number, end: number): number {
  let stop = end;
  let groups = 0;
  for (let more = true; more && stop < n && units[stop] === DOT; ) {
    stop++;
    groups++;
    more = isLetter(kindAt(units, n, stop)) && stop + 1 < n && units[stop + 1] === DOT;
    if (more) stop++;
  }
  return groups > 1 ? stop : end;
}

/** End of the digits at `start`, with single separators between digits inside. */
function numberEnd(units: Uint16Array, n: number, start: number): number {
  let at = start;
  while (at < n) {
    const unit = units[at];
    if (kindAt(units, n, at) === CharKind.digit) at += widthAt(units, n, at);
    else if ((unit === DOT || unit === 0x2c) && kindAt(units, n, at + 1) === CharKind.digit) at++;
    else break;
  }
  return at;
}

/** Index of the first token that ends after `offset`; `count` when there is none. */
export function tokenAt(tokens: Tokens, offset: number): number {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens.ends[middle] > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
