/** Counts (surface, title) pairs in memory, and writes them sorted by surface. */
import { InternTable } from "../../corpus/intern-table.js";
import { ownCopy } from "../../corpus/text-builder.js";
import type { ByteWriter } from "../../files/bytes.js";
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

  /** Writes the pairs by surface in the order of its UTF-16 units, then by title; `onRecord` is called behind each. */
  writeSorted(out: ByteWriter, onRecord?: () => void): void {
    const surfaces = this.#surfaces;
    for (const pair of this.#bySurface(sortedPlaces(surfaces))) {
      out.string(surfaces[this.#surfaceOf[pair]]);
      out.varint(this.#titleOf[pair]);
      out.varint(this.#counts[pair]);
      out.varint(this.#tables[pair]);
      out.byte(this.#sources[pair]);
      onRecord?.();
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

/** Bits of a unit in a key; units beyond ASCII are all the largest and told apart later. */
const UNIT_BITS = 7;
const LARGEST_UNIT = (1 << UNIT_BITS) - 1;
/** A double holds whole numbers of so many bits. */
const KEY_BITS = 53;

/**
 * Places of the strings in the order of their UTF-16 units. As many first units as fit beside the place make one number each; numbers are
 * sorted many times faster than strings, and strings only compared where they begin alike.
 */
function sortedPlaces(texts: string[]): Int32Array {
  const places = 2 ** Math.max(1, Math.ceil(Math.log2(texts.length + 1)));
  const units = Math.floor((KEY_BITS - Math.log2(places)) / UNIT_BITS);
  const keys = new Float64Array(texts.length);
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    let key = 0;
    let isPlain = true;
    for (let u = 0; u < units; u++) {
      // one more than the unit, so that a text comes before those it begins
      const unit: number = isPlain && u < text.length ? Math.min(LARGEST_UNIT, text.charCodeAt(u) + 1) : 0;
      // what stands behind a unit that is not told apart must not be either
      isPlain &&= unit < LARGEST_UNIT;
      key = key * (LARGEST_UNIT + 1) + unit;
    }
    keys[i] = key * places + i;
  }
  keys.sort();
  const order = new Int32Array(texts.length);
  const headOf = (k: number) => Math.floor(keys[k] / places);
  for (let from = 0, to = 0; from < order.length; from = to) {
    const head = headOf(from);
    while (to < order.length && headOf(to) === head) {
      order[to] = keys[to] % places;
      to++;
    }
    if (to - from > 1) order.subarray(from, to).sort((a, b) => (texts[a] < texts[b] ? -1 : 1));
  }
  return order;
}

function hashPair(surface: number, title: number): number {
  let h = Math.imul(surface, 0x9e3779b1) ^ Math.imul(title + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return h ^ (h >>> 13);
}
