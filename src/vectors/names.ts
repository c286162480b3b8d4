/** The names of a table's rows: UTF-8 bytes with a hash index, decoded one by one when asked for. */
import { LinkingError } from "../errors.js";
import { type LazyBytes, LazyNumbers, needAll, wholeBytes } from "../files/lazy-bytes.js";

const NEWLINE = 10;
const EMPTY = 0xffffffff;

/** What look-ups need beside the names; made when it is not given. */
export interface NamesIndex {
  /** Start of each name in the bytes; one more at the end. */
  starts: Uint32Array;
  /** Rows by hash: open addressing, a power of two long, `EMPTY` where there is none. */
  slots: Uint32Array;
}

/**
 * Row i is called the i-th name. Held as one block of bytes, so that a table of 300,000 names opens in
 * milliseconds and costs its bytes plus 12 bytes a name.
 */
export class Names {
  readonly size: number;
  readonly #bytes: Uint8Array;
  readonly #bytesAt: number;
  readonly #source: LazyBytes;
  readonly #starts: LazyNumbers;
  /** Undefined until the first look-up when they were not given. */
  #slots: LazyNumbers | undefined;
  #encoded = new Uint8Array(256);

  /** `bytes`: every name followed by a newline. When they and a ready-made index are not all there, views of `lazy.source`. */
  constructor(bytes: Uint8Array, lazy?: { index: NamesIndex; source: LazyBytes }) {
    this.#bytes = bytes;
    this.#bytesAt = bytes.byteOffset;
    this.#source = lazy?.source ?? wholeBytes(bytes.buffer);
    this.#starts = new LazyNumbers(lazy?.index.starts ?? startsOfLines(bytes), lazy?.source);
    this.#slots = lazy && new LazyNumbers(lazy.index.slots, lazy.source);
    this.size = this.#starts.length - 1;
  }

  /** Every name followed by a newline. */
  get bytes(): Uint8Array {
    needAll(this.#source, this.#bytes);
    return this.#bytes;
  }

  /** What look-ups need beside the names, to be kept with them. */
  get index(): NamesIndex {
    return { starts: this.#starts.all(), slots: this.#slots?.all() ?? this.#makeSlots() };
  }

  /** A name may not hold a newline; the same name twice is found at its first row. */
  static fromList(names: readonly string[]): Names {
    const wrong = names.findIndex((name) => name.includes("\n"));
    if (wrong >= 0) throw new LinkingError("bad-input", `The name of row ${wrong} holds a newline.`);
    return new Names(new TextEncoder().encode(names.length ? `${names.join("\n")}\n` : ""));
  }

  name(row: number): string {
    if (!(row >= 0 && row < this.size)) {
      throw new LinkingError("bad-input", `There is no row ${row}; rows are 0 to ${this.size - 1}.`);
    }
    const { start, end } = this.#place(row);
    // slice, because TextDecoder refuses views of shared memory
    return new TextDecoder().decode(this.#bytes.slice(start, end));
  }

  toList(): string[] {
    if (this.size === 0) return [];
    return new TextDecoder().decode(this.bytes.slice(0, -1)).split("\n");
  }

  /** Row of a name, −1 when it is unknown. */
  rowOf(name: string): number {
    const slots = (this.#slots ??= new LazyNumbers(this.#makeSlots()));
    if (this.#encoded.length < name.length * 3) this.#encoded = new Uint8Array(name.length * 6);
    const { written } = encoder.encodeInto(name, this.#encoded);
    const mask = slots.length - 1;
    for (let slot = hash(this.#encoded, 0, written) & mask; ; slot = (slot + 1) & mask) {
      const row = slots.at(slot);
      if (row === EMPTY) return -1;
      if (this.#equals(row, this.#encoded, 0, written)) return row;
    }
  }

  /** Where a row's name lies, once its bytes are there. */
  #place(row: number): { start: number; end: number } {
    const start = this.#starts.at(row);
    const end = this.#starts.at(row + 1) - 1;
    this.#source.need(this.#bytesAt + start, this.#bytesAt + end);
    return { start, end };
  }

  #makeSlots(): Uint32Array {
    let capacity = 16;
    while (capacity < this.size * 2) capacity *= 2;
    const slots = new Uint32Array(capacity).fill(EMPTY);
    const starts = this.#starts.all();
    for (let row = 0; row < this.size; row++) {
      const start = starts[row];
      const end = starts[row + 1] - 1;
      let slot = hash(this.#bytes, start, end) & (capacity - 1);
      while (slots[slot] !== EMPTY && !this.#equals(slots[slot], this.#bytes, start, end)) {
        slot = (slot + 1) & (capacity - 1);
      }
      if (slots[slot] === EMPTY) slots[slot] = row;
    }
    return slots;
  }

  #equals(row: number, other: Uint8Array, start: number, end: number): boolean {
    const own = this.#place(row);
    if (own.end - own.start !== end - start) return false;
    for (let i = start; i < end; i++) if (this.#bytes[own.start + i - start] !== other[i]) return false;
    return true;
  }
}

function startsOfLines(bytes: Uint8Array): Uint32Array {
  if (bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE) {
    throw new LinkingError(
      "bad-file",
      "The list of names does not end with a newline; it seems to be cut off.",
    );
  }
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === NEWLINE) count++;
  const starts = new Uint32Array(count + 1);
  for (let i = 0, row = 1; i < bytes.length; i++) if (bytes[i] === NEWLINE) starts[row++] = i + 1;
  return starts;
}

const encoder = new TextEncoder();

/** FNV-1a with a final mix, so that its low bits serve as a slot. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let h = 0x811c9dc5;
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i], 0x01000193);
  h ^= h >>> 15;
  return Math.imul(h, 0x85ebca6b) >>> 0;
}
