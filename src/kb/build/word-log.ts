/**
 * The words of the texts of a chunk as numbers of its own. A text's tokens are cut and hashed in one pass over its UTF-16 units: nearly all
 * of it is plain letters, blanks and signs, which are told apart here; the rest is left to `addToken`. Then they are looked up in a pass of
 * its own, in which the processor can wait for several places of the table at a time.
 */
import { finishA, finishB, mixA, mixB, SEED_A, SEED_B, slotOf } from "../../corpus/intern-table.js";
import { ByteWriter } from "../../files/bytes.js";
import { CharKind, charKind, isApostrophe } from "../../text/characters.js";
import { addToken, TokenArrays } from "../../text/tokens.js";
import type { LocalStrings } from "./chunk-log.js";

/** Longer tokens are no words of any vocabulary; they share the number 0. */
const LONGEST_TOKEN = 60;
export const LONG_TOKEN = "\ufffc";

const Plain = { none: 0, letter: 1, digit: 2, space: 3, sign: 4 } as const;
/** By UTF-16 unit: what it is wherever it stands; an apostrophe and all beyond ASCII depend on their neighbours. */
const plain = Uint8Array.from({ length: 1 << 16 }, (_, unit) => {
  if (unit > 127) return Plain.none;
  const kind = charKind(unit);
  if (kind === CharKind.upper || kind === CharKind.lower) return Plain.letter;
  if (kind === CharKind.digit) return Plain.digit;
  if (kind === CharKind.space) return Plain.space;
  return isApostrophe(unit) ? Plain.none : Plain.sign;
});
/** 1 for a letter or a digit. */
const isPlainPart = plain.map((kind) => (kind === Plain.letter || kind === Plain.digit ? 1 : 0));
const COMMA = 0x2c;
const DOT = 0x2e;

/** Numbers of a slot: the halves of the hash, the word's number + 1 and how often it was met, side by side because memory is slow. */
const SLOT_BITS = 2;
const SLOT = 1 << SLOT_BITS;
const NUMBER = 2;
const COUNT = 3;
const FIRST_SLOTS = 1 << 14;
/** Bytes of a varint of a word's number. */
const LONGEST_VARINT = 5;
const longToken = Uint16Array.of(LONG_TOKEN.charCodeAt(0));

export class WordLog {
  size = 0;
  /** Of the text that was added last: how many tokens it has, and where in it they are. */
  count = 0;
  starts = new Int32Array(1 << 12);
  ends = new Int32Array(1 << 12);
  /** The tokens' hashes, in halves. */
  #a = new Int32Array(1 << 12);
  #b = new Int32Array(1 << 12);
  /** A hash table, at most three quarters full; a number of 0 is a free slot. */
  #slots = new Int32Array(SLOT * FIRST_SLOTS);
  readonly #out = new ByteWriter(1 << 16);
  readonly #tokens = new TokenArrays();

  constructor() {
    this.#addLong();
  }

  /** Cuts the first `n` units into tokens and appends their numbers to `out` as varints. */
  add(units: Uint16Array, n: number, out: ByteWriter): void {
    if (this.starts.length < n) this.#widen(2 * n);
    this.#cut(units, n);
    this.#lookUp(units, out);
  }

  /** What was logged since the last time; the next chunk begins with numbers of its own. */
  take(): { words: LocalStrings; counts: Uint32Array } {
    const hashes = new Int32Array(2 * this.size);
    const counts = new Uint32Array(this.size);
    const slots = this.#slots;
    for (let at = 0; at < slots.length; at += SLOT) {
      const word = slots[at + NUMBER] - 1;
      if (word < 0) continue;
      hashes[2 * word] = slots[at];
      hashes[2 * word + 1] = slots[at + 1];
      counts[word] = slots[at + COUNT];
    }
    const bytes = this.#out.done().slice();
    this.#out.length = 0;
    this.#slots.fill(0);
    this.size = 0;
    this.#addLong();
    return { words: { hashes, bytes }, counts };
  }

  /** What too long tokens share is number 0. */
  #addLong(): void {
    this.count = 0;
    this.#hash(longToken, 0, 1);
    this.#addNew(longToken, 0);
  }

  #widen(room: number): void {
    this.starts = new Int32Array(room);
    this.ends = new Int32Array(room);
    this.#a = new Int32Array(room);
    this.#b = new Int32Array(room);
  }

  /** Where the tokens are, and their hashes. */
  #cut(units: Uint16Array, n: number): void {
    this.count = 0;
    for (let at = 0; at < n; ) {
      const unit = units[at];
      const kind = plain[unit];
      if (kind === Plain.letter) at = this.#cutWord(units, n, at);
      else if (kind === Plain.space) at++;
      else if (kind === Plain.sign) this.#hash(units, at, ++at);
      else at = kind === Plain.digit ? this.#cutNumber(units, n, at) : this.#cutAny(units, n, at);
    }
  }

  /** The token whose first letter is at `from`: a run of plain letters and digits, or what the general rules make of it; where it ends. */
  #cutWord(units: Uint16Array, n: number, from: number): number {
    let a = SEED_A;
    let b = SEED_B;
    let at = from;
    let unit = units[from];
    do {
      a = mixA(a, unit);
      b = mixB(b, unit);
      unit = ++at < n ? units[at] : 32;
    } while (isPlainPart[unit] === 1);
    const isOver = plain[unit] !== Plain.none && (unit !== DOT || at - from > 1);
    if (!isOver || at - from > LONGEST_TOKEN) return this.#cutAny(units, n, from);
    const token = this.count++;
    this.starts[token] = from;
    this.ends[token] = at;
    this.#a[token] = finishA(a, at - from);
    this.#b[token] = finishB(b);
    return at;
  }

  #cutNumber(units: Uint16Array, n: number, from: number): number {
    let at = from;
    let next: number = Plain.digit;
    while (next === Plain.digit) next = ++at < n ? plain[units[at]] : Plain.space;
    const isOver = next === Plain.space || (next === Plain.sign && units[at] !== COMMA && units[at] !== DOT);
    if (!isOver || at - from > LONGEST_TOKEN) return this.#cutAny(units, n, from);
    this.#hash(units, from, at);
    return at;
  }

  /** By the general rules: the token at `from`, or the white space; where it ends. */
  #cutAny(units: Uint16Array, n: number, from: number): number {
    const tokens = this.#tokens;
    tokens.count = 0;
    const next = addToken(units, n, from, tokens);
    if (tokens.count === 0) return next;
    if (next - from > LONGEST_TOKEN) {
      this.#hash(longToken, 0, 1);
      this.starts[this.count - 1] = from;
      this.ends[this.count - 1] = next;
    } else this.#hash(units, from, next);
    return next;
  }

  /** Adds a token from `from` to `to`. */
  #hash(units: Uint16Array, from: number, to: number): void {
    let a = SEED_A;
    let b = SEED_B;
    for (let i = from; i < to; i++) {
      a = mixA(a, units[i]);
      b = mixB(b, units[i]);
    }
    const token = this.count++;
    this.starts[token] = from;
    this.ends[token] = to;
    this.#a[token] = finishA(a, to - from);
    this.#b[token] = finishB(b);
  }

  /** Counts the tokens' words and writes their numbers. */
  #lookUp(units: Uint16Array, out: ByteWriter): void {
    const { count } = this;
    out.reserve(count * LONGEST_VARINT);
    const { bytes } = out;
    let { length } = out;
    const as = this.#a;
    const bs = this.#b;
    let slots = this.#slots;
    for (let token = 0; token < count; token++) {
      const a = as[token];
      const b = bs[token];
      const mask = slots.length - SLOT;
      let at = (slotOf(a, b) << SLOT_BITS) & mask;
      while ((slots[at] !== a || slots[at + 1] !== b) && slots[at + NUMBER] !== 0) at = (at + SLOT) & mask;
      let word = slots[at + NUMBER] - 1;
      if (word < 0) {
        at = this.#addNew(units, token);
        slots = this.#slots;
        word = slots[at + NUMBER] - 1;
      }
      slots[at + COUNT]++;
      for (; word > 127; word >>>= 7) bytes[length++] = (word & 127) | 128;
      bytes[length++] = word;
    }
    out.length = length;
  }

  /** The slot of a token's word, which has not been met. */
  #addNew(units: Uint16Array, token: number): number {
    if (4 * SLOT * this.size >= 3 * this.#slots.length) this.#grow();
    const at = freeSlot(this.#slots, this.#a[token], this.#b[token]);
    this.#slots[at + NUMBER] = ++this.size;
    this.#out.unitString(units, this.starts[token], this.ends[token]);
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let from = 0; from < old.length; from += SLOT) {
      if (old[from + NUMBER] === 0) continue;
      const at = freeSlot(this.#slots, old[from], old[from + 1]);
      this.#slots[at + NUMBER] = old[from + NUMBER];
      this.#slots[at + COUNT] = old[from + COUNT];
    }
  }
}

/** Where a hash that is not in the table goes; it is entered there, without number and count. */
function freeSlot(slots: Int32Array, a: number, b: number): number {
  const mask = slots.length - SLOT;
  let at = (slotOf(a, b) << SLOT_BITS) & mask;
  while (slots[at + NUMBER] !== 0) at = (at + SLOT) & mask;
  slots[at] = a;
  slots[at + 1] = b;
  return at;
}
