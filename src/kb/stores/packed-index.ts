/** Where a name stands in the packed store, by the hash of its case-blind form: buckets of a few names, and a byte of each name's hash. */
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

export class PackedIndex {
  /** Number of each bucket's first name, and the end of the last. */
  readonly #starts: Uint32Array;
  /** The lowest byte of each name's hash: of those that are not there, all but a few in a hundred are told by it. */
  readonly #prints: Uint8Array;
  readonly #shift: number;

  constructor(file: BlockFile, names: number) {
    const bits = bucketBits(names);
    this.#shift = 32 - bits;
    const sizes = new ByteReader(file.block("buckets", 0));
    const starts = new Uint32Array((1 << bits) + 1);
    for (let i = 1; i < starts.length; i++) starts[i] = starts[i - 1] + sizes.varint();
    this.#starts = starts;
    this.#prints = file.block("prints", 0);
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
