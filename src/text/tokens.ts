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

/**
 * A word is a run of letters, marks and digits; an apostrophe between letters stays inside (O'Brien), but a
 * possessive 's is a token of its own. Initials keep their dots (U.S., J.R.R.). Hyphens and slashes part words.
 */
export function tokenize(text: string): Tokens {
  const builder = new TokenBuilder(text);
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    const kind = charKind(code);
    const width = code > 0xffff ? 2 : 1;
    if (kind === CharKind.space) {
      at += width;
    } else if (kind === CharKind.upper || kind === CharKind.lower) {
      const end = wordEnd(text, at);
      builder.add(at, end, TokenKind.word, kind === CharKind.upper);
      at = end;
    } else if (kind === CharKind.digit) {
      const end = numberEnd(text, at);
      // "90s", "2nd": digits that run into letters are a word
      const wordy = end < text.length && isWordPart(charKind(text.codePointAt(end)!));
      const stop = wordy ? wordEnd(text, end) : end;
      builder.add(at, stop, wordy ? TokenKind.word : TokenKind.number, false);
      at = stop;
    } else if (kind === CharKind.ideograph) {
      builder.add(at, at + width, TokenKind.word, false);
      at += width;
    } else {
      const end = kind === CharKind.other && isPossessive(text, at) ? at + 2 : at + width;
      builder.add(at, end, end > at + width ? TokenKind.word : TokenKind.sign, false);
      at = end;
    }
  }
  return builder.finish();
}

function isWordPart(kind: CharKind): boolean {
  return (
    kind === CharKind.lower || kind === CharKind.upper || kind === CharKind.mark || kind === CharKind.digit
  );
}

function isLetter(kind: CharKind): boolean {
  return kind === CharKind.lower || kind === CharKind.upper;
}

/** Kind of the character that starts at `at`; `space` beyond the end. */
function kindAt(text: string, at: number): CharKind {
  return at < text.length ? charKind(text.codePointAt(at)!) : CharKind.space;
}

/** Is there an apostrophe and s at `at` that ends a word: the 's of "England's"? */
function isPossessive(text: string, at: number): boolean {
  if (!isApostrophe(text.charCodeAt(at)) || at + 1 >= text.length) return false;
  const s = text.charCodeAt(at + 1);
  return (s === 0x73 || s === 0x53) && !isWordPart(kindAt(text, at + 2));
}

/** End of the word whose first character is at `start`. */
function wordEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    if (isWordPart(charKind(code))) {
      at += code > 0xffff ? 2 : 1;
    } else if (isApostrophe(code) && isLetter(kindAt(text, at + 1)) && !isPossessive(text, at)) {
      at++;
    } else break;
  }
  return initialsEnd(text, start, at);
}

/** Where the word is one letter before a dot, the end of the initials it begins: U.S., J.R.R.; else `end`. */
function initialsEnd(text: string, start: number, end: number): number {
  let stop = end;
  let letters = end - start;
  let groups = 0;
  while (letters === 1 && text.charCodeAt(stop) === 0x2e) {
    stop++;
    groups++;
    const next = kindAt(text, stop);
    if (!isLetter(next) || kindAt(text, stop + 1) !== CharKind.other || text.charCodeAt(stop + 1) !== 0x2e) {
      letters = 0;
    } else stop++;
  }
  return groups > 1 ? stop : end;
}

/** End of the digits at `start`, with single separators between digits inside. */
function numberEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    if (charKind(code) === CharKind.digit) at += code > 0xffff ? 2 : 1;
    else if ((code === 0x2e || code === 0x2c) && kindAt(text, at + 1) === CharKind.digit) at++;
    else break;
  }
  return at;
}

/** Parallel arrays that double when they are full. */
class TokenBuilder {
  #text: string;
  #count = 0;
  #starts: Int32Array;
  #ends: Int32Array;
  #kinds: Uint8Array;
  #capitals: Uint8Array;

  constructor(text: string) {
    this.#text = text;
    const room = (text.length >> 2) + 16;
    this.#starts = new Int32Array(room);
    this.#ends = new Int32Array(room);
    this.#kinds = new Uint8Array(room);
    this.#capitals = new Uint8Array(room);
  }

  add(start: number, end: number, kind: TokenKind, capital: boolean): void {
    if (this.#count === this.#starts.length) this.#grow();
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#kinds[this.#count] = kind;
    this.#capitals[this.#count] = capital ? 1 : 0;
    this.#count++;
  }

  #grow(): void {
    const grown = <T extends Int32Array | Uint8Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    const room = this.#count * 2;
    this.#starts = grown(this.#starts, new Int32Array(room));
    this.#ends = grown(this.#ends, new Int32Array(room));
    this.#kinds = grown(this.#kinds, new Uint8Array(room));
    this.#capitals = grown(this.#capitals, new Uint8Array(room));
  }

  finish(): Tokens {
    const count = this.#count;
    return {
      text: this.#text,
      count,
      starts: this.#starts.subarray(0, count),
      ends: this.#ends.subarray(0, count),
      kinds: this.#kinds.subarray(0, count),
      capitals: this.#capitals.subarray(0, count),
    };
  }
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
