/** mulrel's own JSON lines: `{text, mentions: [{start, end, entity}]}`, offsets in UTF-16 code units; loses nothing. */
import {
  type AnnotatedDocument,
  type AnnotatedMention,
  type ListedCandidate,
  type ReadOptions,
  sortMentions,
} from "./annotated-document.js";
import {
  arrayField,
  compact,
  createJsonLinesWriter,
  integerField,
  type JsonObject,
  objectOf,
  optionalString,
  readJsonLines,
  stringField,
  surfaceAt,
  wrong,
} from "./json-lines.js";

function parseCandidate(value: unknown): ListedCandidate {
  const object = objectOf(value, "candidates");
  const prior = object.prior;
  if (typeof prior !== "number") throw wrong("prior", "a number", prior);
  return compact({ title: stringField(object, "title"), id: optionalString(object, "id"), prior });
}

function parseMention(value: unknown, text: string): AnnotatedMention {
  const object = objectOf(value, "mentions");
  const start = integerField(object, "start");
  const end = integerField(object, "end");
  const { context, source, candidates } = object as JsonObject & Pick<AnnotatedMention, "context" | "source">;
  return compact({
    start,
    end,
    surface: surfaceAt(text, start, end),
    entity: optionalString(object, "entity") ?? null,
    entityId: optionalString(object, "entityId"),
    entityIds: object.entityIds === undefined ? undefined : arrayField(object, "entityIds").map(String),
    candidates: candidates === undefined ? undefined : arrayField(object, "candidates").map(parseCandidate),
    context,
    source,
  });
}

export function parseMulrelDocument(line: JsonObject, number: number): AnnotatedDocument {
  const text = stringField(line, "text");
  const mentions = line.mentions === undefined ? [] : arrayField(line, "mentions");
  return compact({
    id: optionalString(line, "id") ?? String(number),
    title: optionalString(line, "title"),
    text,
    mentions: sortMentions(mentions.map((m) => parseMention(m, text))),
    split: optionalString(line, "split"),
    pretokenized: line.pretokenized === true ? true : undefined,
  });
}

export function readMulrelJsonl(path: string, options: ReadOptions = {}): AsyncGenerator<AnnotatedDocument> {
  return readJsonLines(path, options, parseMulrelDocument);
}

export const createMulrelJsonlWriter = (path: string) => createJsonLinesWriter(path, (doc) => doc);
