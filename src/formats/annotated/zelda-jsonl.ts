/** ZELDA's JSON lines: parallel arrays `index`, `wikipedia_titles`, `wikipedia_ids`; offsets in code points. */
import { LinkingError } from "../../errors.js";
import {
  type AnnotatedDocument,
  type AnnotatedMention,
  type ReadOptions,
  sortMentions,
} from "./annotated-document.js";
import { createOffsetMap } from "./code-points.js";
import {
  arrayField,
  compact,
  createJsonLinesWriter,
  type JsonObject,
  optionalString,
  readJsonLines,
  spanOf,
  stringField,
  surfaceAt,
} from "./json-lines.js";

/** ZELDA has no NIL; a mention without an entity is written with this identifier and no title. */
const NO_ID = -1;

function parse(line: JsonObject, number: number): AnnotatedDocument {
  const text = stringField(line, "text");
  const map = createOffsetMap(text);
  const index = arrayField(line, "index");
  const titles = arrayField(line, "wikipedia_titles");
  const ids = line.wikipedia_ids === undefined ? [] : arrayField(line, "wikipedia_ids");
  if (titles.length !== index.length || (ids.length > 0 && ids.length !== index.length)) {
    throw new LinkingError(
      "bad-file",
      `"index", "wikipedia_titles" and "wikipedia_ids" have ${index.length}, ${titles.length} and ${ids.length} entries; they should have as many`,
    );
  }
  const mentions = index.map((span, i): AnnotatedMention => {
    const [from, to] = spanOf(span, "index");
    const start = map.toUtf16(from);
    const end = map.toUtf16(to);
    const id = ids[i] === undefined || ids[i] === null || ids[i] === NO_ID ? undefined : String(ids[i]);
    const entity = titles[i] === null ? null : String(titles[i]);
    return compact({ start, end, surface: surfaceAt(text, start, end), entity, entityId: id });
  });
  return { id: optionalString(line, "id") ?? String(number), text, mentions: sortMentions(mentions) };
}

function format(doc: AnnotatedDocument): unknown {
  const map = createOffsetMap(doc.text);
  const idOf = (m: AnnotatedMention) =>
    m.entityId === undefined ? NO_ID : /^\d{1,15}$/.test(m.entityId) ? Number(m.entityId) : m.entityId;
  return {
    id: doc.id,
    text: doc.text,
    index: doc.mentions.map((m) => [map.toCodePoints(m.start), map.toCodePoints(m.end)]),
    wikipedia_titles: doc.mentions.map((m) => m.entity),
    wikipedia_ids: doc.mentions.map(idOf),
  };
}

export function readZeldaJsonl(path: string, options: ReadOptions = {}): AsyncGenerator<AnnotatedDocument> {
  return readJsonLines(path, options, parse);
}

export const createZeldaJsonlWriter = (path: string) => createJsonLinesWriter(path, format);
