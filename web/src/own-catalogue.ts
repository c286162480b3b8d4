/** A catalogue that a visitor drops on the page, read in the browser: CSV or JSONL as `mulrel link --add` takes it. */
import { parse } from "csv-parse/browser/esm/sync";
import type { EntityRecord } from "../../src/corpus/catalogue-entry.js";
import { readHeader, rowFields, separatorOf, toRecord } from "../../src/corpus/entity-fields.js";
import type { OwnEntity } from "../../src/layers/own-entity.js";

/** Entries with the same identifier (or, without one, title) are one entity with all their names. */
export function readOwnCatalogue(text: string, name: string): (OwnEntity & { id: string })[] {
  const bare = text.replace(/^\ufeff/, "");
  const records = bare.trimStart().startsWith("{") ? recordsOfJsonl(bare, name) : recordsOfCsv(bare, name);
  const entities = new Map<string, OwnEntity & { id: string }>();
  for (const record of records) {
    const id = record.id ?? record.title;
    const known = entities.get(id);
    if (known) known.aliases!.push(record.title, ...record.aliases);
    else entities.set(id, toEntity(id, record));
  }
  return [...entities.values()];
}

function toEntity(
  id: string,
  { line: _, count, extra, ...record }: EntityRecord,
): OwnEntity & { id: string } {
  const { same_as: sameAs, ...further } = extra ?? {};
  const given = { ...record, id, popularity: count, sameAs, extra: further };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given;
}

function recordsOfCsv(text: string, name: string): EntityRecord[] {
  const [header = [], ...rows] = parse(text, {
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter: separatorOf(/\S[^\n]*/.exec(text)?.[0] ?? ""),
  }) as string[][];
  const { columns } = readHeader(header, name);
  return rows.map((cells, row) => toRecord(rowFields(columns, cells), name, row + 2));
}

function recordsOfJsonl(text: string, name: string): EntityRecord[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    return [toRecord(JSON.parse(line) as Record<string, unknown>, name, i + 1)];
  });
}
