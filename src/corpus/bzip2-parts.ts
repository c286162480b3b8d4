/** The parts of a dump that was packed as many bzip2 streams ("multistream"): each can be unpacked by itself. */
import { existsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type Break, describeBreak } from "../files/broken-stream.js";
import { Bzip2Reader } from "../files/bunzip2.js";
import { readLines } from "../files/lines.js";
import type { OnWarning } from "./page.js";

/** A stream begins with "BZh", a digit and the mark of its first block: ten bytes that nothing else has but by chance, one in 10²⁴ bytes. */
const STREAM = Buffer.from("BZh");
const BLOCK_MARK = Buffer.from([0x31, 0x41, 0x59, 0x26, 0x53, 0x59]);
const MARK_LENGTH = STREAM.length + 1 + BLOCK_MARK.length;
const READ = 1 << 22;

/** Bytes of the packed file, whole streams. */
export interface PackedPart {
  from: number;
  to: number;
}

export interface PartOptions {
  /** At least so many bytes a part. */
  size: number;
  /** Where to begin; the start of a stream. */
  from?: number;
  onWarning?: OnWarning;
  signal?: AbortSignal;
}

/** Is it bzip2, with a second stream before `within` bytes? */
export async function isMultistream(path: string, within: number): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const bytes = await readAt(file, 0, within);
    return startsStream(bytes, 0) && nextStream(bytes, 1) > 0;
  } finally {
    await file.close();
  }
}

/** Neighbouring streams together, by the index that lies beside the dump or else by looking for their marks. */
export async function* bzip2Parts(path: string, options: PartOptions): AsyncGenerator<PackedPart> {
  const { size, from = 0 } = options;
  const file = await open(path, "r");
  try {
    const { size: length } = await file.stat();
    let begin = from;
    for await (const start of streamStarts(path, file, options)) {
      if (start - begin < size) continue;
      yield { from: begin, to: start };
      begin = start;
    }
    if (begin < length) yield { from: begin, to: length };
  } finally {
    await file.close();
  }
}

async function* streamStarts(path: string, file: FileHandle, options: PartOptions): AsyncGenerator<number> {
  const { from = 0, size, signal, onWarning } = options;
  const index = indexOf(path);
  if (index === undefined) {
    yield* markedStarts(file, from);
    return;
  }
  let last = from;
  for await (const start of indexedStarts(index, signal)) {
    // most need not be looked at: only where a part ends
    if (start - last < size) continue;
    if (!startsStream(await readAt(file, start, MARK_LENGTH), 0)) {
      onWarning?.(
        `${index} belongs to another dump than ${path} (nothing begins at byte ${start}); it is not used.`,
      );
      yield* markedStarts(file, last);
      return;
    }
    last = start;
    yield start;
  }
}

/** Where each stream begins, found by its mark. */
async function* markedStarts(file: FileHandle, from: number): AsyncGenerator<number> {
  for (let at = from; ; ) {
    const bytes = await readAt(file, at, READ);
    for (let start = nextStream(bytes, 0); start >= 0; start = nextStream(bytes, start + 1)) yield at + start;
    if (bytes.length < READ) return;
    at += READ - MARK_LENGTH + 1;
  }
}

/** enwiki-…-multistream.xml.bz2 has its index in enwiki-…-multistream-index.txt.bz2, or unpacked. */
function indexOf(path: string): string | undefined {
  const found = /^(.*-multistream\d*)(\.xml[^/]*)\.bz2$/.exec(path);
  if (!found) return undefined;
  // of a dump in several files the index has the same page range in its name: multistream1.xml-p1p41242, multistream-index1.txt-p1p41242
  const name =
    found[1].replace(/-multistream(\d*)$/, "-multistream-index$1") + found[2].replace(".xml", ".txt");
  return [`${name}.bz2`, name].find((each) => existsSync(each));
}

/** Lines of an offset, a page number and a title, parted by colons; many with one offset. */
async function* indexedStarts(index: string, signal?: AbortSignal): AsyncGenerator<number> {
  let last = -1;
  for await (const { text } of readLines(index, { signal })) {
    const start = Number.parseInt(text, 10);
    if (start > last) yield start;
    last = Math.max(last, start);
  }
}

function nextStream(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(STREAM, from); at >= 0; at = bytes.indexOf(STREAM, at + 1)) {
    if (startsStream(bytes, at)) return at;
  }
  return -1;
}

function startsStream(bytes: Buffer, at: number): boolean {
  const mark = at + STREAM.length + 1;
  return (
    bytes.subarray(at, at + STREAM.length).equals(STREAM) &&
    bytes[mark - 1] >= 0x31 &&
    bytes[mark - 1] <= 0x39 &&
    bytes.subarray(mark, mark + BLOCK_MARK.length).equals(BLOCK_MARK)
  );
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

export interface UnpackedPart {
  bytes: Buffer;
  /** Why there is no more of it, where it breaks off. */
  broken?: Break;
}

/** All that a part unpacks to. */
export async function unpackPart(path: string, { from, to }: PackedPart): Promise<UnpackedPart> {
  const file = await open(path, "r");
  const blocks: Uint8Array[] = [];
  try {
    const reader = new Bzip2Reader(await readAt(file, from, to - from));
    for (let block = reader.next(); block; block = reader.next()) blocks.push(block);
    return { bytes: Buffer.concat(blocks) };
  } catch (error) {
    return { bytes: Buffer.concat(blocks), broken: describeBreak(error) };
  } finally {
    await file.close();
  }
}
