/**
 * The words of the texts of a chunk as numbers of its own. A text's tokens are cut, hashed and looked up by a loop in WebAssembly: nearly all of
 * it is plain letters, blanks and signs, which are told apart there; the rest is left to `addToken`.
 */
import { makeRoom, startTextKernels } from "../../corpus/text-kernels.js";
import { ByteWriter } from "../../files/bytes.js";
import { CharKind, charKind, isApostrophe } from "../../text/characters.js";
import { addToken, TokenArrays } from "../../text/tokens.js";
import type { LocalStrings } from "./chunk-log.js";

/** What tokens of more than 60 units share, which are no words of any vocabulary: number 0. */
export const LONG_TOKEN = "\ufffc";

/** What a unit is wherever it stands, as assembly/text/words.ts has it; an apostrophe, and what is no letter beyond ASCII, is left to the rules. */
const Plain = { none: 0, letter: 1, digit: 2, space: 3, sign: 4 } as const;
const plain = Uint8Array.from({ length: 1024 }, (_, unit) => {
  const kind = charKind(unit);
  if (isApostrophe(unit)) return Plain.none;
  if (kind === CharKind.upper || kind === CharKind.lower) return Plain.letter;
  if (unit > 127) return Plain.none;
  if (kind === CharKind.digit) return Plain.digit;
  if (kind === CharKind.space) return Plain.space;
  return Plain.sign;
});

/** Tokens of a block at most. */
const BLOCK = 1024;
/** Bytes of a varint of a word's number. */
const LONGEST_VARINT = 5;
/** Units behind a text, which are blanks. */
const SLACK = 64;
/** Numbers of a slot: the halves of the hash, the word's number + 1 and how often it was met. */
const SLOT = 4;
const NUMBER = 2;
const COUNT = 3;
const FIRST_SLOTS = 1 << 14;
const FIRST_ROOM = 1 << 14;
const longToken = Uint16Array.of(LONG_TOKEN.charCodeAt(0));

export class WordLog {
  /** Of the text that was added last: how many tokens it has, and where in it they are. */
  count = 0;
  starts!: Int32Array;
  ends!: Int32Array;
  readonly #kernels = startTextKernels((at) => this.#endOfToken(at));
  /** First byte of the memory that is not in use. */
  #free = this.#kernels.memoryBase();
  /** Units of a text that there is room for, and where: its units, then the places of its tokens. */
  #room = 0;
  #textAt = 0;
  #units!: Uint16Array;
  #length = 0;
  /** A hash table, at most three quarters full. */
  #slotsAt = 0;
  #slots = FIRST_SLOTS;
  #numbers!: Uint8Array;
  #fresh!: Int32Array;
  readonly #out = new ByteWriter(1 << 16);
  readonly #tokens = new TokenArrays();

  constructor() {
    this.#slotsAt = this.#allocate(4 * SLOT * this.#slots);
    this.#widen(FIRST_ROOM);
    new Uint8Array(this.#kernels.memory.buffer, this.#kernels.kindsAt(), plain.length).set(plain);
    this.#clear();
  }

  get size(): number {
    return this.#kernels.wordCount();
  }

  /** Cuts the first `n` units into tokens and appends their numbers to `out` as varints. */
  add(units: Uint16Array, n: number, out: ByteWriter): void {
    if (n > this.#room) this.#widen(2 * n);
    this.#units.set(n === units.length ? units : units.subarray(0, n));
    this.#units.fill(32, n, n + SLACK);
    this.#length = n;
    const kernels = this.#kernels;
    kernels.setText(this.#units.byteOffset, this.starts.byteOffset, this.ends.byteOffset);
    for (let at = 0; at < n; ) {
      if (4 * (this.size + BLOCK) > 3 * this.#slots) this.#grow();
      at = kernels.addBlock(n, at);
      out.raw(this.#numbers.subarray(0, kernels.numberLength()));
      const fresh = kernels.freshWords();
      for (let i = 0; i < fresh; i++) {
        const token = this.#fresh[i];
        this.#out.unitString(this.#units, this.starts[token], this.ends[token]);
      }
    }
    this.count = kernels.tokenCount();
  }

  /** What was logged since the last time; the next chunk begins with numbers of its own. */
  take(): { words: LocalStrings; counts: Uint32Array } {
    const hashes = new Int32Array(2 * this.size);
    const counts = new Uint32Array(this.size);
    const slots = new Int32Array(this.#kernels.memory.buffer, this.#slotsAt, SLOT * this.#slots);
    for (let at = 0; at < slots.length; at += SLOT) {
      const word = slots[at + NUMBER] - 1;
      if (word < 0) continue;
      hashes[2 * word] = slots[at];
      hashes[2 * word + 1] = slots[at + 1];
      counts[word] = slots[at + COUNT];
    }
    const bytes = this.#out.done().slice();
    this.#clear();
    return { words: { hashes, bytes }, counts };
  }

  /** No words but the one that too long tokens share. */
  #clear(): void {
    this.#units[0] = longToken[0];
    this.#kernels.clearTable(this.#slotsAt, this.#slots, this.#units.byteOffset);
    this.#out.length = 0;
    this.#out.unitString(longToken, 0, 1);
  }

  /** Where the token at `at` ends by the general rules; negative where there is white space up to there. */
  #endOfToken(at: number): number {
    const tokens = this.#tokens;
    tokens.count = 0;
    const end = addToken(this.#units, this.#length, at, tokens);
    return tokens.count === 0 ? -end : end;
  }

  /** Room of twice as many slots; what they had is not used again, which is as much in all as they have now. */
  #grow(): void {
    this.#slots *= 2;
    this.#slotsAt = this.#allocate(4 * SLOT * this.#slots);
    this.#kernels.growTable(this.#slotsAt);
    this.#view();
  }

  #widen(room: number): void {
    this.#room = room;
    this.#textAt = this.#allocate((2 + 4 + 4) * (room + SLACK));
    this.#view();
  }

  /** Where so many bytes of memory are, whole sixteens of them; views have to be made again. */
  #allocate(bytes: number): number {
    const at = this.#free;
    this.#free += Math.ceil(bytes / 16) * 16;
    makeRoom(this.#kernels, this.#free);
    return at;
  }

  #view(): void {
    const { buffer } = this.#kernels.memory;
    const room = this.#room + SLACK;
    this.starts = new Int32Array(buffer, this.#textAt, room);
    this.ends = new Int32Array(buffer, this.#textAt + 4 * room, room);
    this.#units = new Uint16Array(buffer, this.#textAt + 8 * room, room);
    this.#numbers = new Uint8Array(buffer, this.#kernels.numbersAt(), LONGEST_VARINT * BLOCK);
    this.#fresh = new Int32Array(buffer, this.#kernels.freshAt(), BLOCK);
  }
}
