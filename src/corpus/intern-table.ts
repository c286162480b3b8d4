/** Numbers for strings, by hash: titles, words and surfaces of a corpus. */

/**
 * The hash of a string, in two halves: each begins with its seed, is mixed with two UTF-16 units at a time, filled up with zeros to a multiple
 * of eight (which assembly/text/words.ts, where words are hashed, can do without a branch), and finished.
 */
const SEED_A = 0x2f0b4c47;
const SEED_B = 0x6a09e667;
const GROUP = 8;

function mixA(a: number, two: number): number {
  const mixed = Math.imul(a ^ two, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function mixB(b: number, two: number): number {
  const mixed = Math.imul(b ^ two, 0x5f356495);
  return mixed ^ (mixed >>> 17);
}

/** `length`: units of the string. */
function finishA(a: number, length: number): number {
  return Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ length;
}

function finishB(b: number): number {
  return Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
}

/** Where a table begins to look for a hash, before it is cut to its size. */
function slotOf(a: number, b: number): number {
  return a ^ (b >>> 7);
}

/**
 * Numbers strings in the order of their first appearance. Kept in memory is a 64-bit hash of each, not the string:
 * 16 to 32 bytes an entry, so that the twenty million titles of a large wiki fit. Two strings of n that share their 64
 * bits would be taken for one; at 20 million the chance that there is any such pair is about 1 in 90,000.
 */
export class InternTable {
  size = 0;
  /** The hash that was computed last, in two halves. */
  #a = 0;
  #b = 0;
  /** Three numbers a slot: the halves of the hash and the string's number + 1, side by side because memory is slow. */
  #slots = new Int32Array(3 << 10);
  #mask = (1 << 10) - 1;

  /** `onNew` is given every string once, in order, with the two halves of its hash. */
  constructor(private readonly onNew: (text: string, a: number, b: number) => void) {}

  /** Number of the string with this hash, a new one when it has not been seen; `onNew` is not told. */
  internHash(a: number, b: number): number {
    const found = this.#find(a, b);
    if (found >= 0) return found;
    this.#add(a, b);
    return this.size - 1;
  }

  /** Forgets all strings, but keeps its room. */
  clear(): void {
    this.size = 0;
    this.#slots.fill(0);
  }

  /** Number of `text.slice(from, to)`, a new one when it has not been seen. */
  intern(text: string, from = 0, to = text.length): number {
    this.#hash(text, from, to);
    const found = this.#find(this.#a, this.#b);
    if (found >= 0) return found;
    this.#add(this.#a, this.#b);
    this.onNew(text.slice(from, to), this.#a, this.#b);
    return this.size - 1;
  }

  /** The same for a text given as UTF-16 units, which are faster to read from an array than from a string; `onNew` is not told. */
  internUnits(units: Uint16Array, from: number, to: number): number {
    let a = SEED_A;
    let b = SEED_B;
    let i = from;
    for (; i < to - 1; i += 2) {
      const two = units[i] | (units[i + 1] << 16);
      a = mixA(a, two);
      b = mixB(b, two);
    }
    for (let two = i < to ? units[i] : 0; i < to || (i - from) % GROUP !== 0; i += 2, two = 0) {
      a = mixA(a, two);
      b = mixB(b, two);
    }
    return this.internHash(finishA(a, to - from), finishB(b));
  }

  /** Its number; −1 when it has not been seen. */
  find(text: string, from = 0, to = text.length): number {
    this.#hash(text, from, to);
    return this.#find(this.#a, this.#b);
  }

  #hash(text: string, from: number, to: number): void {
    let a = SEED_A;
    let b = SEED_B;
    let i = from;
    for (; i < to - 1; i += 2) {
      const two = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
      a = mixA(a, two);
      b = mixB(b, two);
    }
    for (let two = i < to ? text.charCodeAt(i) : 0; i < to || (i - from) % GROUP !== 0; i += 2, two = 0) {
      a = mixA(a, two);
      b = mixB(b, two);
    }
    this.#a = finishA(a, to - from);
    this.#b = finishB(b);
  }

  get byteLength(): number {
    return this.#slots.byteLength;
  }

  #find(a: number, b: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    for (let slot = slotOf(a, b) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 3;
      if (slots[at] === a && slots[at + 1] === b && slots[at + 2] !== 0) return slots[at + 2] - 1;
      if (slots[at + 2] === 0) return -1;
    }
  }

  #add(a: number, b: number): void {
    // three quarters full: 16 to 32 bytes a string
    if (this.size * 4 >= this.#mask * 3) this.#grow();
    place(this.#slots, this.#mask, a, b, ++this.size);
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 2] !== 0) place(this.#slots, this.#mask, old[at], old[at + 1], old[at + 2]);
    }
  }
}

function place(slots: Int32Array, mask: number, a: number, b: number, number: number): void {
  let slot = slotOf(a, b) & mask;
  while (slots[slot * 3 + 2] !== 0) slot = (slot + 1) & mask;
  slots[slot * 3] = a;
  slots[slot * 3 + 1] = b;
  slots[slot * 3 + 2] = number;
}
