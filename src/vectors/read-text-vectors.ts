/** Reads word vectors written as text: GloVe (no header) and word2vec or fastText (a line "rows dimensions" first). */
import { LinkingError } from "../errors.js";
import type { ByteWindow } from "./byte-window.js";
import { parseNumber } from "./number-bytes.js";
import { type BuilderOptions, TableBuilder } from "./table-builder.js";

const NEWLINE = 10;
const SPACE = 32;
const TAB = 9;
const RETURN = 13;

/** Ends of the fields of a line, filled from its end: fields[i] is [starts[i], ends[i]). */
interface Fields {
  count: number;
  starts: Int32Array;
  ends: Int32Array;
}

function splitFields(bytes: Uint8Array, from: number, to: number, fields: Fields): void {
  let count = 0;
  let at = from;
  while (at < to) {
    while (at < to && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
    if (at === to) break;
    if (count === fields.starts.length) {
      const grown = (a: Int32Array) => {
        const b = new Int32Array(2 * a.length);
        b.set(a);
        return b;
      };
      fields.starts = grown(fields.starts);
      fields.ends = grown(fields.ends);
    }
    fields.starts[count] = at;
    while (at < to && bytes[at] !== SPACE && bytes[at] !== TAB) at++;
    fields.ends[count++] = at;
  }
  fields.count = count;
}

/** `path` is for messages. A name may hold spaces (GloVe 840B has some): the last d fields are the numbers. */
export async function readTextVectors(
  window: ByteWindow,
  path: string,
  options: BuilderOptions,
): Promise<TableBuilder> {
  const fields: Fields = { count: 0, starts: new Int32Array(512), ends: new Int32Array(512) };
  let builder: TableBuilder | undefined;
  let announced: { rows: number; d: number } | undefined;
  let line = 0;
  let vectors = 0;
  const fail = (sentence: string) => new LinkingError("bad-file", `${path}, line ${line}: ${sentence}`);
  for (;;) {
    const found = await window.find(NEWLINE);
    const { bytes, start } = window;
    let end = found >= 0 ? found : window.end;
    if (found < 0 && start === end) break;
    window.start = found >= 0 ? found + 1 : window.end;
    line++;
    if (bytes[end - 1] === RETURN) end--;
    splitFields(bytes, start, end, fields);
    if (fields.count === 0) throw fail("it is empty; wanted a word and its numbers.");
    if (line === 1 && fields.count === 2) {
      announced = readHeader(bytes, fields);
      if (!announced)
        throw fail("it has two fields; wanted a word and its numbers, or the counts of rows and dimensions.");
      continue;
    }
    builder ??= new TableBuilder(announced?.d ?? fields.count - 1, options);
    vectors++;
    addLine(window, fields, builder, fail, () => `${path}, line ${line}`);
    if (builder.isFull) return builder;
  }
  if (announced && announced.rows !== vectors) {
    throw fail(`the file ends after ${vectors} vectors, but its first line announces ${announced.rows}.`);
  }
  if (!builder) throw new LinkingError("bad-file", `${path} holds no vectors.`);
  return builder;
}

function readHeader(bytes: Uint8Array, fields: Fields): { rows: number; d: number } | undefined {
  const rows = parseNumber(bytes, fields.starts[0], fields.ends[0]);
  const d = parseNumber(bytes, fields.starts[1], fields.ends[1]);
  return Number.isInteger(rows) && Number.isInteger(d) && rows >= 0 && d > 0 ? { rows, d } : undefined;
}

function addLine(
  window: ByteWindow,
  fields: Fields,
  builder: TableBuilder,
  fail: (sentence: string) => LinkingError,
  where: () => string,
): void {
  const { bytes } = window;
  const { d } = builder;
  const nameFields = fields.count - d;
  if (nameFields < 1) throw fail(`it has ${fields.count - 1} numbers; the lines before have ${d}.`);
  const name = window.text(fields.starts[0], fields.ends[nameFields - 1]);
  if (!builder.wants(name)) return;
  for (let k = 0; k < d; k++) {
    const from = fields.starts[nameFields + k];
    const to = fields.ends[nameFields + k];
    const x = parseNumber(bytes, from, to);
    if (Number.isNaN(x))
      throw fail(`field ${nameFields + k + 1} is "${window.text(from, to)}"; wanted a number.`);
    builder.row[k] = x;
  }
  // More fields than usual are a name with spaces only where the first surplus field is no number.
  if (
    nameFields > 1 &&
    !Number.isNaN(parseNumber(bytes, fields.starts[nameFields - 1], fields.ends[nameFields - 1]))
  ) {
    throw fail(`it has at least ${d + 1} numbers; the lines before have ${d}.`);
  }
  builder.add(name, where);
}
