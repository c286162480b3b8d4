/** Titles by what they have in common: a spelling, words, a first sentence. Keys are kept as hashes, so that those of millions of titles fit. */
import { InternTable } from "../../corpus/intern-table.js";
import type { TitleClaim } from "./title-claims.js";

const NONE = -1;
/** What `only` says where a key has several titles. */
export const SEVERAL = -2;

export class TitlesByKey {
  readonly #keys = new InternTable(() => {});
  #size = 0;
  /** By key: the first and the last of its entries. */
  #first = new Int32Array(1 << 10);
  #last = new Int32Array(1 << 10);
  /** By entry: its title, and the next entry of the same key. */
  #titles = new Int32Array(1 << 10);
  #next = new Int32Array(1 << 10);

  add(key: string, title: number): void {
    const known = this.#keys.size;
    const number = this.#keys.intern(key);
    const entry = this.#size++;
    if (entry === this.#titles.length) {
      this.#titles = double(this.#titles);
      this.#next = double(this.#next);
    }
    this.#titles[entry] = title;
    this.#next[entry] = NONE;
    if (number === known) {
      if (number === this.#first.length) {
        this.#first = double(this.#first);
        this.#last = double(this.#last);
      }
      this.#first[number] = entry;
    } else this.#next[this.#last[number]] = entry;
    this.#last[number] = entry;
  }

  has(key: string): boolean {
    return this.#keys.find(key) >= 0;
  }

  /** Its titles in the order in which they came. */
  get(key: string): number[] {
    const number = this.#keys.find(key);
    return number < 0 ? [] : this.#entries(number);
  }

  /** Its title where it is always the same one, `SEVERAL` where it is not, −1 where there is none. */
  only(key: string): number {
    const number = this.#keys.find(key);
    if (number < 0) return NONE;
    const title = this.#titles[this.#first[number]];
    for (let entry = this.#first[number]; entry !== NONE; entry = this.#next[entry]) {
      if (this.#titles[entry] !== title) return SEVERAL;
    }
    return title;
  }

  /** The titles of each key that has several entries, in the order of the keys' first appearance. */
  *groups(): IterableIterator<number[]> {
    for (let number = 0; number < this.#keys.size; number++) {
      if (this.#first[number] !== this.#last[number]) yield this.#entries(number);
    }
  }

  /** Pairs of titles that share a key which at most so many entries have: the later and the earlier one. */
  *pairs(most: number): IterableIterator<TitleClaim> {
    for (const group of this.groups()) {
      if (group.length > most) continue;
      for (const [i, to] of group.entries())
        for (const from of group.slice(i + 1)) if (from !== to) yield { from, to };
    }
  }

  #entries(number: number): number[] {
    const titles: number[] = [];
    for (let entry = this.#first[number]; entry !== NONE; entry = this.#next[entry]) {
      titles.push(this.#titles[entry]);
    }
    return titles;
  }
}

function double(old: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(old.length * 2);
  grown.set(old);
  return grown;
}
