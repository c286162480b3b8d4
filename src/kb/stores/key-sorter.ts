/** Puts any number of keyed entries in order with bounded memory: sorted runs in a file each, merged when they are read. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AppendFile, BlockReader } from "../../files/append-file.js";

export interface KeyedEntry {
  key: string;
  number: number;
  text: string;
}

/** Characters of a run; with what an entry costs beside them, some 100 MB. */
const RUN_CHARACTERS = 16 << 20;
const RUN_ENTRIES = 1 << 20;
/** The longest key and text, and a number; bytes. */
const LONGEST_RECORD = 16_384;

/** By key, in the order of UTF-16 units, then number, then text. */
function compare(a: KeyedEntry, b: KeyedEntry): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.number !== b.number) return a.number - b.number;
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

export class KeySorter {
  #entries: KeyedEntry[] = [];
  #characters = 0;
  #runs: string[] = [];

  /** `folder` is made when the first run is written and removed by `close`. */
  constructor(private readonly folder: string) {}

  add(key: string, number: number, text = ""): void {
    this.#entries.push({ key, number, text });
    this.#characters += key.length + text.length;
    if (this.#characters > RUN_CHARACTERS || this.#entries.length >= RUN_ENTRIES) this.#spill();
  }

  /** All entries in order; add none afterwards. */
  *sorted(): IterableIterator<KeyedEntry> {
    this.#entries.sort(compare);
    if (this.#runs.length === 0) {
      yield* this.#entries;
      return;
    }
    const heads = [this.#entries.values(), ...this.#runs.map(readRun)].map((entries) => ({
      entries,
      next: entries.next(),
    }));
    // a few dozen runs at most: looking at each head is as fast as a heap
    for (;;) {
      let least: (typeof heads)[number] | undefined;
      for (const head of heads) {
        if (!head.next.done && (!least || compare(head.next.value, least.next.value) < 0)) least = head;
      }
      if (!least) return;
      yield least.next.value;
      least.next = least.entries.next();
    }
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spill(): void {
    mkdirSync(this.folder, { recursive: true });
    const path = join(this.folder, `run-${this.#runs.length}`);
    const file = new AppendFile(path);
    for (const { key, number, text } of this.#entries.sort(compare)) {
      file.buffer.string(key);
      file.buffer.varint(number);
      file.buffer.string(text);
      file.spill();
    }
    file.close();
    this.#runs.push(path);
    this.#entries = [];
    this.#characters = 0;
  }
}

function* readRun(path: string): IterableIterator<KeyedEntry> {
  const blocks = new BlockReader(path, 1 << 18);
  const { reader } = blocks;
  try {
    while (blocks.hasMore) {
      blocks.more(LONGEST_RECORD);
      yield { key: reader.string(), number: reader.varint(), text: reader.string() };
    }
  } finally {
    blocks.close();
  }
}
