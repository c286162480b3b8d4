/** A trie over token numbers in flat arrays that threads can share: a child is found by hashing (parent, token). */

/** The arrays of a trie: all that another thread needs to look into it. */
export interface TrieArrays {
  /** Three numbers a slot: parent, token and the child's number, side by side because memory is slow; a child of 0 is a free slot. */
  slots: Int32Array;
  /** By token: the child of the root. Its tokens are looked for at every place of every text. */
  first: Int32Array;
}

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

  get arrays(): TrieArrays {
    return { slots: this.#slots, first: this.#first };
  }

  /** The child of `node` for `token`; 0, the root, when there is none. */
  child(node: number, token: number): number {
    return childOf(this.#slots, this.#first, node, token);
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
export function childOf(slots: Int32Array, first: Int32Array, node: number, token: number): number {
  if (node === 0) return first[token];
  const mask = slots.length / 3 - 1;
  for (let slot = hash(node, token) & mask; ; slot = (slot + 1) & mask) {
    const at = slot * 3;
    const found = slots[at + 2];
    if (found === 0 || (slots[at] === node && slots[at + 1] === token)) return found;
  }
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
