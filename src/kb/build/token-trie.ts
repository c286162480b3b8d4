/** A trie over token numbers in flat arrays: a child is found by hashing (parent, token). */
export class TokenTrie {
  /** Nodes, the root (0) among them. */
  size = 1;
  #slots: Int32Array;
  #parents: Int32Array;
  #tokens: Int32Array;

  constructor(capacity = 1 << 16) {
    this.#slots = new Int32Array(capacity * 2);
    this.#parents = new Int32Array(capacity);
    this.#tokens = new Int32Array(capacity);
  }

  /** The child of `node` for `token`; 0, the root, when there is none. */
  child(node: number, token: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(node, token) & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot];
      if (found === 0 || (this.#parents[found] === node && this.#tokens[found] === token)) return found;
    }
  }

  /** The child, made when there is none. */
  add(node: number, token: number): number {
    const known = this.child(node, token);
    if (known !== 0) return known;
    if (this.size === this.#parents.length) this.#grow();
    const id = this.size++;
    this.#parents[id] = node;
    this.#tokens[id] = token;
    this.#place(id);
    return id;
  }

  #place(id: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash(this.#parents[id], this.#tokens[id]) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = id;
  }

  #grow(): void {
    const double = (old: Int32Array) => {
      const grown = new Int32Array(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.#parents = double(this.#parents);
    this.#tokens = double(this.#tokens);
    this.#slots = new Int32Array(this.#parents.length * 2);
    for (let id = 1; id < this.size; id++) this.#place(id);
  }
}

function hash(node: number, token: number): number {
  let h = Math.imul(node, 0x9e3779b1) ^ Math.imul(token + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return h ^ (h >>> 13);
}
