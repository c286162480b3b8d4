/** What the fields of an own catalogue mean, wherever they are read from: names of columns, lists in a cell, types, items. Runs in browsers. */
import { LinkingError } from "../errors.js";
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
export function warnOfFields(name: string, unknown: string[], onWarning: OnWarning | undefined): void {
  if (unknown.length === 0) return;
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : "";
  const list = unknown.slice(0, MOST_NAMED).map((field) => `"${field}"`);
  onWarning?.(
    `${name}: kept with each entity, but not read: ${list.join(", ")}${more}; what is read is ${KNOWN}.`,
  );
}

const SEPARATORS = [",", ";", "\t"];

/** The first row as the fields that rows have, and those among them that are only kept. */
export function readHeader(header: string[], name: string): { columns: string[]; unknown: string[] } {
  const columns = header.map(fieldName);
  checkColumns(columns, header, name);
  return { columns, unknown: header.filter((column) => !isReadField(column)) };
}

/** Is it read, here or by layers above a knowledge base? */
export function isReadField(name: string): boolean {
  return isEntityField(name) || name === SAME_AS;
}

/** What stands most often between the names of columns; the comma where nothing does. */
export function separatorOf(row: string): string {
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
export function rowFields(columns: string[], cells: string[]): Record<string, unknown> {
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

export function badRecord(name: string, line: number, problem: string): LinkingError {
  return new LinkingError(
    "bad-file",
    `${name}, line ${line}: ${problem}; an entity has the fields id, other_ids, title, aliases, description, url, count, type, phrase, wikidata (only title is needed).`,
  );
}

export function toRecord(value: Record<string, unknown>, name: string, line: number): EntityRecord {
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
