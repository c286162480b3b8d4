/** Counts (surface, title) pairs in memory, and gives them sorted by surface. */
import { InternTable } from "../../corpus/intern-table.js";
import { ownCopy } from "../../corpus/text-builder.js";
import { nameSources } from "../name-sources.js";

/** A pair of a surface, a title's number, the links counted and the name sources seen, as bits. */
export interface NamePair {
  title: number;
  /** Links in running text. */
  count: number;
  /** Links in tables, infoboxes and notes. */
  tables: number;
  sources: number;
}

/** What a surface costs beside its characters, and what a pair costs; bytes. */
const SURFACE = 80;
const PAIR = 40;
const FIRST_CAPACITY = 1 << 12;

export class PairCounter {
  /** Numbers of pairs hold as long as this stays the same. */
  generation = 0;
  #surfaces: string[] = [];
  readonly #table = new InternTable((surface) => this.#surfaces.push(ownCopy(surface)));
  #characters = 0;
  /** A hash table over (surface, title): number of the pair, + 1. */
  #slots = new Int32Array(FIRST_CAPACITY * 2);
  #size = 0;
  #surfaceOf = new Int32Array(FIRST_CAPACITY);
  #titleOf = new Int32Array(FIRST_CAPACITY);
  #counts = new Uint32Array(FIRST_CAPACITY);
  #tables = new Uint32Array(FIRST_CAPACITY);
  #sources = new Uint8Array(FIRST_CAPACITY);

  get size(): number {
    return this.#size;
  }

  /** What the pairs take; bytes. */
  get memory(): number {
    return this.#characters * 2 + this.#table.size * SURFACE + this.#size * PAIR;
  }

  /** The pair's number. */
  add(surface: string, title: number, sources: number): number {
    const known = this.#table.size;
    const number = this.#table.intern(surface);
    if (number === known) this.#characters += surface.length;
    const pair = this.#pair(number, title);
    this.#sources[pair] |= sources;
    return pair;
  }

  /** One link more of a pair that `add` gave the number of. */
  addLink(pair: number, inTable: boolean): void {
    if (inTable) this.#tables[pair]++;
    else this.#counts[pair]++;
    this.#sources[pair] |= nameSources.link;
  }

  /** Number of the pair, made when it is new. */
  #pair(surface: number, title: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashPair(surface, title) & mask;
    for (let pair = this.#slots[slot] - 1; pair >= 0; pair = this.#slots[slot] - 1) {
      if (this.#surfaceOf[pair] === surface && this.#titleOf[pair] === title) return pair;
      slot = (slot + 1) & mask;
    }
    if (this.#size === this.#surfaceOf.length) {
      this.#grow();
      return this.#pair(surface, title);
    }
    const pair = this.#size++;
    this.#slots[slot] = pair + 1;
    this.#surfaceOf[pair] = surface;
    this.#titleOf[pair] = title;
    return pair;
  }

  #grow(): void {
    const double = <A extends Int32Array | Uint32Array | Uint8Array>(old: A): A => {
      const grown = new (old.constructor as new (n: number) => A)(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.#surfaceOf = double(this.#surfaceOf);
    this.#titleOf = double(this.#titleOf);
    this.#counts = double(this.#counts);
    this.#tables = double(this.#tables);
    this.#sources = double(this.#sources);
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let pair = 0; pair < this.#size; pair++) {
      let slot = hashPair(this.#surfaceOf[pair], this.#titleOf[pair]) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = pair + 1;
    }
  }

  clear(): void {
    this.#surfaces = [];
    this.#table.clear();
    this.generation++;
    this.#characters = 0;
    this.#slots.fill(0);
    this.#counts.fill(0, 0, this.#size);
    this.#tables.fill(0, 0, this.#size);
    this.#sources.fill(0, 0, this.#size);
    this.#size = 0;
  }

  /** By surface in the order of its UTF-16 units, then by title. */
  *sorted(): IterableIterator<{ surface: string; pair: NamePair }> {
    const surfaces = this.#surfaces;
    const heads = Float64Array.from(surfaces, headOf);
    const bySurface = Int32Array.from(surfaces.keys()).sort(
      (a, b) => heads[a] - heads[b] || (surfaces[a] < surfaces[b] ? -1 : 1),
    );
    for (const pair of this.#bySurface(bySurface)) {
      yield {
        surface: surfaces[this.#surfaceOf[pair]],
        pair: {
          title: this.#titleOf[pair],
          count: this.#counts[pair],
          tables: this.#tables[pair],
          sources: this.#sources[pair],
        },
      };
    }
  }

  /** Numbers of the pairs in the order of their surfaces, those of one surface by title. */
  #bySurface(order: Int32Array): Int32Array {
    const starts = new Int32Array(order.length + 1);
    for (let pair = 0; pair < this.#size; pair++) starts[this.#surfaceOf[pair] + 1]++;
    const next = new Int32Array(order.length);
    let at = 0;
    for (const surface of order) {
      next[surface] = at;
      at += starts[surface + 1];
    }
    const pairs = new Int32Array(this.#size);
    for (let pair = 0; pair < this.#size; pair++) pairs[next[this.#surfaceOf[pair]]++] = pair;
    at = 0;
    for (const surface of order) {
      const end = at + starts[surface + 1];
      if (end - at > 1) pairs.subarray(at, end).sort((a, b) => this.#titleOf[a] - this.#titleOf[b]);
      at = end;
    }
    return pairs;
  }
}

/** The first three units as one number: it tells most surfaces apart, and numbers are compared faster than strings. */
function headOf(surface: string): number {
  const unit = (i: number) => (i < surface.length ? surface.charCodeAt(i) + 1 : 0);
  return (unit(0) * 65537 + unit(1)) * 65537 + unit(2);
}

function hashPair(surface: number, title: number): number {
  let h = Math.imul(surface, 0x9e3779b1) ^ Math.imul(title + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return h ^ (h >>> 13);
}
