/** Puts any number of keyed entries in order with bounded memory: sorted runs in a file each, merged when they are read. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AppendFile, BlockReader } from "../../files/append-file.js";
import { mergeSorted } from "../../files/merge-sorted.js";
import { compareEntries, type KeyedEntry, KeyedRecords, readEntry } from "./keyed-records.js";

/** The longest key and text, and a number; bytes. */
const LONGEST_RECORD = 16_384;
/** Of each run, what is read at once. */
const READ = 1 << 16;

export class KeySorter {
  readonly #records = new KeyedRecords();
  readonly #runs: string[] = [];

  /** `folder` is made when the first run is written and removed by `close`; `memory` is what entries may take before that, bytes. */
  constructor(
    private readonly folder: string,
    private readonly memory: number,
  ) {}

  add(key: string, number: number, text = ""): void {
    this.#records.add({ key, number, text });
    if (this.#records.memory > this.memory) this.#spill();
  }

  /** All entries in order; add none afterwards. */
  sorted(): IterableIterator<KeyedEntry> {
    if (this.#runs.length === 0) return this.#records.sorted();
    return mergeSorted([this.#records.sorted(), ...this.#runs.map(readRun)], compareEntries);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spill(): void {
    mkdirSync(this.folder, { recursive: true });
    const path = join(this.folder, `run-${this.#runs.length}`);
    const file = new AppendFile(path);
    for (const record of this.#records.sortedBytes()) {
      file.buffer.raw(record);
      file.spill();
    }
    file.close();
    this.#runs.push(path);
    this.#records.clear();
  }
}

function* readRun(path: string): IterableIterator<KeyedEntry> {
  const blocks = new BlockReader(path, READ);
  try {
    while (blocks.hasMore) {
      blocks.more(LONGEST_RECORD);
      yield readEntry(blocks.reader);
    }
  } finally {
    blocks.close();
  }
}
