/** Own entities out of JSONL or CSV: `{id, other_ids, title, aliases, description, count, type, phrase, wikidata}` and columns of their own, a line or row each. */
import { Parser } from "csv-parse";
import { LinkingError, messageOf } from "../errors.js";
import { describeBreak } from "../files/broken-stream.js";
import { createUtf8Check } from "../files/encodings.js";
import type { TextLine } from "../files/lines.js";
import type { EntityRecord } from "./catalogue-entry.js";
import {
  badRecord,
  isReadField,
  readHeader,
  rowFields,
  separatorOf,
  toRecord,
  warnOfFields,
} from "./entity-fields.js";
import type { OnWarning } from "./page.js";

export async function* readEntityJsonl(
  lines: AsyncIterable<TextLine>,
  name: string,
  onWarning?: OnWarning,
): AsyncGenerator<EntityRecord> {
  const unknown = new Set<string>();
  for await (const line of lines) {
    if (line.problem) throw badRecord(name, line.number, line.problem);
    if (line.text.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(line.text);
    } catch (error) {
      throw badRecord(name, line.number, `not JSON (${messageOf(error)})`);
    }
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
      throw badRecord(name, line.number, "not an object");
    }
    for (const key in value) if (!isReadField(key)) unknown.add(key);
    yield toRecord(value as Record<string, unknown>, name, line.number);
  }
  warnOfFields(name, [...unknown], onWarning);
}

/** The rows of the CSV written so far and not yet taken, without a stream's or an object's cost for each. */
class RowParser extends Parser {
  #rows: { cells: string[]; line: number }[] = [];

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    this.#rows.push({ cells, line: this.info.lines });
    return true;
  }

  takeRows() {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}

/** The first row names the columns and shows what parts them: comma, semicolon or tab. Aliases in one cell are parted by `|`. */
export async function* readEntityCsv(
  chunks: AsyncIterable<Buffer>,
  name: string,
  onWarning?: OnWarning,
): AsyncGenerator<EntityRecord> {
  const { firstRow, all } = await peekRow(chunks);
  const parser = new RowParser({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter: separatorOf(firstRow),
    max_record_size: 1 << 24,
  });
  // the error comes back from the write that met it
  parser.on("error", () => {});
  let columns: string[] | undefined;
  let unknown: string[] = [];
  const takeRecords = () => {
    const rows = parser.takeRows();
    if (!columns) {
      const header = rows.shift()?.cells.map((h) => h.trim()) ?? [];
      if (header.length > 0) ({ columns, unknown } = readHeader(header, name));
    }
    return rows.map(({ cells, line }) => toRecord(rowFields(columns ?? [], cells), name, line));
  };
  const checkUtf8 = createUtf8Check(name, () => `after line ${parser.info.lines}`);
  try {
    for await (const chunk of all) {
      checkUtf8(chunk);
      await settled((done) => parser.write(chunk, done));
      for (const record of takeRecords()) yield record;
    }
    checkUtf8();
    await settled((done) => parser.end(done));
    for (const record of takeRecords()) yield record;
    warnOfFields(name, unknown, onWarning);
  } catch (error) {
    if (error instanceof LinkingError) throw error;
    const reason = describeBreak(error).reason.slice(0, LONGEST_REASON);
    throw new LinkingError(
      "bad-file",
      `${name}, line ${parser.info.lines}: it cannot be read as CSV: ${reason}; mend it (a cell with a quote, a comma or a line's end in it stands in quotes, and a quote inside is written twice).`,
      {
        cause: error,
      },
    );
  } finally {
    parser.destroy();
  }
}

/** The parser puts what it found into its complaints. Characters. */
const LONGEST_REASON = 200;
/** A first row longer than this shows its separator before it ends. */
const ENOUGH = 1 << 16;

/** The first row that is not blank, and everything with it. */
async function peekRow(
  chunks: AsyncIterable<Buffer>,
): Promise<{ firstRow: string; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let text = "";
  while (text.length < ENOUGH && !/\S[^\n]*\n/.test(text)) {
    const next = await iterator.next();
    if (next.done) break;
    head.push(next.value);
    text = Buffer.concat(head).toString("utf8");
  }
  async function* all() {
    yield* head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { firstRow: /\S[^\n]*/.exec(text)?.[0] ?? "", all: all() };
}

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}
