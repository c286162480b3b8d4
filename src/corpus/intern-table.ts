/** Numbers for strings, by hash: titles, words and surfaces of a corpus. */
const SEED_A = 0x2f0b4c47;
const SEED_B = 0x6a09e667;

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
  #slots = new Int32Array(1 << 12);
  #low = new Int32Array(1 << 11);
  #high = new Int32Array(1 << 11);

  /** `onNew` is given every string once, in order. */
  constructor(private readonly onNew: (text: string) => void) {}

  /** Number of `text.slice(from, to)`, a new one when it has not been seen. */
  intern(text: string, from = 0, to = text.length): number {
    this.#hash(text, from, to);
    return this.#internHashed(text, from, to);
  }

  /** The same where the text's UTF-16 units are at hand in an array, which is faster to read than a string. */
  internCodes(text: string, codes: Uint16Array, from: number, to: number): number {
    let a = SEED_A;
    let b = SEED_B;
    for (let i = from; i < to; i++) {
      const c = codes[i];
      a = Math.imul(a ^ c, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul(b ^ c, 0x5f356495);
      b = (b << 13) | (b >>> 19);
    }
    this.#finish(a, b, to - from);
    return this.#internHashed(text, from, to);
  }

  /** Its number; −1 when it has not been seen. */
  find(text: string, from = 0, to = text.length): number {
    this.#hash(text, from, to);
    return this.#find(this.#a, this.#b);
  }

  #internHashed(text: string, from: number, to: number): number {
    const found = this.#find(this.#a, this.#b);
    if (found >= 0) return found;
    this.#add(this.#a, this.#b);
    this.onNew(text.slice(from, to));
    return this.size - 1;
  }

  #finish(a: number, b: number, length: number): void {
    this.#a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ length;
    this.#b = Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  }

  #hash(text: string, from: number, to: number): void {
    let a = SEED_A;
    let b = SEED_B;
    for (let i = from; i < to; i++) {
      const c = text.charCodeAt(i);
      a = Math.imul(a ^ c, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul(b ^ c, 0x5f356495);
      b = (b << 13) | (b >>> 19);
    }
    this.#finish(a, b, to - from);
  }

  get byteLength(): number {
    return this.#slots.byteLength + this.#low.byteLength + this.#high.byteLength;
  }

  #find(a: number, b: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (a ^ (b >>> 7)) & mask;
    for (let id = slots[slot] - 1; id >= 0; id = slots[slot] - 1) {
      if (this.#low[id] === a && this.#high[id] === b) return id;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #add(a: number, b: number): void {
    if (this.size === this.#low.length) this.#grow();
    this.#low[this.size] = a;
    this.#high[this.size] = b;
    this.#place(this.size++);
  }

  #place(id: number): void {
    const mask = this.#slots.length - 1;
    let slot = (this.#low[id] ^ (this.#high[id] >>> 7)) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = id + 1;
  }

  #grow(): void {
    const double = (old: Int32Array) => {
      const grown = new Int32Array(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.#low = double(this.#low);
    this.#high = double(this.#high);
    this.#slots = new Int32Array(this.#low.length * 2);
    for (let id = 0; id < this.size; id++) this.#place(id);
  }
}
