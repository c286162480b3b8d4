/** The names of a table's rows: UTF-8 bytes with a hash index, decoded one by one when asked for. */
import { LinkingError } from "../errors.js";

const NEWLINE = 10;
const EMPTY = -1;

/**
 * Row i is called the i-th name. Held as one block of bytes, so that a table of 300,000 names opens in
 * milliseconds and costs its bytes plus 12 bytes a name.
 */
export class Names {
  /** Every name followed by a newline. */
  readonly bytes: Uint8Array;
  readonly size: number;
  /** Start of each name in `bytes`; one more at the end. */
  readonly #starts: Uint32Array;
  /** Open-addressing hash table of rows, made at the first look-up. */
  #slots: Int32Array | undefined;
  #encoded = new Uint8Array(256);

  constructor(bytes: Uint8Array) {
    if (bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE) {
      throw new LinkingError(
        "bad-file",
        "The list of names does not end with a newline; it seems to be cut off.",
      );
    }
    this.bytes = bytes;
    let count = 0;
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === NEWLINE) count++;
    this.size = count;
    this.#starts = new Uint32Array(count + 1);
    for (let i = 0, row = 1; i < bytes.length; i++) if (bytes[i] === NEWLINE) this.#starts[row++] = i + 1;
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
    // slice, because TextDecoder refuses views of shared memory
    return new TextDecoder().decode(this.bytes.slice(this.#starts[row], this.#starts[row + 1] - 1));
  }

  toList(): string[] {
    if (this.size === 0) return [];
    return new TextDecoder().decode(this.bytes.slice(0, -1)).split("\n");
  }

  /** Row of a name, −1 when it is unknown. */
  rowOf(name: string): number {
    const slots = (this.#slots ??= this.#index());
    if (this.#encoded.length < name.length * 3) this.#encoded = new Uint8Array(name.length * 6);
    const { written } = encoder.encodeInto(name, this.#encoded);
    const mask = slots.length - 1;
    for (let slot = hash(this.#encoded, 0, written) & mask; ; slot = (slot + 1) & mask) {
      const row = slots[slot];
      if (row === EMPTY) return -1;
      if (this.#equals(row, this.#encoded, 0, written)) return row;
    }
  }

  #index(): Int32Array {
    let capacity = 16;
    while (capacity < this.size * 2) capacity *= 2;
    const slots = new Int32Array(capacity).fill(EMPTY);
    const starts = this.#starts;
    for (let row = 0; row < this.size; row++) {
      const start = starts[row];
      const end = starts[row + 1] - 1;
      let slot = hash(this.bytes, start, end) & (capacity - 1);
      while (slots[slot] !== EMPTY && !this.#equals(slots[slot], this.bytes, start, end)) {
        slot = (slot + 1) & (capacity - 1);
      }
      if (slots[slot] === EMPTY) slots[slot] = row;
    }
    return slots;
  }

  #equals(row: number, other: Uint8Array, start: number, end: number): boolean {
    const own = this.#starts[row];
    if (this.#starts[row + 1] - 1 - own !== end - start) return false;
    for (let i = start; i < end; i++) if (this.bytes[own + i - start] !== other[i]) return false;
    return true;
  }
}

const encoder = new TextEncoder();

/** FNV-1a with a final mix, so that its low bits serve as a slot. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let h = 0x811c9dc5;
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i], 0x01000193);
  h ^= h >>> 15;
  return Math.imul(h, 0x85ebca6b) >>> 0;
}
