/**
 * What entity vectors are trained from: of every entity, in row order, the words of its page, the words around links
 * to it, and its links. One file beside the knowledge base (KB.texts), read as a stream or row by row.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { LinkingError, messageOf } from "../errors.js";
import { createAtomicFile } from "../files/atomic-file.js";
import { ByteReader, ByteWriter } from "../files/bytes.js";
import { checksum, checksumWords } from "../files/checksum.js";

/** Word numbers are rows of `EntityTexts.words`; every list is ascending. */
export interface EntityText {
  row: number;
  /** Content words of its pages, in all corpora, and how often each occurs. */
  words: Uint32Array;
  counts: Uint32Array;
  /** Content words among the nearest ten either side of links to it, over all links. */
  contextWords: Uint32Array;
  contextCounts: Uint32Array;
  /** Rows its pages link to, each once. */
  outLinks: Uint32Array;
  /** Rows whose pages link to it, each once. */
  inLinks: Uint32Array;
}

export interface EntityTexts {
  /** Number of entities, as in the knowledge base. */
  readonly size: number;
  /** Lower-case content words, the most frequent first. */
  readonly words: string[];
  /** Occurrences of each word in all page texts. */
  readonly frequencies: Float64Array;
  read(row: number): EntityText;
  /** Rows from … to − 1, read in large blocks. */
  range(from?: number, to?: number): IterableIterator<EntityText>;
  close(): void;
}

/** `entities`: every row from 0 on, in order; `records`: the same, encoded already. */
export type EntityTextsInput = { words: string[]; frequencies: ArrayLike<number> } & (
  | { entities: Iterable<EntityText> }
  | { records: AsyncIterable<EncodedTexts> }
);

/** The records of some rows, one behind the other. */
export interface EncodedTexts {
  bytes: Uint8Array;
  /** Bytes of each record. */
  lengths: Uint32Array;
}

/**
 * The records, each with its checksum behind it (4 bytes), then the index (vocabulary and record lengths), then 32 bytes: magic,
 * version, index length (each 4 bytes but the magic, 8), and the checksum (16) of the index and the numbers before it. Written
 * front to back, so that it can be streamed.
 */
const MAGIC = "mulrelTX";
const VERSION = 2;
/** The first version's records had no checksum. */
const WITHOUT_SUMS = 1;
const SUM = 4;
const TAIL = 32;
const BLOCK = 1 << 20;

export async function writeEntityTexts(path: string, input: EntityTextsInput): Promise<void> {
  const file = await createAtomicFile(path);
  try {
    const allLengths = new ByteWriter(1 << 16);
    let rows = 0;
    for await (const { bytes, lengths } of "records" in input ? input.records : encodeTexts(input.entities)) {
      await file.write(bytes);
      for (const length of lengths) allLengths.varint(length);
      rows += lengths.length;
    }
    const index = new ByteWriter(1 << 16);
    index.varint(input.words.length);
    for (let i = 0; i < input.words.length; i++) {
      index.string(input.words[i]);
      index.varint(input.frequencies[i]);
    }
    index.varint(rows);
    index.raw(allLengths.done());
    await file.write(index.done());
    const tail = new Uint8Array(TAIL);
    tail.set(new TextEncoder().encode(MAGIC));
    new DataView(tail.buffer).setUint32(8, VERSION, true);
    new DataView(tail.buffer).setUint32(12, index.length, true);
    tail.set(new TextEncoder().encode(sumOfIndex(index.done(), tail, VERSION)), 16);
    await file.write(tail);
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** The records of `texts`, whose rows are `from` and the following, in pieces of about a megabyte. */
export function* encodeTexts(texts: Iterable<EntityText>, from = 0): IterableIterator<EncodedTexts> {
  let out = new ByteWriter(BLOCK);
  let lengths: number[] = [];
  let row = from;
  for (const text of texts) {
    if (text.row !== row++) {
      throw new LinkingError("bad-input", `Row ${text.row} of the entity texts comes in place ${row - 1}.`);
    }
    const before = out.length;
    writeRecord(out, text);
    sealRecord(out, before);
    lengths.push(out.length - before);
    if (out.length < BLOCK) continue;
    yield { bytes: out.done(), lengths: Uint32Array.from(lengths) };
    out = new ByteWriter(BLOCK);
    lengths = [];
  }
  yield { bytes: out.done(), lengths: Uint32Array.from(lengths) };
}

/** Version and length of the index are part of what is summed up, so that neither can change unseen. */
function sumOfIndex(index: Uint8Array, tail: Uint8Array, version: number): string {
  if (version === WITHOUT_SUMS) return checksum(index);
  const sums = new Uint8Array(24);
  sums.set(new TextEncoder().encode(checksum(index)));
  sums.set(tail.subarray(8, 16), 16);
  return checksum(sums);
}

/** Puts the checksum of what was written since `from` behind it. */
function sealRecord(out: ByteWriter, from: number): void {
  const [, sum] = checksumWords(out.bytes.slice(from, out.length));
  for (let shift = 0; shift < 8 * SUM; shift += 8) out.byte((sum >>> shift) & 255);
}

function writeRecord(out: ByteWriter, text: EntityText): void {
  writeAscending(out, text.words, text.counts);
  writeAscending(out, text.contextWords, text.contextCounts);
  writeAscending(out, text.outLinks);
  writeAscending(out, text.inLinks);
}

/** Differences between neighbours, each followed by its count if there are counts. */
function writeAscending(out: ByteWriter, values: Uint32Array, counts?: Uint32Array): void {
  out.varint(values.length);
  let last = 0;
  for (let i = 0; i < values.length; i++) {
    out.varint(values[i] - last);
    last = values[i];
    if (counts) out.varint(counts[i]);
  }
}

function readAscending(from: ByteReader, counted: boolean): [Uint32Array, Uint32Array] {
  const size = from.varint();
  const values = new Uint32Array(size);
  const counts = new Uint32Array(counted ? size : 0);
  let last = 0;
  for (let i = 0; i < size; i++) {
    values[i] = last += from.varint();
    if (counted) counts[i] = from.varint();
  }
  return [values, counts];
}

function readRecord(from: ByteReader, row: number): EntityText {
  const [words, counts] = readAscending(from, true);
  const [contextWords, contextCounts] = readAscending(from, true);
  const [outLinks] = readAscending(from, false);
  const [inLinks] = readAscending(from, false);
  return { row, words, counts, contextWords, contextCounts, outLinks, inLinks };
}

/**
 * The words around and about each entity, from which vectors are trained.
 *
 * ```ts
 * import { openEntityTexts } from "mulrel/kb";
 *
 * const texts = openEntityTexts("products.kb.texts");
 * const { words, counts } = texts.read(0);
 * console.log(Array.from(words, (word, i) => `${texts.words[word]} × ${counts[i]}`));
 * texts.close();
 * ```
 */
export function openEntityTexts(path: string, added = 0): EntityTexts {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code === "ENOENT" ? "not-found" : "disk";
    throw new LinkingError(
      code,
      `The entity texts ${path} could not be opened: ${messageOf(error)}; \`mulrel kb build\` writes them beside the knowledge base.`,
      { cause: error },
    );
  }
  try {
    const { words, frequencies, offsets, isSummed } = readIndex(file, path);
    const stored = offsets.length - 1;
    const recordIn = (bytes: Uint8Array, row: number): EntityText => {
      if (isSummed) checkRecord(bytes, path, row);
      return readRecord(new ByteReader(bytes), row);
    };
    const size = stored + added;
    return {
      size,
      words,
      frequencies,
      read(row) {
        if (!(row >= 0 && row < size)) {
          throw new LinkingError(
            "bad-input",
            `There is no row ${row} in ${path}; it has rows 0 to ${size - 1}.`,
          );
        }
        if (row >= stored) return emptyText(row);
        return recordIn(readBytes(file, offsets[row], offsets[row + 1]), row);
      },
      *range(from = 0, to = size) {
        let row = from;
        const last = Math.min(to, stored);
        while (row < last) {
          let end = row + 1;
          while (end < last && offsets[end + 1] - offsets[row] <= BLOCK) end++;
          const first = offsets[row];
          const block = readBytes(file, first, offsets[end]);
          for (; row < end; row++)
            yield recordIn(block.subarray(offsets[row] - first, offsets[row + 1] - first), row);
        }
        for (; row < to; row++) yield emptyText(row);
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Compares a record with the checksum behind it. */
function checkRecord(bytes: Uint8Array, path: string, row: number): void {
  const end = bytes.length - SUM;
  const [, sum] = end < 0 ? [] : checksumWords(bytes.slice(0, end));
  if (sum !== undefined && sum === new DataView(bytes.buffer, bytes.byteOffset + end).getUint32(0, true))
    return;
  throw new LinkingError(
    "bad-file",
    `${path} is damaged in row ${row} (its checksum is wrong); build the knowledge base again with \`mulrel kb build\`.`,
  );
}

function emptyText(row: number): EntityText {
  const none = new Uint32Array(0);
  return {
    row,
    words: none,
    counts: none,
    contextWords: none,
    contextCounts: none,
    outLinks: none,
    inLinks: none,
  };
}

function readBytes(file: number, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from);
  for (let done = 0; done < bytes.length; ) {
    const got = readSync(file, bytes, done, bytes.length - done, from + done);
    if (got === 0)
      throw new LinkingError("bad-file", "The entity texts have become shorter while being read.");
    done += got;
  }
  return bytes;
}

function readIndex(file: number, path: string) {
  const bad = (found: string) =>
    new LinkingError(
      "bad-file",
      `${path} ${found}; build the knowledge base again with \`mulrel kb build\`.`,
    );
  const length = fstatSync(file).size;
  if (length < TAIL) throw bad("is not a file of entity texts, or is cut off");
  const tail = readBytes(file, length - TAIL, length);
  const view = new DataView(tail.buffer);
  if (new TextDecoder("latin1").decode(tail.subarray(0, 8)) !== MAGIC) {
    throw bad("is not a file of entity texts, or is cut off");
  }
  const version = view.getUint32(8, true);
  if (version !== VERSION && version !== WITHOUT_SUMS) {
    throw bad(`has version ${version}, this mulrel reads version ${VERSION}`);
  }
  const end = length - TAIL;
  const start = end - view.getUint32(12, true);
  const index = start < 0 ? new Uint8Array() : readBytes(file, start, end);
  if (start < 0 || sumOfIndex(index, tail, version) !== new TextDecoder("latin1").decode(tail.subarray(16))) {
    throw bad("is damaged (its checksum is wrong)");
  }
  const reader = new ByteReader(index);
  const words = new Array<string>(reader.varint());
  const frequencies = new Float64Array(words.length);
  for (let i = 0; i < words.length; i++) {
    words[i] = reader.string();
    frequencies[i] = reader.varint();
  }
  const offsets = new Float64Array(reader.varint() + 1);
  for (let i = 1; i < offsets.length; i++) offsets[i] = offsets[i - 1] + reader.varint();
  if (offsets[offsets.length - 1] !== start) throw bad("is damaged (its records do not add up)");
  return { words, frequencies, offsets, isSummed: version !== WITHOUT_SUMS };
}
