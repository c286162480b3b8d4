/** Where a name stands in the packed store, by the hash of its case-blind form: buckets of a few names, and a byte of each name's hash. */
import { BlockArena } from "../../files/block-arena.js";
import type { BlockFile } from "../../files/block-file.js";
import { ByteReader } from "../../files/bytes.js";
import type { KnowledgeBaseInfo } from "../knowledge-base.js";

/** What a packed knowledge base is called among files of blocks. */
export const PACKED_KIND = "knowledge-base";

/** What the file says of itself. */
export interface PackedAbout extends Omit<KnowledgeBaseInfo, "format" | "version"> {
  /** Names in order of their hashes, with titles that are no names. */
  names: number;
  entitiesABlock: number;
  namesABlock: number;
}

const NAMES_A_BUCKET = 4;

/** The highest bits of a hash that tell its bucket, for so many names. */
export function bucketBits(names: number): number {
  return Math.max(1, Math.min(24, Math.ceil(Math.log2(Math.max(1, names / NAMES_A_BUCKET)))));
}

/** The sums of the buckets' sizes, made by whichever thread is first. */
function readStarts(file: BlockFile, buckets: number): Uint32Array {
  const starts = new Uint32Array(file.memory("buckets", 4 * (buckets + 2)), 0, buckets + 1);
  const isThere = new Int32Array(starts.buffer, 4 * (buckets + 1), 1);
  if (Atomics.load(isThere, 0) === 0) {
    const sizes = new ByteReader(file.block("buckets", 0));
    for (let i = 1; i <= buckets; i++) starts[i] = starts[i - 1] + sizes.varint();
    Atomics.store(isThere, 0, 1);
  }
  return starts;
}

export class PackedIndex {
  /** Number of each bucket's first name, and the end of the last. */
  readonly #starts: Uint32Array;
  /** The lowest byte of each name's hash: of those that are not there, all but a few in a hundred are told by it. */
  readonly #prints: Uint8Array;
  readonly #shift: number;

  constructor(file: BlockFile, names: number) {
    const bits = bucketBits(names);
    this.#shift = 32 - bits;
    this.#starts = readStarts(file, 1 << bits);
    const prints = new BlockArena(file, "prints");
    prints.at(0);
    this.#prints = prints.bytes;
  }

  /** The first name from `from` on that may have this hash, −1 when there is none; `from` is −1 for the first time. */
  next(hash: number, from: number): number {
    const bucket = hash >>> this.#shift;
    const end = this.#starts[bucket + 1];
    const print = hash & 255;
    for (let i = from < 0 ? this.#starts[bucket] : from; i < end; i++)
      if (this.#prints[i] === print) return i;
    return -1;
  }
}
