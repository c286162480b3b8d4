/** Own entities out of JSONL or CSV: `{id, other_ids, title, aliases, description, count, type, phrase, wikidata}` and columns of their own, a line or row each. */
import { Parser } from "csv-parse";
import { LinkingError, messageOf } from "../errors.js";
import { describeBreak } from "../files/broken-stream.js";
import { createUtf8Check } from "../files/encodings.js";
import type { TextLine } from "../files/lines.js";
import { readEntityType } from "../options.js";
import type { EntityType } from "../types.js";
import type { EntityRecord } from "./catalogue-entry.js";
import type { OnWarning } from "./page.js";

const MOST_NAME_CHARACTERS = 1000;
/** Columns of a CSV and keys of JSON that are read, in small letters. */
const entityFields = new Set(
  "id title name aliases description url count popularity person isperson type phrase wikidata other_ids otherids".split(
    " ",
  ),
);
/** Kept among the extra columns; layers above a knowledge base read it. */
const SAME_AS = "same_as";
const KNOWN =
  "id, other_ids, title (or name), aliases, description, url, count (or popularity), person, type, phrase, wikidata";
/** Further ones are only counted. */
const MOST_NAMED = 10;

/** Says once which fields of a file are only kept: a misspelt one would be missed otherwise. */
function warnOfFields(name: string, unknown: string[], onWarning: OnWarning | undefined): void {
  if (unknown.length === 0) return;
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : "";
  const list = unknown.slice(0, MOST_NAMED).map((field) => `"${field}"`);
  onWarning?.(
    `${name}: kept with each entity, but not read: ${list.join(", ")}${more}; what is read is ${KNOWN}.`,
  );
}

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
    for (const key in value) if (!isEntityField(key) && key !== SAME_AS) unknown.add(key);
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
  /** As the first row has them. */
  let header: string[] = [];
  let unknown: string[] = [];
  const takeRecords = () => {
    const rows = parser.takeRows();
    if (!columns) {
      header = rows.shift()?.cells.map((h) => h.trim()) ?? [];
      columns = header.length > 0 ? header.map(fieldName) : undefined;
      unknown = header.filter((h) => !isEntityField(h) && h !== SAME_AS);
      if (columns) checkColumns(columns, header, name);
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
      `${name}, line ${parser.info.lines}: it cannot be read as CSV: ${reason}`,
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
const SEPARATORS = [",", ";", "\t"];
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

/** What stands most often between the names of columns; the comma where nothing does. */
function separatorOf(row: string): string {
  const bare = row.replace(/"[^"]*"/g, "");
  const count = (separator: string) => bare.split(separator).length;
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** Columns that are read have small letters, others are called what their first row calls them. */
function fieldName(column: string): string {
  return isEntityField(column) ? column.toLowerCase() : column;
}

function isEntityField(name: string): boolean {
  return name === "" || entityFields.has(name.toLowerCase());
}

function checkColumns(columns: string[], header: string[], name: string): void {
  if (columns.includes("title") || columns.includes("name")) return;
  throw badRecord(
    name,
    1,
    `there is no column "title" (or "name"): the first row, which names the columns, has only ${header.map((h) => `"${h}"`).join(", ")}`,
  );
}

/** Of columns with the same name the last one counts. */
function rowFields(columns: string[], cells: string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const length = Math.min(columns.length, cells.length);
  for (let i = 0; i < length; i++) fields[columns[i]] = cells[i];
  fields.aliases ||= [];
  return fields;
}

/** Fields that are not read, as texts; undefined when there are none. */
function extraFields(value: Record<string, unknown>): Record<string, string> | undefined {
  let extra: Record<string, string> | undefined;
  for (const key in value) {
    if (isEntityField(key)) continue;
    const field = value[key];
    const kept = typeof field === "object" && field !== null ? JSON.stringify(field) : text(field);
    if (kept !== "") (extra ??= {})[key] = kept;
  }
  return extra;
}

/** A list, or one cell parted by `|`; each once. */
function listOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value.map(text) : text(value).split("|");
  return [...new Set(items.map((item) => item.trim()).filter((item) => item !== ""))];
}

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

function badRecord(name: string, line: number, problem: string): LinkingError {
  return new LinkingError(
    "bad-file",
    `${name}, line ${line}: ${problem}; an entity has the fields id, other_ids, title, aliases, description, url, count, type, phrase, wikidata (only title is needed).`,
  );
}

function toRecord(value: Record<string, unknown>, name: string, line: number): EntityRecord {
  const title = text(value.title ?? value.name);
  if (title === "") throw badRecord(name, line, "there is no title");
  const aliases = listOf(value.aliases);
  if (title.length > MOST_NAME_CHARACTERS || aliases.some((a) => a.length > MOST_NAME_CHARACTERS)) {
    throw badRecord(name, line, `a name is longer than ${MOST_NAME_CHARACTERS} characters`);
  }
  const count = value.count ?? value.popularity;
  const number = count === undefined || count === null || count === "" ? undefined : Number(count);
  if (number !== undefined && !(number >= 0 && Number.isFinite(number))) {
    throw badRecord(name, line, `the count is "${String(count)}", a number from 0 was wanted`);
  }
  const person = text(value.person ?? value.isPerson ?? value.isperson).toLowerCase();
  const type = readEntityType(text(value.type));
  return {
    id: text(value.id) || undefined,
    title,
    aliases,
    description: text(value.description) || undefined,
    url: text(value.url) || undefined,
    count: number,
    isPerson: person === "" ? undefined : person === "true" || person === "1" || person === "yes",
    type,
    phrase: text(value.phrase) || undefined,
    wikidata: wikidataOf(text(value.wikidata), name, line),
    otherIds: listOf(value.other_ids ?? value.otherIds ?? value.otherids),
    extra: withOwnType(extraFields(value), type, text(value.type)),
    line,
  };
}

/** A word for types that is not one of ours is kept like a column that only the catalogue knows the meaning of. */
function withOwnType(extra: EntityRecord["extra"], type: EntityType | undefined, word: string) {
  return type !== undefined || word === "" ? extra : { ...extra, type: word };
}

/** "Q42", or an address that ends in it. */
function wikidataOf(field: string, name: string, line: number): string | undefined {
  if (field === "") return undefined;
  const item = /(?:^|\/)(Q[1-9]\d{0,8})$/.exec(field)?.[1];
  if (item !== undefined) return item;
  throw badRecord(name, line, `"${field}" is no item of Wikidata, a Q and a number was wanted`);
}

function text(value: unknown): string {
  if (typeof value === "string") return isTidy(value) ? value : value.replace(/\s+/g, " ").trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** ASCII with single blanks inside, as most values are: nothing to replace. */
function isTidy(value: string): boolean {
  let last = 32;
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if (c > 126 || c < 32 || (c === 32 && last === 32)) return false;
    last = c;
  }
  return last !== 32;
}
