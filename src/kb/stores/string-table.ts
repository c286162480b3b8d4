/** Many strings in one UTF-8 array, found by number or, through a hash table made on demand, by content. */
import { decodeUtf8 } from "../../files/bytes.js";

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

/** Where each of a row of things begins that are so long, and where the last ends. */
export function offsetsOf(lengths: Uint16Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i] + lengths[i];
  return offsets;
}

export class StringTable {
  readonly size: number;
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  /** Numbers of strings by hash: open addressing, a power of two long, `EMPTY` where there is none. */
  #slots: Uint32Array | undefined;

  /** `bytes`: all strings one after the other; `offsets`: where each begins, and one more where the last ends. */
  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    this.size = offsets.length - 1;
    this.#bytes = bytes;
    this.#offsets = offsets;
  }

  /** Bytes all strings take; whoever opens a file checks it against the file. */
  get byteLength(): number {
    return this.#offsets[this.size];
  }

  at(index: number): string {
    return decodeUtf8(this.#bytes, this.#offsets[index], this.#offsets[index + 1]);
  }

  /** Number of this string; −1 when it is not there. Of equal strings the first. */
  find(text: string): number {
    const slots = (this.#slots ??= this.#makeSlots());
    const mask = slots.length - 1;
    for (let slot = hashString(text) & mask; ; slot = (slot + 1) & mask) {
      const index = slots[slot];
      if (index === EMPTY) return -1;
      if (this.#equals(index, text)) return index;
    }
  }

  #equals(index: number, text: string): boolean {
    const from = this.#offsets[index];
    const to = this.#offsets[index + 1];
    if (to - from < text.length) return false;
    let i = 0;
    for (; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c > 127) break;
      if (this.#bytes[from + i] !== c) return false;
    }
    if (i === text.length) return to - from === i;
    return decodeUtf8(this.#bytes, from, to) === text;
  }

  #makeSlots(): Uint32Array {
    const offsets = this.#offsets;
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
