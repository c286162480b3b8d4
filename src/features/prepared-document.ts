/** Prepared documents: what the model eats, as JSON lines of rows into a word and an entity table. */
import { gzipSync } from "node:zlib";
import { LinkingError } from "../errors.js";
import { createAtomicFile } from "../files/atomic-file.js";
import { readingItems } from "../files/reading.js";
import type { ReadOptions } from "../formats/annotated/annotated-document.js";
import {
  arrayField,
  compact,
  type JsonObject,
  objectOf,
  optionalString,
  readJsonLines,
  spanOf,
  wrong,
} from "../formats/annotated/json-lines.js";

export interface PreparedMention {
  /** Word rows of the content words around the mention, at most 50 each side; order does not count. */
  context: number[];
  /** The nearest 25 each side, for candidate selection. */
  window: number[];
  /** Word rows of the relation context; −1 is an unknown token. */
  left: number[];
  mention: number[];
  right: number[];
  /** Entity row and p̂, best first. */
  candidates: [number, number][];
  /** Entity row of the gold entity; −1 when the entity table lacks it. */
  gold: number;
  /** Where the mention stands in the document's text, when that is known. */
  span?: [number, number];
  /** `candidateEvidence` of each candidate, for models that look at it and for calibration. */
  evidence?: number[][];
  /** For calibration, of a name that was found and not given: its chance and worth. */
  found?: number[];
}

export interface PreparedDocument {
  id?: string;
  /** Only to show a mention in its sentence; the model does not read it. */
  text?: string;
  /** What sort of document it is, where several sorts teach. */
  kind?: string;
  mentions: PreparedMention[];
}

function rowsField(object: JsonObject, name: string, least: number): number[] {
  const rows = arrayField(object, name) as number[];
  for (const row of rows) {
    if (!Number.isInteger(row) || row < least)
      throw wrong(name, `rows of the word table (from ${least})`, row);
  }
  return rows;
}

function parseCandidate(value: unknown): [number, number] {
  if (!Array.isArray(value) || !Number.isInteger(value[0]) || !(value[1] >= 0)) {
    throw wrong("candidates", "[entity row, prior]", value);
  }
  return [value[0], value[1]];
}

function parseEvidence(value: unknown): number[] {
  if (Array.isArray(value) && value.every((x) => Number.isFinite(x))) return value;
  throw wrong("evidence", "a list of numbers for each candidate", value);
}

function parseMention(value: unknown): PreparedMention {
  const object = objectOf(value, "mentions");
  const gold = object.gold ?? -1;
  if (!Number.isInteger(gold)) throw wrong("gold", "an entity row, or -1", gold);
  return compact({
    context: rowsField(object, "context", 0),
    window: rowsField(object, "window", 0),
    left: rowsField(object, "left", -1),
    mention: rowsField(object, "mention", -1),
    right: rowsField(object, "right", -1),
    candidates: arrayField(object, "candidates").map(parseCandidate),
    gold: gold as number,
    span: object.span === undefined ? undefined : spanOf(object.span, "span"),
    evidence: object.evidence === undefined ? undefined : arrayField(object, "evidence").map(parseEvidence),
    found: object.found === undefined ? undefined : parseEvidence(object.found),
  });
}

function parseDocument(line: JsonObject): PreparedDocument {
  return compact({
    id: optionalString(line, "id"),
    text: optionalString(line, "text"),
    kind: optionalString(line, "kind"),
    mentions: arrayField(line, "mentions").map(parseMention),
  });
}

export function readPreparedDocuments(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<PreparedDocument> {
  return readingItems(path, readJsonLines(path, options, parseDocument), options.signal);
}

export async function loadPreparedDocuments(
  path: string,
  options: ReadOptions = {},
): Promise<PreparedDocument[]> {
  const documents: PreparedDocument[] = [];
  for await (const doc of readPreparedDocuments(path, options)) documents.push(doc);
  if (documents.length === 0) throw new LinkingError("bad-file", `${path} has no documents.`);
  return documents;
}

/** Bytes of JSON in one gzip member; members follow each other, which gzip allows. */
const MEMBER = 1 << 22;

/** Packed with gzip when the name ends in .gz. The same documents give the same bytes. */
export async function createPreparedWriter(path: string) {
  const file = await createAtomicFile(path);
  const packed = path.endsWith(".gz");
  let waiting: string[] = [];
  let length = 0;
  const flush = async () => {
    const text = waiting.join("");
    waiting = [];
    length = 0;
    if (text) await file.write(packed ? gzipSync(text) : text);
  };
  return {
    async write(doc: PreparedDocument) {
      const line = `${JSON.stringify(doc)}\n`;
      waiting.push(line);
      length += line.length;
      if (length >= MEMBER) await flush();
    },
    async close() {
      await flush();
      await file.commit();
    },
    abort: () => file.abort(),
  };
}
