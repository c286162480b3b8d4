/** Own entities out of JSONL or CSV: `{id, title, aliases, description, count}`, a line or row each. */
import { type Parser, parse } from "csv-parse";
import { LinkingError, messageOf } from "../errors.js";
import type { TextLine } from "../files/lines.js";

/** An entity of an own catalogue, or names for an entity that is already known (same id, or same title without id). */
export interface EntityRecord {
  id?: string;
  title: string;
  aliases: string[];
  description?: string;
  url?: string;
  /** Popularity: how often it is meant. */
  count?: number;
  isPerson?: boolean;
  /** Line or row, counted from 1, for error sentences. */
  line: number;
}

const LONGEST_NAME = 1000;

export async function* readEntityJsonl(
  lines: AsyncIterable<TextLine>,
  name: string,
): AsyncGenerator<EntityRecord> {
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
    yield toRecord(value as Record<string, unknown>, name, line.number);
  }
}

/** The first row names the columns; aliases in one cell are parted by `|`. Separators: comma, semicolon or tab. */
export async function* readEntityCsv(
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<EntityRecord> {
  const parser = parse({
    columns: (header: string[]) => header.map((h) => h.trim().toLowerCase()),
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter: [",", ";", "\t"],
    max_record_size: 1 << 24,
    info: true,
  });
  const feeding = (async () => {
    try {
      for await (const chunk of chunks) {
        if (!parser.write(chunk)) await drained(parser);
        if (parser.destroyed) return;
      }
      parser.end();
    } catch (error) {
      parser.destroy(error as Error);
    }
  })();
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      const { aliases, ...rest } = record;
      const line = info.lines;
      if (!("title" in record) && !("name" in record)) {
        throw badRecord(
          name,
          1,
          `its first row has no column "title" (columns found: ${Object.keys(record).join(", ")})`,
        );
      }
      yield toRecord({ ...rest, aliases: aliases ? aliases.split("|") : [] }, name, line);
    }
  } catch (error) {
    if (error instanceof LinkingError) throw error;
    throw new LinkingError("bad-file", `${name} cannot be read as CSV: ${messageOf(error)}`, {
      cause: error,
    });
  } finally {
    parser.destroy();
    await feeding;
  }
}

/** Until it takes more, or never will. */
function drained(parser: Parser): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      parser.off("drain", go).off("close", go);
      resolve();
    };
    parser.on("drain", go).on("close", go);
  });
}

function badRecord(name: string, line: number, problem: string): LinkingError {
  return new LinkingError(
    "bad-file",
    `${name}, line ${line}: ${problem}; an entity has the fields id, title, aliases, description, url, count (only title is needed).`,
  );
}

function toRecord(value: Record<string, unknown>, name: string, line: number): EntityRecord {
  const title = text(value.title ?? value.name);
  if (title === "") throw badRecord(name, line, "there is no title");
  const aliases = Array.isArray(value.aliases) ? value.aliases.map(text) : text(value.aliases).split("|");
  if (title.length > LONGEST_NAME || aliases.some((a) => a.length > LONGEST_NAME)) {
    throw badRecord(name, line, `a name is longer than ${LONGEST_NAME} characters`);
  }
  const count = value.count ?? value.popularity;
  const number = count === undefined || count === null || count === "" ? undefined : Number(count);
  if (number !== undefined && !(number >= 0 && Number.isFinite(number))) {
    throw badRecord(name, line, `the count is "${String(count)}", a number from 0 was wanted`);
  }
  const person = text(value.person ?? value.isPerson ?? value.isperson).toLowerCase();
  return {
    id: text(value.id) || undefined,
    title,
    aliases: [...new Set(aliases.map((a) => a.trim()).filter((a) => a !== ""))],
    description: text(value.description) || undefined,
    url: text(value.url) || undefined,
    count: number,
    isPerson: person === "" ? undefined : person === "true" || person === "1" || person === "yes",
    line,
  };
}

function text(value: unknown): string {
  if (typeof value === "string") return value.replace(/\s+/g, " ").trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
