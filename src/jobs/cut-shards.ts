/** Cuts files into shards of bounded size, reading every byte once to name each shard by what it holds; one shard is in memory at a time. */
import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { LinkingError, messageOf, throwIfAborted } from "../errors.js";
import type { InputFile } from "./find-inputs.js";
import type { ShardPiece, ShardReads } from "./shard.js";
import { findWarcRecords } from "./warc-records.js";

export interface CutOptions {
  /** Folder that the files' paths start from. */
  base: string;
  /** A shard is closed once it holds this many bytes, at the end of the line or record. */
  shardBytes: number;
  signal?: AbortSignal;
}

/** Keeps a shard's description small where files are. */
const MOST_PIECES = 256;
/** Text unpacks to about this many times its size. */
const PACKED_WEIGHT = 4;
const CHUNK = 1 << 18;
const LINE_FEED = 10;

export async function* cutShards(
  files: AsyncIterable<InputFile>,
  options: CutOptions,
): AsyncGenerator<ShardReads> {
  const cutter = new ShardCutter(options.shardBytes);
  for await (const file of files) {
    throwIfAborted(options.signal);
    const { size, packed } = await lookAt(file.path, options.base);
    const whole: ShardPiece = { ...file, from: 0, to: size, line: 1, ...(packed && { packed }) };
    if (packed || file.form === "text" || file.form === "html") yield* addWhole(cutter, whole, options);
    else if (file.form === "jsonl") yield* addLines(cutter, whole, options);
    else yield* addWarcRecords(cutter, whole, options);
  }
  yield* cutter.close();
}

/** The shard that is being filled. */
class ShardCutter {
  readonly #most: number;
  #pieces: ShardPiece[] = [];
  #hash: Hash = createHash("sha256");
  #bytes = 0;
  /** Bytes as they will be once unpacked. */
  #weight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get room(): number {
    return this.#pieces.length >= MOST_PIECES ? 0 : this.#most - this.#weight;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** Bytes that belong to the piece that will be `add`ed next. */
  update(bytes: Uint8Array, packed = false): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#weight += packed ? bytes.length * PACKED_WEIGHT : bytes.length;
  }

  add(piece: ShardPiece): void {
    this.#pieces.push(piece);
  }

  *close(): Generator<ShardReads> {
    if (this.#pieces.length > 0) {
      yield { pieces: this.#pieces, sha256: this.#hash.digest("hex"), bytes: this.#bytes };
    }
    this.#pieces = [];
    this.#hash = createHash("sha256");
    this.#bytes = 0;
    this.#weight = 0;
  }
}

async function* addWhole(
  cutter: ShardCutter,
  piece: ShardPiece,
  options: CutOptions,
): AsyncGenerator<ShardReads> {
  const size = piece.to - piece.from;
  const weight = piece.packed ? size * PACKED_WEIGHT : size;
  if (weight > cutter.room && !cutter.isEmpty) yield* cutter.close();
  for await (const chunk of readBytes(piece, options)) cutter.update(chunk, piece.packed);
  cutter.add(piece);
  if (cutter.room <= 0) yield* cutter.close();
}

async function* addLines(
  cutter: ShardCutter,
  file: ShardPiece,
  options: CutOptions,
): AsyncGenerator<ShardReads> {
  let from = 0;
  let line = 1;
  let at = 0;
  let lineNow = 1;
  for await (const chunk of readBytes(file, options)) {
    let taken = 0;
    while (taken < chunk.length) {
      const cut = endOfLine(chunk, taken, cutter.room);
      const part = chunk.subarray(taken, cut < 0 ? chunk.length : cut);
      cutter.update(part);
      lineNow += countLines(part);
      at += part.length;
      taken += part.length;
      if (cut < 0) continue;
      cutter.add({ ...file, from, to: at, line });
      yield* cutter.close();
      from = at;
      line = lineNow;
    }
  }
  if (at > from) cutter.add({ ...file, from, to: at, line });
  if (cutter.room <= 0) yield* cutter.close();
}

/** Where the line ends in which `room` bytes are full; −1 when that is not in this chunk. */
function endOfLine(chunk: Buffer, taken: number, room: number): number {
  const full = taken + Math.max(room, 1) - 1;
  return full >= chunk.length ? -1 : chunk.indexOf(LINE_FEED, full) + 1 || -1;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

async function* addWarcRecords(
  cutter: ShardCutter,
  file: ShardPiece,
  options: CutOptions,
): AsyncGenerator<ShardReads> {
  let from = 0;
  async function* upTo(to: number): AsyncGenerator<ShardReads> {
    yield* addWhole(cutter, { ...file, from, to }, options);
    from = to;
  }
  for await (const start of findWarcRecords(readBytes(file, options), file.path)) {
    if (start - from >= options.shardBytes) yield* upTo(start);
  }
  if (file.to > from) yield* upTo(file.to);
}

/** Size, and whether it begins like gzip. */
async function lookAt(path: string, base: string): Promise<{ size: number; packed: boolean }> {
  try {
    const handle = await open(resolve(base, path), "r");
    try {
      const head = new Uint8Array(2);
      const { bytesRead } = await handle.read(head, 0, 2, 0);
      const { size } = await handle.stat();
      return { size, packed: bytesRead === 2 && head[0] === 0x1f && head[1] === 0x8b };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new LinkingError("disk", `${path} could not be read: ${messageOf(error)}.`, { cause: error });
  }
}

async function* readBytes({ path, from, to }: ShardPiece, options: CutOptions): AsyncGenerator<Buffer> {
  if (to <= from) return;
  const handle = await open(resolve(options.base, path), "r");
  let read = 0;
  for await (const chunk of handle.createReadStream({ start: from, end: to - 1, highWaterMark: CHUNK })) {
    throwIfAborted(options.signal);
    read += chunk.length;
    yield chunk;
  }
  if (read !== to - from) {
    const sentence = `${path} was cut while it was read; submit it again when it is whole.`;
    throw new LinkingError("bad-input", sentence);
  }
}
