/** Many strings in one UTF-8 array, found by number or, through a hash table made on demand, by content. */

import { decodeUtf8 } from "../../files/bytes.js";
import { type LazyBytes, LazyNumbers, needAll, wholeBytes } from "../../files/lazy-bytes.js";

/** FNV-1a over the UTF-8 bytes of a string, computed without encoding it, then mixed. */
export function hashString(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    let c = text.charCodeAt(i);
    if (c < 128) {
      h = Math.imul(h ^ c, 0x01000193);
      continue;
    }
    if (c < 0x800) h = Math.imul(h ^ (192 | (c >> 6)), 0x01000193);
    else {
      if (c >= 0xd800 && c < 0xe000) {
        const next = c < 0xdc00 ? text.charCodeAt(i + 1) : 0;
        if (next >= 0xdc00 && next < 0xe000) {
          i++;
          c = 0x10000 + ((c - 0xd800) << 10) + (next - 0xdc00);
          h = Math.imul(h ^ (240 | (c >> 18)), 0x01000193);
          h = Math.imul(h ^ (128 | ((c >> 12) & 63)), 0x01000193);
        } else {
          c = 0xfffd; // what the encoder makes of half a pair
          h = Math.imul(h ^ (224 | (c >> 12)), 0x01000193);
        }
      } else h = Math.imul(h ^ (224 | (c >> 12)), 0x01000193);
      h = Math.imul(h ^ (128 | ((c >> 6) & 63)), 0x01000193);
    }
    h = Math.imul(h ^ (128 | (c & 63)), 0x01000193);
  }
  return avalanche(h);
}

function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let h = 0x811c9dc5;
  for (let i = from; i < to; i++) h = Math.imul(h ^ bytes[i], 0x01000193);
  return avalanche(h);
}

function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
}

const EMPTY = 0xffffffff;

/** What look-ups need beside the strings; the slots are made when they are not given. */
export interface StringIndex {
  /** Where each string begins in the bytes, and one more where the last ends. */
  offsets: LazyNumbers;
  /** Numbers of strings by hash: open addressing, a power of two long, `EMPTY` where there is none. */
  slots?: LazyNumbers;
}

/** Where each of a row of things begins that are so long, and where the last ends. */
export function offsetsOf(lengths: Uint16Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i] + lengths[i];
  return offsets;
}

export class StringTable {
  readonly size: number;
  readonly #bytes: Uint8Array;
  readonly #bytesAt: number;
  readonly #source: LazyBytes;
  readonly #offsets: LazyNumbers;
  #slots: LazyNumbers | undefined;

  /** `bytes`, a view of `source`: all strings one after the other. */
  constructor(bytes: Uint8Array, index: StringIndex, source: LazyBytes = wholeBytes(bytes.buffer)) {
    this.size = index.offsets.length - 1;
    this.#bytes = bytes;
    this.#bytesAt = bytes.byteOffset;
    this.#source = source;
    this.#offsets = index.offsets;
    this.#slots = index.slots;
  }

  /** Bytes all strings take; whoever opens a file checks it against the file. */
  get byteLength(): number {
    return this.#offsets.at(this.size);
  }

  at(index: number): string {
    // a table of blanks: no need to look where they are
    if (this.#bytes.length === 0) return "";
    const from = this.#offsets.at(index);
    const to = this.#offsets.at(index + 1);
    this.#source.need(this.#bytesAt + from, this.#bytesAt + to);
    return decodeUtf8(this.#bytes, from, to);
  }

  /** Number of this string; −1 when it is not there. Of equal strings the first. */
  find(text: string): number {
    const slots = (this.#slots ??= new LazyNumbers(this.makeSlots()));
    const mask = slots.length - 1;
    for (let slot = hashString(text) & mask; ; slot = (slot + 1) & mask) {
      const index = slots.at(slot);
      if (index === EMPTY) return -1;
      if (this.#equals(index, text)) return index;
    }
  }

  #equals(index: number, text: string): boolean {
    const from = this.#offsets.at(index);
    const to = this.#offsets.at(index + 1);
    if (to - from < text.length) return false;
    this.#source.need(this.#bytesAt + from, this.#bytesAt + to);
    let i = 0;
    for (; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c > 127) break;
      if (this.#bytes[from + i] !== c) return false;
    }
    if (i === text.length) return to - from === i;
    return decodeUtf8(this.#bytes, from, to) === text;
  }

  /** The hash table of all strings; see `StringIndex`. */
  makeSlots(): Uint32Array {
    needAll(this.#source, this.#bytes);
    const offsets = this.#offsets.all();
    let capacity = 4;
    while (capacity < this.size * 1.5) capacity *= 2;
    const slots = new Uint32Array(capacity).fill(EMPTY);
    let hasBlank = false;
    for (let i = 0; i < this.size; i++) {
      // thousands of blank identifiers would all queue up behind one slot
      if (offsets[i] === offsets[i + 1]) {
        if (hasBlank) continue;
        hasBlank = true;
      }
      let slot = hashBytes(this.#bytes, offsets[i], offsets[i + 1]) & (capacity - 1);
      while (slots[slot] !== EMPTY) slot = (slot + 1) & (capacity - 1);
      slots[slot] = i;
    }
    return slots;
  }
}
