/**
 * The log of a build: chunks of the corpora as they were taken apart, put together in order. Titles and words get the build's numbers here;
 * everything else goes to disk as it comes, so that a build can go on where it was stopped and memory does not grow with the corpus.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { InternTable } from "../../corpus/intern-table.js";
import { AppendFile, BlockReader } from "../../files/append-file.js";
import { ByteReader } from "../../files/bytes.js";
import type { LocalStrings, LoggedChunk } from "./chunk-log.js";
import { BLOCK_FILE, putBlock } from "./log-blocks.js";
import { LONG_TOKEN } from "./word-log.js";

/** Lengths of the files: all that is needed to go on. */
export interface LogState {
  titles: number;
  words: number;
  blocks: number;
}

export class CorpusLog {
  readonly titles: InternTable;
  words: InternTable;
  readonly #titleFile: AppendFile;
  readonly #wordFile: AppendFile;
  readonly #blockFile: AppendFile;

  constructor(
    readonly folder: string,
    state?: LogState,
  ) {
    mkdirSync(folder, { recursive: true });
    this.#titleFile = new AppendFile(join(folder, "titles"), state?.titles);
    this.#wordFile = new AppendFile(join(folder, "words"), state?.words);
    this.#blockFile = new AppendFile(join(folder, BLOCK_FILE), state?.blocks);
    this.titles = restoreTable(this.#titleFile, join(folder, "titles"));
    this.words = restoreTable(this.#wordFile, join(folder, "words"));
    if (this.words.size === 0) this.words.intern(LONG_TOKEN);
  }

  add({ titles, words, ...rest }: LoggedChunk): void {
    putBlock(this.#blockFile, {
      titles: renumber(titles, this.titles, this.#titleFile),
      words: renumber(words, this.words, this.#wordFile),
      ...rest,
    });
  }

  /** Everything so far on disk; what is returned is enough to go on from here. */
  checkpoint(): LogState {
    for (const file of [this.#titleFile, this.#wordFile, this.#blockFile]) file.sync();
    return {
      titles: this.#titleFile.length,
      words: this.#wordFile.length,
      blocks: this.#blockFile.length,
    };
  }

  /** Gives the numbers of words back to memory; titles stay. */
  forgetWords(): void {
    this.words = new InternTable(() => {});
  }

  close(): void {
    for (const file of [this.#titleFile, this.#wordFile, this.#blockFile]) file.close();
  }
}

/** The build's numbers of a chunk's strings; those it has not seen yet go to the end of its file. */
function renumber({ hashes, bytes }: LocalStrings, table: InternTable, file: AppendFile): Int32Array {
  const numbers = new Int32Array(hashes.length / 2);
  const reader = new ByteReader(bytes);
  for (let i = 0; i < numbers.length; i++) {
    const start = reader.at;
    const length = reader.varint();
    reader.at += length;
    const known = table.size;
    numbers[i] = table.internHash(hashes[2 * i], hashes[2 * i + 1]);
    if (numbers[i] === known) file.buffer.raw(bytes.subarray(start, reader.at));
  }
  file.spill();
  return numbers;
}

/** Numbers again, in the same order, what the file holds; new strings go to its end. */
function restoreTable(file: AppendFile, path: string): InternTable {
  let restoring = true;
  const table = new InternTable((text) => {
    if (restoring) return;
    file.buffer.string(text);
    file.spill();
  });
  if (file.length > 0) for (const text of readStrings(path)) table.intern(text);
  restoring = false;
  return table;
}

/** Longest string that is logged, in bytes: titles have at most 255, tokens 180. */
const LONGEST_STRING = 8192;

export function* readStrings(path: string): IterableIterator<string> {
  const blocks = new BlockReader(path);
  try {
    while (blocks.hasMore) {
      blocks.more(LONGEST_STRING);
      yield blocks.reader.string();
    }
  } finally {
    blocks.close();
  }
}
