/**
 * Counts (surface, title) pairs in bounded memory: a map that is written out as a sorted run when it is full, and
 * runs that are merged, one surface after the other, when everything has been counted.
 */
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ByteWriter } from "../bytes.js";
import { BlockReader } from "./append-file.js";

/** A pair of a surface, a title's number, the links counted and the name sources seen, as bits. */
export interface NamePair {
  title: number;
  count: number;
  sources: number;
}

/** Rough cost of an entry in the map beyond its characters; bytes. */
const ENTRY = 96;
/** Separates surface and title in a key; sorts before every character of a surface. */
const SEPARATOR = "\u0001";
const SOURCE_BITS = 256;

export class PairCounter {
  /** Names of the runs written so far, in the work folder. */
  readonly runs: string[];
  #pairs = new Map<string, number>();
  #bytes = 0;

  /** `limit`: bytes the map may take. */
  constructor(
    private readonly folder: string,
    private readonly limit: number,
    runs: string[] = [],
  ) {
    this.runs = [...runs];
  }

  add(surface: string, title: number, count: number, sources: number): void {
    const key = surface + SEPARATOR + title;
    const known = this.#pairs.get(key);
    if (known === undefined) {
      this.#pairs.set(key, count * SOURCE_BITS + sources);
      this.#bytes += ENTRY + key.length * 2;
    } else {
      const bits = (known % SOURCE_BITS) | sources;
      this.#pairs.set(key, (Math.floor(known / SOURCE_BITS) + count) * SOURCE_BITS + bits);
    }
  }

  get isFull(): boolean {
    return this.#bytes > this.limit;
  }

  /** Writes a run, synced, and forgets its pairs. */
  spill(): void {
    if (this.#pairs.size === 0) return;
    const name = `pairs-${this.runs.length}`;
    writeRun(join(this.folder, name), this.#pairs);
    this.runs.push(name);
    this.#pairs = new Map();
    this.#bytes = 0;
  }

  /** Every surface once, in the order of its UTF-16 units, its titles in ascending order. */
  *merged(): IterableIterator<{ surface: string; pairs: NamePair[] }> {
    yield* mergeRuns(this.runs.map((name) => join(this.folder, name)));
  }
}

function writeRun(path: string, pairs: Map<string, number>): void {
  const keys = [...pairs.keys()].sort();
  const file = openSync(path, "w");
  try {
    let out = new ByteWriter(1 << 20);
    const flush = () => {
      const data = out.done();
      for (let done = 0; done < data.length; ) done += writeSync(file, data, done);
      out = new ByteWriter(1 << 20);
    };
    for (const key of keys) {
      const cut = key.lastIndexOf(SEPARATOR);
      const value = pairs.get(key)!;
      out.string(key.slice(0, cut));
      out.varint(Number(key.slice(cut + 1)));
      out.varint(Math.floor(value / SOURCE_BITS));
      out.byte(value % SOURCE_BITS);
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
    this.pair = { title: reader.varint(), count: reader.varint(), sources: reader.byte() };
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
