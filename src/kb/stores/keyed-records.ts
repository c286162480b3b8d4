/** Entries with a key, one behind the other in bytes: no object or string of them is kept, and they are sorted where they lie. */
import { ByteReader, ByteWriter } from "../../files/bytes.js";
import { putUnits, readUnits } from "../../files/unit-bytes.js";

export interface KeyedEntry {
  key: string;
  number: number;
  text: string;
}

/** By key, in the order of UTF-16 units, then number, then text. */
export function compareEntries(a: KeyedEntry, b: KeyedEntry): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.number !== b.number) return a.number - b.number;
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

export function readEntry(reader: ByteReader): KeyedEntry {
  return { key: readUnits(reader), number: reader.varint(), text: readUnits(reader) };
}

/** Beside its bytes: where an entry begins, its place in the order, and a number to sort it by; bytes. */
const BESIDE = 16;
/** A byte of a key, none of which is above 0xef, or its end is one of so many. */
const DIGITS = 0xf1;
/** A double holds whole numbers up to this. */
const LARGEST_NUMBER = 2 ** 53;
/** So few entries are compared one with another. */
const FEW = 16;

export class KeyedRecords {
  #out = new ByteWriter(1 << 12);
  #starts = new Uint32Array(1 << 8);
  #size = 0;
  readonly #left = new ByteReader(this.#out.bytes);
  readonly #right = new ByteReader(this.#out.bytes);

  get size(): number {
    return this.#size;
  }

  /** What they take, sorting included; bytes. */
  get memory(): number {
    return this.#out.length + this.#size * BESIDE;
  }

  add({ key, number, text }: KeyedEntry): void {
    if (this.#size === this.#starts.length) {
      const grown = new Uint32Array(2 * this.#size);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[this.#size++] = this.#out.length;
    putUnits(this.#out, key);
    this.#out.varint(number);
    putUnits(this.#out, text);
  }

  /** Forgets all entries, but keeps their room. */
  clear(): void {
    this.#size = 0;
    this.#out.length = 0;
  }

  *sorted(): IterableIterator<KeyedEntry> {
    const reader = new ByteReader(this.#out.bytes);
    for (const entry of this.#order()) {
      reader.at = this.#starts[entry];
      yield readEntry(reader);
    }
  }

  /** The bytes of each entry, in order. */
  *sortedBytes(): IterableIterator<Uint8Array> {
    const endOf = (entry: number) => (entry + 1 < this.#size ? this.#starts[entry + 1] : this.#out.length);
    for (const entry of this.#order()) {
      yield this.#out.bytes.subarray(this.#starts[entry], endOf(entry));
    }
  }

  #order(): Uint32Array {
    const order = Uint32Array.from({ length: this.#size }, (_, entry) => entry);
    this.#sort(order, 0, new Float64Array(this.#size));
    return order;
  }

  /**
   * Sorts entries whose keys are alike up to byte `from`. As many next bytes as fit beside an entry make one number; numbers
   * are sorted many times faster than what has to be compared, and those alike by their further bytes. `room`: a number each.
   */
  #sort(order: Uint32Array, from: number, room: Float64Array): void {
    if (order.length <= FEW) {
      order.sort((a, b) => this.#compare(a, b));
      return;
    }
    const entries = 2 ** Math.ceil(Math.log2(this.#size));
    const digits = Math.floor(Math.log(LARGEST_NUMBER / entries) / Math.log(DIGITS));
    for (let i = 0; i < order.length; i++) {
      room[i] = this.#head(order[i], from, digits) * entries + order[i];
    }
    room.sort();
    for (let i = 0; i < order.length; i++) order[i] = room[i] % entries;
    const headAt = (i: number) => Math.floor(room[i] / entries);
    for (let begin = 0, end = 0; begin < order.length; begin = end) {
      const head = headAt(begin);
      while (end < order.length && headAt(end) === head) end++;
      const alike = order.subarray(begin, end);
      // a head whose last digit is no byte is that of a key that has ended
      if (head % DIGITS === 0) alike.sort((a, b) => this.#compare(a, b));
      else if (alike.length > 1) this.#sort(alike, from + digits, room.subarray(begin, end));
    }
  }

  /** `digits` bytes of the key from `from` on as one number; 0 stands for its end. */
  #head(entry: number, from: number, digits: number): number {
    const { bytes } = this.#out;
    const reader = this.#left;
    reader.bytes = bytes;
    reader.at = this.#starts[entry];
    const length = reader.varint();
    let head = 0;
    for (let i = from; i < from + digits; i++) {
      head = head * DIGITS + (i < length ? bytes[reader.at + i] + 1 : 0);
    }
    return head;
  }

  #compare(a: number, b: number): number {
    const left = this.#left;
    const right = this.#right;
    left.bytes = right.bytes = this.#out.bytes;
    left.at = this.#starts[a];
    right.at = this.#starts[b];
    return compareStrings(left, right) || left.varint() - right.varint() || compareStrings(left, right);
  }
}

/** Of two strings of bytes with their lengths before them; where both are alike the readers are behind them. */
function compareStrings(left: ByteReader, right: ByteReader): number {
  const [n, m] = [left.varint(), right.varint()];
  const { bytes } = left;
  const shared = Math.min(n, m);
  for (let i = 0; i < shared; i++) {
    const difference = bytes[left.at + i] - bytes[right.at + i];
    if (difference !== 0) return difference;
  }
  left.at += n;
  right.at += m;
  return n - m;
}
