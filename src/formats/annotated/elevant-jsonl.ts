/** ELEVANT's JSON lines: `labels` of a benchmark or `entity_mentions` of a linking result; offsets in code points. */
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
  objectOf,
  optionalString,
  readJsonLines,
  spanOf,
  stringField,
  surfaceAt,
  wrong,
} from "./json-lines.js";

/** What ELEVANT calls an entity outside its knowledge base; a number may follow. */
const UNKNOWN = /^(Unknown|NIL)\d*$/;

/** Label fields we have no place for, kept as they are. */
const kept = ["parent", "children", "optional", "type"] as const;

function parseLabel(value: unknown, text: string, toUtf16: (n: number) => number): AnnotatedMention {
  const label = objectOf(value, "labels");
  const [from, to] = spanOf(label.span, "span");
  const start = toUtf16(from);
  const end = toUtf16(to);
  const id = optionalString(label, "entity_id") ?? optionalString(label, "id");
  const isNil = id === undefined || UNKNOWN.test(id);
  const name = optionalString(label, "name");
  const source: Record<string, string> = {};
  for (const key of kept) if (label[key] !== undefined) source[key] = JSON.stringify(label[key]);
  return compact({
    start,
    end,
    surface: surfaceAt(text, start, end),
    entity: isNil ? null : (name ?? id),
    entityId: isNil || id === name ? undefined : id,
    source: Object.keys(source).length > 0 ? source : undefined,
  });
}

function parse(line: JsonObject, number: number): AnnotatedDocument {
  const text = stringField(line, "text");
  const { toUtf16 } = createOffsetMap(text);
  const labels = line.labels === undefined ? line.entity_mentions : line.labels;
  if (!Array.isArray(labels)) throw wrong("labels", "an array (or entity_mentions)", labels);
  // In a benchmark a label's own "id" is its number; in a result it is the entity.
  const readable = line.labels === undefined ? labels : arrayField(line, "labels").map(withoutOwnNumber);
  return compact({
    id: optionalString(line, "id") ?? String(number),
    title: optionalString(line, "title"),
    text,
    mentions: sortMentions(readable.map((l) => parseLabel(l, text, toUtf16))),
  });
}

function withoutOwnNumber(label: unknown): unknown {
  return { ...objectOf(label, "labels"), id: undefined };
}

function format(doc: AnnotatedDocument): unknown {
  const map = createOffsetMap(doc.text);
  return {
    id: doc.id,
    title: doc.title,
    text: doc.text,
    labels: doc.mentions.map((m, id) => ({
      id,
      span: [map.toCodePoints(m.start), map.toCodePoints(m.end)],
      entity_id: m.entity === null ? "Unknown" : (m.entityId ?? m.entity),
      name: m.entity,
      ...Object.fromEntries(
        kept.filter((k) => m.source?.[k] !== undefined).map((k) => [k, JSON.parse(m.source![k])]),
      ),
    })),
    evaluation_span: [0, map.toCodePoints(doc.text.length)],
  };
}

export function readElevantJsonl(path: string, options: ReadOptions = {}): AsyncGenerator<AnnotatedDocument> {
  return readJsonLines(path, options, parse);
}

export const createElevantJsonlWriter = (path: string) => createJsonLinesWriter(path, format);
