/** Reads the JSON of wink-nlp's embedding packages as a stream; it is too large to parse at once. */
import { LinkingError } from "../errors.js";
import type { ByteWindow } from "./byte-window.js";
import { parseNumber } from "./number-bytes.js";
import { type BuilderOptions, TableBuilder } from "./table-builder.js";

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const OPEN = 91;
const CLOSE = 93;
const CLOSE_OBJECT = 125;

/** In front of the vectors: {"precision":8, …, "size":341479, "dimensions":100, "words":[…], "vectors":{ */
const VECTORS = '"vectors":{';

interface Sizes {
  rows: number;
  d: number;
}

/** Each row has d numbers and then the vector's length and the word's index, which are not dimensions. */
export async function readWinkVectors(
  window: ByteWindow,
  path: string,
  options: BuilderOptions,
): Promise<TableBuilder> {
  const sizes = await readSizes(window, path);
  const builder = new TableBuilder(sizes.d, options);
  let entry = 0;
  for (;;) {
    const where = () => `${path}, vector ${entry} (byte ${window.position})`;
    let next = readEntry(window, builder, where);
    while (next === CUT) {
      if (!(await window.more())) {
        throw new LinkingError(
          "bad-file",
          `${path} is cut off after vector ${entry}; install the package again.`,
        );
      }
      next = readEntry(window, builder, where);
    }
    if (next === DONE) break;
    entry++;
    if (builder.isFull) return builder;
  }
  if (entry !== sizes.rows) {
    throw new LinkingError("bad-file", `${path} has ${entry} vectors, but its header says ${sizes.rows}.`);
  }
  return builder;
}

/** Reads up to the first vector. The list of words that comes before is skipped: the vectors carry the names again. */
async function readSizes(window: ByteWindow, path: string): Promise<Sizes> {
  const foreign = () =>
    new LinkingError(
      "bad-file",
      `${path} is not the JSON of a wink embedding package: wanted "size", "dimensions" and "vectors" in its first bytes.`,
    );
  await window.need(4096);
  const head = window.text(window.start, Math.min(window.end, window.start + 4096));
  const rows = /^\{[^[]*"size":\s*(\d+)/.exec(head)?.[1];
  const d = /^\{[^[]*"dimensions":\s*(\d+)/.exec(head)?.[1];
  if (!rows || !d) throw foreign();
  const mark = new TextEncoder().encode(VECTORS);
  for (;;) {
    // A word's quotes are escaped, so these bytes cannot stand inside a string.
    const at = Buffer.from(window.bytes.buffer, window.start, window.end - window.start).indexOf(mark);
    if (at >= 0) {
      window.start += at + mark.length;
      return { rows: Number(rows), d: Number(d) };
    }
    window.start = Math.max(window.start, window.end - mark.length);
    if (!(await window.more())) throw foreign();
  }
}

const CUT = 0;
const DONE = 1;
const READ = 2;

/** Reads `"word":[…]` with the comma before it at window.start; CUT (and nothing moved) when the window ends inside it. */
function readEntry(window: ByteWindow, builder: TableBuilder, where: () => string): number {
  const { bytes, end } = window;
  const fail = (sentence: string) => new LinkingError("bad-file", `${where()}: ${sentence}`);
  let at = window.start;
  if (at >= end) return CUT;
  if (bytes[at] === CLOSE_OBJECT) return DONE;
  if (bytes[at] === COMMA) at++;
  if (at >= end) return CUT;
  if (bytes[at] !== QUOTE) throw fail("wanted a word in quotes.");
  const nameStart = at++;
  let escaped = false;
  for (; at < end && bytes[at] !== QUOTE; at++) {
    if (bytes[at] === BACKSLASH) {
      escaped = true;
      at++;
    }
  }
  const nameEnd = ++at;
  if (at + 1 >= end) return CUT;
  if (bytes[at] !== COLON || bytes[at + 1] !== OPEN) throw fail("wanted a list of numbers after the word.");
  at += 2;
  let count = 0;
  for (;;) {
    const from = at;
    while (at < end && bytes[at] !== COMMA && bytes[at] !== CLOSE) at++;
    if (at >= end) return CUT;
    if (count < builder.d) {
      const x = parseNumber(bytes, from, at);
      if (Number.isNaN(x)) throw fail(`number ${count + 1} is "${window.text(from, at)}"; wanted a number.`);
      builder.row[count] = x;
    }
    count++;
    if (bytes[at++] === CLOSE) break;
  }
  if (count !== builder.d + 2) throw fail(`it has ${count} numbers; wanted ${builder.d} and two more.`);
  const raw = window.text(nameStart, nameEnd);
  const name = escaped ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  window.start = at;
  if (builder.wants(name)) builder.add(name, where);
  return READ;
}
