/** The frame of every JSON-lines format: one document a line, checked field by field, bad lines told with their number. */
import { LinkingError } from "../../errors.js";
import { createAtomicFile } from "../../files/atomic-file.js";
import { readLines } from "../../files/lines.js";
import type { AnnotatedDocument, DatasetWriter, ReadOptions } from "./annotated-document.js";
import { readOrRefuse, refuse } from "./problems.js";

export type JsonObject = Record<string, unknown>;

export function wrong(name: string, wanted: string, found: unknown): LinkingError {
  const shown = JSON.stringify(found)?.slice(0, 60) ?? "nothing";
  return new LinkingError("bad-file", `"${name}" should be ${wanted}, found ${shown}`);
}

export function stringField(object: JsonObject, name: string): string {
  const value = object[name];
  if (typeof value !== "string") throw wrong(name, "a string", value);
  return value;
}

/** A string, a number as a string, or undefined where there is nothing. */
export function optionalString(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") throw wrong(name, "a string", value);
  return value;
}

export function integerField(object: JsonObject, name: string): number {
  const value = object[name];
  if (!Number.isInteger(value)) throw wrong(name, "a whole number", value);
  return value as number;
}

export function arrayField(object: JsonObject, name: string): unknown[] {
  const value = object[name];
  if (!Array.isArray(value)) throw wrong(name, "an array", value);
  return value;
}

export function objectOf(value: unknown, name: string): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(name, "an object", value);
  return value as JsonObject;
}

/** `[start, end]`, a half-open range. */
export function spanOf(value: unknown, name: string): [number, number] {
  if (!Array.isArray(value) || !Number.isInteger(value[0]) || !Number.isInteger(value[1])) {
    throw wrong(name, "[start, end]", value);
  }
  return [value[0], value[1]];
}

/** The surface at a range, which must lie inside the text. */
export function surfaceAt(text: string, start: number, end: number): string {
  if (start < 0 || end > text.length || start >= end) {
    throw new LinkingError(
      "bad-file",
      `a mention at ${start} to ${end} does not lie inside the text of ${text.length} characters`,
    );
  }
  return text.slice(start, end);
}

/** Reads non-empty lines as JSON objects and gives each to `parse`, whose thrown sentences become problems of the line. */
export async function* readJsonLines<T>(
  path: string,
  options: ReadOptions,
  parse: (line: JsonObject, number: number) => T,
): AsyncGenerator<T> {
  for await (const line of readLines(path, { signal: options.signal })) {
    if (line.problem) {
      refuse({ file: path, line: line.number, message: line.problem, lost: "document" }, options);
      continue;
    }
    if (line.text.trim() === "") continue;
    const parsed = readOrRefuse({ file: path, line: line.number }, options, () =>
      parse(objectOf(JSON.parse(line.text), "the line"), line.number),
    );
    if (parsed !== undefined) yield parsed;
  }
}

export async function createJsonLinesWriter(
  path: string,
  format: (doc: AnnotatedDocument) => unknown,
): Promise<DatasetWriter> {
  const file = await createAtomicFile(path);
  return {
    write: (doc) => file.write(`${JSON.stringify(format(doc))}\n`),
    close: () => file.commit(),
    abort: () => file.abort(),
  };
}

/** Drops keys whose value is undefined, so that documents compare by what they say. */
export function compact<T extends object>(object: T): T {
  for (const key of Object.keys(object) as (keyof T)[]) if (object[key] === undefined) delete object[key];
  return object;
}
