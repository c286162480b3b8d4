/** Sorted runs of (surface, title) pairs on disk, and how they are merged, one surface after the other. */
import { closeSync, openSync, writeSync } from "node:fs";
import { BlockReader } from "../../files/append-file.js";
import { ByteWriter } from "../../files/bytes.js";
import { mergeSorted } from "../../files/merge-sorted.js";
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

/** A name of one title, as it stands in a run. */
interface RunRecord {
  surface: string;
  pair: NamePair;
}

function* readRun({ path, titleOf, ...part }: RunPlace): IterableIterator<RunRecord> {
  const blocks = new BlockReader(path, READ, part);
  const { reader } = blocks;
  try {
    while (blocks.hasMore) {
      blocks.more(LONGEST_RECORD);
      const surface = reader.string();
      const title = reader.varint();
      const pair: NamePair = {
        title: titleOf ? titleOf[title] : title,
        count: reader.varint(),
        tables: reader.varint(),
        sources: reader.byte(),
      };
      yield { surface, pair };
    }
  } finally {
    blocks.close();
  }
}

const bySurface = (a: RunRecord, b: RunRecord) =>
  a.surface < b.surface ? -1 : a.surface > b.surface ? 1 : 0;

/** Every surface once, in the order of its UTF-16 units. */
export function* mergeRuns(runs: RunPlace[]): IterableIterator<SurfacePairs> {
  let current: SurfacePairs | undefined;
  for (const { surface, pair } of mergeSorted(runs.map(readRun), bySurface)) {
    if (current?.surface === surface) current.pairs.push(pair);
    else {
      if (current) yield { surface: current.surface, pairs: joinTitles(current.pairs) };
      current = { surface, pairs: [pair] };
    }
  }
  if (current) yield { surface: current.surface, pairs: joinTitles(current.pairs) };
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
