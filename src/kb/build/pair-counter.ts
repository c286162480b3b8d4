/**
 * Counts (surface, title) pairs in bounded memory: a map that is written out as a sorted run when it is full, and
 * runs that are merged, one surface after the other, when everything has been counted.
 */
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { InternTable } from "../../corpus/intern-table.js";
import { ownCopy } from "../../corpus/text-builder.js";
import { BlockReader } from "../../files/append-file.js";
import { ByteWriter } from "../../files/bytes.js";
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
  /** Names of the runs written so far, in the work folder. */
  readonly runs: string[];
  /** Numbers of pairs hold as long as this stays the same. */
  generation = 0;
  /** Surfaces of the run in the making, by number. */
  #surfaces: string[] = [];
  #table = this.#newTable();
  #characters = 0;
  /** A hash table over (surface, title): number of the pair, + 1. */
  #slots = new Int32Array(FIRST_CAPACITY * 2);
  #size = 0;
  #surfaceOf = new Int32Array(FIRST_CAPACITY);
  #titleOf = new Int32Array(FIRST_CAPACITY);
  #counts = new Uint32Array(FIRST_CAPACITY);
  #tables = new Uint32Array(FIRST_CAPACITY);
  #sources = new Uint8Array(FIRST_CAPACITY);

  /** `limit`: bytes that pairs may take. */
  constructor(
    private readonly folder: string,
    private readonly limit: number,
    runs: string[] = [],
  ) {
    this.runs = [...runs];
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

  #newTable(): InternTable {
    return new InternTable((surface) => this.#surfaces.push(ownCopy(surface)));
  }

  get isFull(): boolean {
    return this.#characters * 2 + this.#table.size * SURFACE + this.#size * PAIR > this.limit;
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

  /** Writes a run, synced, and forgets its pairs. */
  spill(): void {
    if (this.#size === 0) return;
    const name = `pairs-${this.runs.length}`;
    writeRun(join(this.folder, name), this.#sorted());
    this.runs.push(name);
    this.#surfaces = [];
    this.#table = this.#newTable();
    this.generation++;
    this.#characters = 0;
    this.#size = 0;
    this.#slots.fill(0);
    this.#counts.fill(0);
    this.#tables.fill(0);
    this.#sources.fill(0);
  }

  /** By surface in the order of its UTF-16 units, then by title. */
  *#sorted(): IterableIterator<{ surface: string; pair: NamePair }> {
    const surfaces = this.#surfaces;
    const bySurface = Int32Array.from(surfaces.keys()).sort((a, b) => (surfaces[a] < surfaces[b] ? -1 : 1));
    const rank = new Int32Array(surfaces.length);
    for (let r = 0; r < bySurface.length; r++) rank[bySurface[r]] = r;
    const pairs = Int32Array.from({ length: this.#size }, (_, i) => i).sort(
      (a, b) => rank[this.#surfaceOf[a]] - rank[this.#surfaceOf[b]] || this.#titleOf[a] - this.#titleOf[b],
    );
    for (const p of pairs) {
      const pair = {
        title: this.#titleOf[p],
        count: this.#counts[p],
        tables: this.#tables[p],
        sources: this.#sources[p],
      };
      yield { surface: surfaces[this.#surfaceOf[p]], pair };
    }
  }

  /** Every surface once, in the order of its UTF-16 units, its titles in ascending order. */
  *merged(): IterableIterator<{ surface: string; pairs: NamePair[] }> {
    yield* mergeRuns(this.runs.map((name) => join(this.folder, name)));
  }
}

function hashPair(surface: number, title: number): number {
  let h = Math.imul(surface, 0x9e3779b1) ^ Math.imul(title + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return h ^ (h >>> 13);
}

function writeRun(path: string, pairs: Iterable<{ surface: string; pair: NamePair }>): void {
  const file = openSync(path, "w");
  try {
    const out = new ByteWriter(1 << 20);
    const flush = () => {
      const data = out.done();
      for (let done = 0; done < data.length; ) done += writeSync(file, data, done);
      out.length = 0;
    };
    for (const { surface, pair } of pairs) {
      out.string(surface);
      out.varint(pair.title);
      out.varint(pair.count);
      out.varint(pair.tables);
      out.byte(pair.sources);
      if (out.length > 1 << 19) flush();
    }
    flush();
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The longest record: a surface of a few hundred characters and three numbers. Bytes. */
const LONGEST_RECORD = 4096;

class RunReader {
  surface: string | undefined;
  pair!: NamePair;
  #blocks: BlockReader;

  constructor(path: string) {
    this.#blocks = new BlockReader(path, 1 << 17);
    this.next();
  }

  next(): void {
    if (!this.#blocks.hasMore) {
      this.surface = undefined;
      this.#blocks.close();
      return;
    }
    this.#blocks.more(LONGEST_RECORD);
    const { reader } = this.#blocks;
    this.surface = reader.string();
    this.pair = {
      title: reader.varint(),
      count: reader.varint(),
      tables: reader.varint(),
      sources: reader.byte(),
    };
  }
}

/** A heap of readers, the one with the smallest surface on top. */
function* mergeRuns(paths: string[]): IterableIterator<{ surface: string; pairs: NamePair[] }> {
  const heap = paths.map((p) => new RunReader(p)).filter((r) => r.surface !== undefined);
  const before = (a: RunReader, b: RunReader) => a.surface! < b.surface!;
  const sink = (from: number) => {
    for (let at = from; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && before(heap[child], heap[least])) least = child;
      }
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least], heap[at]];
      at = least;
    }
  };
  for (let i = heap.length >> 1; i >= 0; i--) sink(i);
  while (heap.length > 0) {
    const surface = heap[0].surface!;
    const pairs = new Map<number, NamePair>();
    while (heap.length > 0 && heap[0].surface === surface) {
      const { pair } = heap[0];
      const known = pairs.get(pair.title);
      if (known) {
        known.count += pair.count;
        known.tables += pair.tables;
        known.sources |= pair.sources;
      } else pairs.set(pair.title, pair);
      heap[0].next();
      if (heap[0].surface === undefined) {
        const last = heap.pop()!;
        if (heap.length > 0) heap[0] = last;
      }
      sink(0);
    }
    yield { surface, pairs: [...pairs.values()].sort((a, b) => a.title - b.title) };
  }
}
