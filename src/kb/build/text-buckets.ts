/** Buckets of rows on disk: records of words and links of entities, written by several threads, read back grouped by row. */
import { appendFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppendFile, BlockReader } from "../../files/append-file.js";
import { type ByteReader, ByteWriter } from "../../files/bytes.js";
import { shared } from "../../workers/shared-memory.js";
import type { EntityText } from "../entity-texts.js";

export const Kind = { page: 0, context: 1, outLink: 2, inLink: 3 } as const;
const MOST_PARTS = 64;
/** What is written to a part of a bucket at once; bytes. */
const BLOCK = 1 << 17;

/** How rows are laid out in buckets. */
export interface BucketPlan {
  folder: string;
  /** The first row of each bucket, and how many rows there are. */
  starts: Int32Array;
  /** Row → bucket, where all threads see it. */
  bucketOf: Uint16Array;
  /** A bucket that is larger is parted again before it is sorted in memory; bytes. */
  largest: number;
}

/** `buckets` buckets of neighbouring rows with about the same part of all weights each, and of all rows. */
export function cutRows(weights: Float64Array, buckets: number): Pick<BucketPlan, "starts" | "bucketOf"> {
  const rows = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const bucketOf = shared(Uint16Array, rows);
  const starts = new Int32Array(buckets + 1).fill(rows);
  let behind = 0;
  for (let row = 0; row < rows; row++) {
    const bucket = Math.min(buckets - 1, Math.floor((buckets * behind) / 2));
    bucketOf[row] = bucket;
    starts[bucket] = Math.min(starts[bucket], row);
    behind += (total > 0 ? weights[row] / total : 1 / rows) + 1 / rows;
  }
  // one that a heavy row left empty begins where the next does
  for (let bucket = buckets - 1; bucket >= 0; bucket--)
    starts[bucket] = Math.min(starts[bucket], starts[bucket + 1]);
  return { starts, bucketOf };
}

function bucketPath({ folder }: BucketPlan, bucket: number, writer: number): string {
  return join(folder, `texts-${bucket}-${writer}`);
}

/** What a build that was stopped has left; new records would go behind it. */
export function removeBuckets(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^texts-\d+-/.test(name)) rmSync(join(folder, name), { force: true });
  }
}

/** Collects records in memory until they are flushed to the files of one writer. */
export class BucketWriter {
  readonly #buffers: ByteWriter[];

  /** `writer`: no two that write at the same time may have one number. */
  constructor(
    private readonly plan: BucketPlan,
    private readonly writer: number,
  ) {
    this.#buffers = Array.from({ length: plan.starts.length - 1 }, () => new ByteWriter(256));
  }

  /** Row, kind, number of values, values. */
  put(row: number, kind: number, values: ArrayLike<number>, count: number): void {
    const out = this.#buffers[this.plan.bucketOf[row]];
    out.varint(row);
    out.byte(kind);
    out.varint(count);
    for (let i = 0; i < count; i++) out.varint(values[i]);
  }

  flush(): void {
    for (const [bucket, out] of this.#buffers.entries()) {
      if (out.length === 0) continue;
      appendFileSync(bucketPath(this.plan, bucket, this.writer), out.done());
      out.length = 0;
    }
  }
}

/** The texts of a bucket's rows, in order; its files are removed behind them. */
export function* readBucket(
  plan: BucketPlan,
  bucket: number,
  writers: number[],
): IterableIterator<EntityText> {
  const from = plan.starts[bucket];
  const to = plan.starts[bucket + 1];
  const paths = writers.map((writer) => bucketPath(plan, bucket, writer)).filter((path) => existsSync(path));
  if (from < to) yield* readRows(paths, { from, to }, plan.largest);
  for (const path of paths) rmSync(path, { force: true });
}

interface Rows {
  from: number;
  to: number;
}

/** What is too large to be sorted in memory is parted again. */
function* readRows(paths: string[], { from, to }: Rows, largest: number): IterableIterator<EntityText> {
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  if (size > largest && to - from > 1) {
    const parts = Math.min(to - from, MOST_PARTS, Math.ceil(size / largest) + 1);
    const perPart = Math.ceil((to - from) / parts);
    const partPaths = Array.from({ length: parts }, (_, p) => `${paths[0]}-${p}`);
    partRows(paths, from, partPaths, perPart);
    for (let p = 0; p < parts; p++) {
      const start = from + p * perPart;
      if (start < to)
        yield* readRows([partPaths[p]], { from: start, to: Math.min(to, start + perPart) }, largest);
      rmSync(partPaths[p], { force: true });
    }
    return;
  }
  const lists = groupRecords(paths, from, to);
  for (let row = from; row < to; row++) {
    const at = (row - from) * 4;
    const [words, counts] = countUp(lists(at + Kind.page));
    const [contextWords, contextCounts] = countUp(lists(at + Kind.context));
    const [outLinks] = countUp(lists(at + Kind.outLink));
    const [inLinks] = countUp(lists(at + Kind.inLink));
    yield { row, words, counts, contextWords, contextCounts, outLinks, inLinks };
  }
}

/** Distributes records over smaller files of `perPart` rows each. */
function partRows(paths: string[], from: number, partPaths: string[], perPart: number): void {
  const files = partPaths.map((part) => new AppendFile(part, 0, BLOCK));
  for (const { list, count, reader } of recordsOf(paths, from)) {
    const row = from + (list >> 2);
    const file = files[Math.floor((row - from) / perPart)];
    file.buffer.varint(row);
    file.buffer.byte(list & 3);
    file.buffer.varint(count);
    for (let i = 0; i < count; i++) file.buffer.varint(reader.varint());
    file.spill();
  }
  for (const file of files) file.close();
}

/** All values in one array, those of a row and kind together: counted in one pass, put in place in a second. */
function groupRecords(paths: string[], from: number, to: number): (list: number) => Uint32Array {
  const starts = new Float64Array((to - from) * 4 + 1);
  for (const { list, count } of recordsOf(paths, from)) starts[list + 1] += count;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  const values = new Uint32Array(starts[starts.length - 1]);
  const next = starts.slice();
  for (const { list, count, reader } of recordsOf(paths, from)) {
    let at = next[list];
    for (let i = 0; i < count; i++) values[at++] = reader.varint();
    next[list] = at;
  }
  return (list) => values.subarray(starts[list], starts[list + 1]);
}

interface BucketRecord {
  /** Four lists a row, counted from the first. */
  list: number;
  count: number;
  /** At the values; who does not read them need not. */
  reader: ByteReader;
}

function* recordsOf(paths: string[], from: number): IterableIterator<BucketRecord> {
  for (const path of paths) {
    const blocks = new BlockReader(path);
    const { reader } = blocks;
    const record = { list: 0, count: 0, reader };
    try {
      while (blocks.hasMore) {
        blocks.more(32);
        const row = reader.varint();
        record.list = (row - from) * 4 + reader.byte();
        record.count = reader.varint();
        blocks.more(record.count * 5);
        const begin = reader.at;
        yield record;
        if (reader.at === begin) for (let i = 0; i < record.count; i++) reader.varint();
      }
    } finally {
      blocks.close();
    }
  }
}

/** Distinct values, ascending, and how often each is there. */
function countUp(values: Uint32Array): [Uint32Array, Uint32Array] {
  const sorted = values.sort();
  let size = 0;
  const counts = new Uint32Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    if (size === 0 || sorted[i] !== sorted[size - 1]) {
      sorted[size] = sorted[i];
      counts[size++] = 1;
    } else counts[size - 1]++;
  }
  return [sorted.slice(0, size), counts.slice(0, size)];
}
