/** Finds the content words of pages, and those around links and certain names, in some of the log's blocks; in a thread. */
import { threadId } from "node:worker_threads";
import { type SharedQueue, takeFrom, waitForAll } from "../../workers/shared-queue.js";
import type { WorkerTask } from "../../workers/worker-pool.js";
import type { BlockRange } from "./count-worker.js";
import { type CertainNames, NameFinder } from "./found-names.js";
import { type BlockSource, LogBlocks, type LoggedText } from "./log-blocks.js";
import { fillMeaning, type NameSource } from "./mix-names.js";
import type { NamePart } from "./name-file.js";
import { type BucketPlan, BucketWriter, Kind } from "./text-buckets.js";

export interface ContextWorkerData {
  texts: { source: BlockSource; ranges: BlockRange[]; queue: SharedQueue };
  plan: BucketPlan;
  /** Token number of the log → word number, −1 for none. */
  wordOf: Int32Array;
  /** Title number → row, −1 for none. */
  rowOf: Int32Array;
  /** Names beside the links that are taken like links. */
  names: CertainNames;
  /** What names mean is worked out of this first; not there where it is known. */
  mixing?: { source: NameSource; parts: NamePart[]; queue: SharedQueue };
  /** Counts the threads that have begun. */
  begun?: Int32Array;
}

/** What a task is: one range of blocks that nobody has taken yet, or all until there are none. */
export type QueueShare = "one" | "all";

/** Content words either side of a link. */
const WINDOW = 10;

/** The content words of one text after the other, in arrays that are used again. */
class ContentWords {
  words = new Int32Array(1 << 16);
  /** Number of each word's token in its text. */
  places = new Int32Array(1 << 16);
  count = 0;

  read(text: LoggedText, wordOf: Int32Array): void {
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

class ContextFinder {
  readonly #known = new ContentWords();
  readonly #window = new Int32Array(2 * WINDOW);
  readonly #one = [0];
  readonly #names: NameFinder;

  constructor(
    private readonly data: ContextWorkerData,
    private readonly out: BucketWriter,
  ) {
    this.#names = new NameFinder(data.names);
  }

  add(text: LoggedText): void {
    const { wordOf, rowOf } = this.data;
    this.#known.read(text, wordOf);
    const row = rowOf[text.title];
    if (row >= 0) this.out.put(row, Kind.page, this.#known.words, this.#known.count);
    let reached = 0;
    for (let i = 0; i < text.links; i++) {
      const target = rowOf[text.linkTargets[i]];
      reached = this.#putContext(text.linkStarts[i], text.linkLengths[i], { target, row, reached });
    }
    reached = 0;
    const found = this.#names.find(text);
    for (let i = 0; i < found; i++) {
      const { starts, lengths, rows } = this.#names;
      reached = this.#putContext(starts[i], lengths[i], { target: rows[i], row, reached });
    }
  }

  /** The content words around tokens [start, start + length) for `target`; returns the place reached among them, for the next. */
  #putContext(
    start: number,
    length: number,
    { target, row, reached }: { target: number; row: number; reached: number },
  ): number {
    const { words: content, places, count } = this.#known;
    const window = this.#window;
    let next = reached;
    while (next < count && places[next] < start) next++;
    if (target < 0 || target === row) return next;
    let size = 0;
    for (let k = Math.max(0, next - WINDOW); k < next; k++) window[size++] = content[k];
    let after = next;
    while (after < count && places[after] < start + length) after++;
    for (let k = after; k < Math.min(count, after + WINDOW); k++) window[size++] = content[k];
    this.out.put(target, Kind.context, window, size);
    if (row < 0) return next;
    this.#one[0] = target;
    this.out.put(row, Kind.outLink, this.#one, 1);
    this.#one[0] = row;
    this.out.put(target, Kind.inLink, this.#one, 1);
    return next;
  }
}

/** Gives the number of the writer whose files have what was found. */
export default function setUp(data: ContextWorkerData): WorkerTask<QueueShare, number> {
  const out = new BucketWriter(data.plan, threadId);
  const finder = new ContextFinder(data, out);
  const { source, ranges, queue } = data.texts;
  return (share) => {
    if (data.begun) Atomics.add(data.begun, 0, 1);
    workOutMeanings(data);
    const blocks = new LogBlocks(source.folder, source.places);
    try {
      for (const range of takeFrom(queue)) {
        for (const text of blocks.texts(ranges[range].from, ranges[range].to)) finder.add(text);
        out.flush();
        if (share === "one") break;
      }
    } finally {
      blocks.close();
    }
    return threadId;
  };
}

/** All threads share in it, and none goes on before it is done. */
function workOutMeanings({ mixing, names }: ContextWorkerData): void {
  if (!mixing) return;
  const { source, parts, queue } = mixing;
  for (const part of takeFrom(queue)) fillMeaning(source, names.meaning, parts[part]);
  waitForAll(queue);
}
