/** A trie over token numbers in flat arrays that threads can share: a child is found by hashing (parent, token). */

/** The arrays of a trie: all that another thread needs to look into it. */
export interface TrieArrays {
  /** Three numbers a slot: parent, token and the child's number, side by side because memory is slow; a child of 0 is a free slot. */
  slots: Int32Array;
  /** By token: the child of the root. Its tokens are looked for at every place of every text. */
  first: Int32Array;
  /**
   * Bits, some eight a slot; where the one of a (parent, token) is 0 there is no such child. Nearly all children that a text asks for do not
   * exist, and the filter fits into a cache where the slots do not.
   */
  filter: Int32Array;
}

/** Bits of the filter, for every slot. */
const FILTER_BITS = 8;

export class TokenTrie {
  /** Nodes, the root (0) among them. */
  size = 1;
  #slots: Int32Array;
  #first: Int32Array;
  #mask: number;

  /** `tokens`: how many tokens there are. */
  constructor(tokens: number) {
    this.#slots = sharedInts(3 << 16);
    this.#mask = (1 << 16) - 1;
    this.#first = sharedInts(tokens);
  }

  /** Of the finished trie. */
  get arrays(): TrieArrays {
    const slots = this.#slots;
    const filter = sharedInts(((this.#mask + 1) * FILTER_BITS) / 32);
    const shift = shiftOf(filter);
    for (let at = 0; at < slots.length; at += 3) {
      if (slots[at + 2] === 0) continue;
      const bit = bitOf(hash(slots[at], slots[at + 1]), shift);
      filter[bit >>> 5] |= 1 << (bit & 31);
    }
    return { slots, first: this.#first, filter };
  }

  /** The child of `node` for `token`; 0, the root, when there is none. */
  child(node: number, token: number): number {
    return node === 0 ? this.#first[token] : find(this.#slots, hash(node, token), node, token);
  }

  /** The child, made when there is none. */
  add(node: number, token: number): number {
    const known = this.child(node, token);
    if (known !== 0) return known;
    const id = this.size++;
    if (node === 0) this.#first[token] = id;
    else {
      // three quarters full
      if (this.size * 4 >= this.#mask * 3) this.#grow();
      place(this.#slots, this.#mask, node, token, id);
    }
    return id;
  }

  #grow(): void {
    const old = this.#slots;
    this.#mask = this.#mask * 2 + 1;
    this.#slots = sharedInts(old.length * 2);
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 2] !== 0) place(this.#slots, this.#mask, old[at], old[at + 1], old[at + 2]);
    }
  }
}

/** As `child` of a trie with these arrays. */
export function childOf({ slots, first, filter }: TrieArrays, node: number, token: number): number {
  if (node === 0) return first[token];
  const h = hash(node, token);
  const bit = bitOf(h, shiftOf(filter));
  return (filter[bit >>> 5] >>> (bit & 31)) & 1 ? find(slots, h, node, token) : 0;
}

/** `h`: the hash of the two. */
function find(slots: Int32Array, h: number, node: number, token: number): number {
  const mask = slots.length / 3 - 1;
  for (let slot = h & mask; ; slot = (slot + 1) & mask) {
    const at = slot * 3;
    const found = slots[at + 2];
    if (found === 0 || (slots[at] === node && slots[at + 1] === token)) return found;
  }
}

/** The upper bits of a product say which bit of a filter belongs to a hash, other bits than those that say which slot. */
function bitOf(h: number, shift: number): number {
  return Math.imul(h, 0x9e3779b1) >>> shift;
}

function shiftOf(filter: Int32Array): number {
  return Math.clz32(filter.length) - 4;
}

function place(slots: Int32Array, mask: number, node: number, token: number, id: number): void {
  let slot = hash(node, token) & mask;
  while (slots[slot * 3 + 2] !== 0) slot = (slot + 1) & mask;
  slots[slot * 3] = node;
  slots[slot * 3 + 1] = token;
  slots[slot * 3 + 2] = id;
}

function sharedInts(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * 4));
}

function hash(node: number, token: number): number {
  let h = Math.imul(node, 0x9e3779b1) ^ Math.imul(token + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return h ^ (h >>> 13);
}
