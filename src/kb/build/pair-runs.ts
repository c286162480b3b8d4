/** Sorted runs of (surface, title) pairs on disk, and how they are merged, one surface after the other. */
import { closeSync, openSync, writeSync } from "node:fs";
import { BlockReader } from "../../files/append-file.js";
import { ByteWriter } from "../../files/bytes.js";
import type { NamePair } from "./pair-counter.js";

/** The longest record: a surface of a few hundred characters and three numbers. Bytes. */
const LONGEST_RECORD = 4096;
const READ = 1 << 16;

/** A surface with its titles in ascending order. */
export interface SurfacePairs {
  surface: string;
  pairs: NamePair[];
}

/** Writes a run, which no later build goes on from: `fill` puts records into the writer and says so behind each. */
export function writeRun(path: string, fill: (out: ByteWriter, onRecord: () => void) => void): void {
  const file = openSync(path, "w");
  try {
    const out = new ByteWriter(1 << 20);
    const flush = () => {
      const data = out.done();
      for (let done = 0; done < data.length; ) done += writeSync(file, data, done);
      out.length = 0;
    };
    fill(out, () => {
      if (out.length > 1 << 19) flush();
    });
    flush();
  } finally {
    closeSync(file);
  }
}

/** The merged pairs of several runs as one. */
export function writeMerged(path: string, runs: RunPlace[]): void {
  writeRun(path, (out, onRecord) => {
    for (const { surface, pairs } of mergeRuns(runs)) {
      for (const pair of pairs) {
        out.string(surface);
        out.varint(pair.title);
        out.varint(pair.count);
        out.varint(pair.tables);
        out.byte(pair.sources);
        onRecord();
      }
    }
  });
}

/** A run, or a part of a file that is one, whose titles may have other numbers there. */
export interface RunPlace {
  path: string;
  from?: number;
  to?: number;
  titleOf?: Int32Array;
}

class RunReader {
  surface: string | undefined;
  pair!: NamePair;
  readonly #blocks: BlockReader;
  readonly #titleOf: Int32Array | undefined;

  constructor({ path, titleOf, ...part }: RunPlace) {
    this.#blocks = new BlockReader(path, READ, part);
    this.#titleOf = titleOf;
    this.next();
  }

  next(): void {
    if (!this.#blocks.hasMore) {
      this.surface = undefined;
      return;
    }
    this.#blocks.more(LONGEST_RECORD);
    const { reader } = this.#blocks;
    this.surface = reader.string();
    const title = reader.varint();
    this.pair = {
      title: this.#titleOf ? this.#titleOf[title] : title,
      count: reader.varint(),
      tables: reader.varint(),
      sources: reader.byte(),
    };
  }

  close(): void {
    this.#blocks.close();
  }
}

/** Every surface once, in the order of its UTF-16 units. */
export function* mergeRuns(runs: RunPlace[]): IterableIterator<SurfacePairs> {
  const readers = runs.map((run) => new RunReader(run));
  try {
    yield* mergeReaders(readers.filter((reader) => reader.surface !== undefined));
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** A heap of readers, the one with the smallest surface on top. */
function* mergeReaders(heap: RunReader[]): IterableIterator<SurfacePairs> {
  const sink = (from: number) => {
    const moved = heap[from];
    const { length } = heap;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      if (child + 1 < length && heap[child + 1].surface! < heap[child].surface!) child++;
      if (moved.surface! <= heap[child].surface!) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
  };
  for (let i = heap.length >> 1; i >= 0; i--) if (i < heap.length) sink(i);
  while (heap.length > 0) {
    const surface = heap[0].surface!;
    const pairs: NamePair[] = [];
    while (heap.length > 0 && heap[0].surface === surface) {
      pairs.push(heap[0].pair);
      heap[0].next();
      if (heap[0].surface === undefined) {
        const last = heap.pop()!;
        if (heap.length > 0) heap[0] = last;
      }
      if (heap.length > 0) sink(0);
    }
    yield { surface, pairs: joinTitles(pairs) };
  }
}

/** Each title once, in ascending order; what was counted of it added up. */
function joinTitles(pairs: NamePair[]): NamePair[] {
  if (pairs.length === 1) return pairs;
  pairs.sort((a, b) => a.title - b.title);
  let size = 0;
  for (const pair of pairs) {
    const last = pairs[size - 1];
    if (size > 0 && last.title === pair.title) {
      last.count += pair.count;
      last.tables += pair.tables;
      last.sources |= pair.sources;
    } else pairs[size++] = pair;
  }
  pairs.length = size;
  return pairs;
}
