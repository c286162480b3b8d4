/** From the log of tokens to the entity texts: words of pages and around links, grouped by row in bounded memory. */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppendFile, BlockReader } from "../../files/append-file.js";
import { isContentWord, normalizeWord } from "../../text/content-words.js";
import type { EntityText } from "../entity-texts.js";
import { type LoggedText, readLoggedTexts, readStrings } from "./corpus-log.js";
import type { NameInText } from "./found-names.js";

/** Content words either side of a link. */
const WINDOW = 10;
/** Of the memory there is, what one bucket of rows may take on disk; sorted in memory it takes two to three times as much. */
const BUCKET_SHARE = 1 / 8;
const LARGEST_BUCKET = 128 << 20;
const SMALLEST_BUCKET = 1 << 14;
const MOST_BUCKETS = 256;
const MOST_PARTS = 64;
/** What is written to a bucket at once; bytes. */
const BLOCK = 1 << 17;
const Kind = { page: 0, context: 1, outLink: 2, inLink: 3 } as const;

export interface WordList {
  words: string[];
  frequencies: Float64Array;
  /** Token number of the log → word number, −1 for what is no content word or too rare. */
  wordOf: Int32Array;
}

/** Lower-case content words by falling frequency; in large corpora those seen only a few times are left out. */
export function chooseWords(folder: string, tokenCounts: Uint32Array): WordList {
  let total = 0;
  for (const count of tokenCounts) total += count;
  const rarest = Math.max(1, Math.min(5, Math.floor(total / 10_000_000)));
  const byWord = new Map<string, number>();
  const frequencies: number[] = [];
  const wordOf = new Int32Array(tokenCounts.length).fill(-1);
  let token = 0;
  for (const text of readStrings(join(folder, "words"))) {
    const count = tokenCounts[token];
    if (count > 0 && /\p{L}/u.test(text)) {
      const word = normalizeWord(text);
      if (isContentWord(word)) {
        let id = byWord.get(word);
        if (id === undefined) byWord.set(word, (id = frequencies.push(0) - 1));
        frequencies[id] += count;
        wordOf[token] = id;
      }
    }
    token++;
  }
  const all = [...byWord.keys()];
  const order = all.map((_, id) => id).filter((id) => frequencies[id] >= rarest);
  order.sort((a, b) => frequencies[b] - frequencies[a] || (all[a] < all[b] ? -1 : 1));
  const rank = new Int32Array(all.length).fill(-1);
  for (const [r, id] of order.entries()) rank[id] = r;
  for (let t = 0; t < wordOf.length; t++) if (wordOf[t] >= 0) wordOf[t] = rank[wordOf[t]];
  return {
    words: order.map((id) => all[id]),
    frequencies: Float64Array.from(order, (id) => frequencies[id]),
    wordOf,
  };
}

export interface CollectOptions {
  folder: string;
  words: WordList;
  /** Title number → row, −1 for none. */
  rowOf: (title: number) => number;
  rows: number;
  /** Bytes of the token log, to choose the number of buckets. */
  logged: number;
  /** Bytes. */
  memory: number;
  /** Names beside the links that are taken like links. */
  findNames: (text: LoggedText) => Iterable<NameInText>;
}

/** Every row's text, in row order. */
export function* collectTexts(options: CollectOptions): IterableIterator<EntityText> {
  const bucket = Math.max(SMALLEST_BUCKET, Math.min(LARGEST_BUCKET, options.memory * BUCKET_SHARE));
  const buckets = Math.max(1, Math.min(MOST_BUCKETS, Math.ceil((options.logged * 2) / bucket)));
  const perBucket = Math.ceil(options.rows / buckets);
  const paths = Array.from({ length: buckets }, (_, b) => join(options.folder, `texts-${b}`));
  distribute(options, paths, perBucket);
  for (let b = 0; b < buckets; b++) {
    const from = b * perBucket;
    const to = Math.min(options.rows, from + perBucket);
    if (from < to) yield* readBucket(paths[b], from, to, bucket);
    rmSync(paths[b], { force: true });
  }
}

/** The content words of one text after the other, in arrays that are used again. */
class ContentWords {
  words = new Int32Array(1 << 16);
  /** Number of each word's token in its text. */
  places = new Int32Array(1 << 16);
  count = 0;

  read(text: { tokens: ArrayLike<number>; count: number }, wordOf: ArrayLike<number>): void {
    if (this.words.length < text.count) {
      this.words = new Int32Array(text.count * 2);
      this.places = new Int32Array(text.count * 2);
    }
    this.count = 0;
    for (let t = 0; t < text.count; t++) {
      const word = wordOf[text.tokens[t]];
      if (word < 0) continue;
      this.words[this.count] = word;
      this.places[this.count++] = t;
    }
  }
}

function distribute(options: CollectOptions, paths: string[], perBucket: number): void {
  const files = paths.map((path) => new AppendFile(path, 0, BLOCK));
  /** Row, kind, number of values, values. */
  const put = (row: number, kind: number, values: ArrayLike<number>, count: number) => {
    const file = files[Math.floor(row / perBucket)];
    const out = file.buffer;
    out.varint(row);
    out.byte(kind);
    out.varint(count);
    for (let i = 0; i < count; i++) out.varint(values[i]);
    file.spill();
  };
  const { wordOf } = options.words;
  const known = new ContentWords();
  const window = new Int32Array(2 * WINDOW);
  const one = [0];
  for (const text of readLoggedTexts(options.folder)) {
    known.read(text, wordOf);
    const row = options.rowOf(text.title);
    if (row >= 0) put(row, Kind.page, known.words, known.count);
    let reached = 0;
    for (let i = 0; i < text.links; i++) {
      const target = options.rowOf(text.linkTargets[i]);
      reached = putContext(text.linkStarts[i], text.linkLengths[i], target, row, reached);
    }
    reached = 0;
    for (const name of options.findNames(text)) {
      reached = putContext(name.start, name.length, name.row, row, reached);
    }
  }
  for (const file of files) file.close();

  /** The content words around tokens [start, start + length) for `target`; returns the place reached among them, for the next. */
  function putContext(start: number, length: number, target: number, row: number, reached: number): number {
    const { words: content, places, count } = known;
    let next = reached;
    while (next < count && places[next] < start) next++;
    if (target < 0 || target === row) return next;
    let size = 0;
    for (let k = Math.max(0, next - WINDOW); k < next; k++) window[size++] = content[k];
    let after = next;
    while (after < count && places[after] < start + length) after++;
    for (let k = after; k < Math.min(count, after + WINDOW); k++) window[size++] = content[k];
    put(target, Kind.context, window, size);
    if (row < 0) return next;
    one[0] = target;
    put(row, Kind.outLink, one, 1);
    one[0] = row;
    put(target, Kind.inLink, one, 1);
    return next;
  }
}

/** The first rows are the most popular ones, and some buckets much larger than others: what is too large is parted again. */
function* readBucket(path: string, from: number, to: number, largest: number): IterableIterator<EntityText> {
  const { size } = statSync(path);
  if (size > largest && to - from > 1) {
    const parts = Math.min(to - from, MOST_PARTS, Math.ceil(size / largest) + 1);
    const perPart = Math.ceil((to - from) / parts);
    const paths = Array.from({ length: parts }, (_, p) => `${path}-${p}`);
    partBucket(path, from, paths, perPart);
    for (let p = 0; p < parts; p++) {
      const start = from + p * perPart;
      if (start < to) yield* readBucket(paths[p], start, Math.min(to, start + perPart), largest);
      rmSync(paths[p], { force: true });
    }
    return;
  }
  const lists = groupBucket(path, from, to);
  for (let row = from; row < to; row++) {
    const at = (row - from) * 4;
    const [words, counts] = countUp(lists(at + Kind.page));
    const [contextWords, contextCounts] = countUp(lists(at + Kind.context));
    const [outLinks] = countUp(lists(at + Kind.outLink));
    const [inLinks] = countUp(lists(at + Kind.inLink));
    yield { row, words, counts, contextWords, contextCounts, outLinks, inLinks };
  }
}

/** Distributes a bucket's records over smaller ones of `perPart` rows each. */
function partBucket(path: string, from: number, paths: string[], perPart: number): void {
  const files = paths.map((part) => new AppendFile(part, 0, BLOCK));
  for (const { list, count, reader } of bucketRecords(path, from)) {
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

/** All values of a bucket in one array, those of a row and kind together: counted in one pass, put in place in a second. */
function groupBucket(path: string, from: number, to: number): (list: number) => Uint32Array {
  const starts = new Float64Array((to - from) * 4 + 1);
  for (const { list, count } of bucketRecords(path, from)) starts[list + 1] += count;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  const values = new Uint32Array(starts[starts.length - 1]);
  const next = starts.slice();
  for (const { list, count, reader } of bucketRecords(path, from)) {
    for (let i = 0; i < count; i++) values[next[list]++] = reader.varint();
  }
  return (list) => values.subarray(starts[list], starts[list + 1]);
}

/** The records of a bucket; whoever does not read the values passes over them. */
function* bucketRecords(path: string, from: number) {
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
