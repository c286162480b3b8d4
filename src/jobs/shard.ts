/** What a shard is: stretches of input files, named by the hash of what it reads, of who links it and how. */
import { createHash } from "node:crypto";
import type { RecordForm } from "./records.js";

/** A stretch of one file: whole lines, whole records, or the whole file. */
export interface ShardPiece {
  /** As the caller named it; documents without an id of their own are called after it. */
  path: string;
  form: RecordForm;
  /** Bytes of the file, half open. */
  from: number;
  to: number;
  /** Number of the first line, from 1. */
  line: number;
  /** Packed with gzip. */
  packed?: boolean;
}

/** What a shard reads. Never any text: this is what goes through Redis. */
export interface ShardReads {
  pieces: ShardPiece[];
  /** Of all its bytes, one piece after the other. */
  sha256: string;
  bytes: number;
}

/** How its documents are linked and written. */
export interface ShardSettings {
  nil?: number;
  targetPrecision?: number;
  capitals?: boolean;
  explain?: boolean;
  /** Candidates to write of each link; all when left out. */
  candidates?: number;
}

/** What all shards of one submission have in common. */
export interface Batch {
  /** Folder that the pieces' paths start from. */
  base: string;
  /** Folder for what comes out. */
  out: string;
  /** Which linker is to link them (`linkerIdentity`). */
  linker: string;
  settings: ShardSettings;
}

export interface Shard extends ShardReads, Batch {
  id: string;
  /** Place in the order of the input, from 0. */
  number: number;
}

const ID_DIGITS = 40;

/**
 * Equal ids mean equal output: the hash covers the bytes read, what documents are called after, the linker and the settings,
 * and neither the folders nor the place in the batch.
 */
export function createShard(reads: ShardReads, batch: Batch, number: number): Shard {
  const { nil, targetPrecision, capitals, explain, candidates } = batch.settings;
  const what = [
    "mulrel-shard-1",
    batch.linker,
    [nil, targetPrecision, capitals, explain, candidates],
    reads.sha256,
    reads.pieces.map(({ path, form, from, to, line }) => [path, form, to - from, line]),
  ];
  const id = createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, ID_DIGITS);
  return { id, number, ...batch, ...reads };
}
