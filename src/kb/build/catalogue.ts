/** An own catalogue (CSV or JSONL of entities) as the input of a knowledge base. */
import type { EntityRecord } from "../../corpus/catalogue-entry.js";
import { readEntityCsv, readEntityJsonl } from "../../corpus/entity-records.js";
import { isPersonText } from "../../corpus/first-sentence.js";
import { openInput } from "../../corpus/input-format.js";
import type { OnWarning } from "../../corpus/page.js";
import { subjectPhrase } from "../../corpus/subject-phrase.js";
import { LinkingError, throwIfAborted } from "../../errors.js";
import { sha256OfFile } from "../../files/hash.js";
import { splitLines } from "../../files/lines.js";
import { english } from "../../languages/english.js";
import type { Language } from "../../languages/language.js";
import { languageWithRemark } from "../../languages/languages.js";
import type { Entity } from "../../types.js";
import { namesByRule } from "../names/name-rules.js";
import type { EntityInput, KnowledgeBaseInput, NameInput } from "../stores/create-knowledge-base.js";
import { loadTypeClassifier } from "../types/load-classifier.js";
import type { TypeClassifier } from "../types/type-classifier.js";
import { kindOf } from "./describe-entities.js";

export async function* readEntityRecords(
  path: string,
  { signal, onWarning }: Pick<CatalogueOptions, "signal" | "onWarning"> = {},
): AsyncGenerator<EntityRecord> {
  const input = await openInput(path, { signal });
  if (input.format === "mediawiki-xml" || input.format === "wiki-extractor") {
    throw new LinkingError("bad-file", `${path} is a corpus, not a list of entities (CSV or JSONL).`);
  }
  if (input.format === "entity-csv") yield* readEntityCsv(input.chunks, path, onWarning);
  else yield* readEntityJsonl(splitLines(input.chunks, path, { signal }), path, onWarning);
}

export interface CatalogueOptions {
  /** Derive further names (acronyms, family names, …) from titles. */
  rules?: boolean;
  /** Look names up by similar spelling (setting `similar`); default true. */
  similar?: boolean;
  /** Code of the language of titles and descriptions: "de". Default "en". */
  language?: string;
  /** A list without entries is told, not refused: one that is added may be empty at first. */
  mayBeEmpty?: boolean;
  onWarning?: OnWarning;
  signal?: AbortSignal;
}

/** Records with the same id, or without one the same title, are one entity: the first gives its data, all give names. */
export async function readCatalogue(
  paths: string[],
  options: CatalogueOptions = {},
): Promise<KnowledgeBaseInput> {
  const input = { entities: [], names: [], sources: [], settings: {} } as Required<
    Pick<KnowledgeBaseInput, "entities" | "names" | "sources" | "settings">
  >;
  const rows = new Map<string, number>();
  const repeated = new Set<string>();
  const language = languageWithRemark(options.language, options.onWarning);
  for (const path of paths) {
    input.sources.push({
      name: fileName(path),
      sha256: path === "-" ? "" : await sha256OfFile(path, options.signal),
    });
    for await (const record of readEntityRecords(path, options)) {
      throwIfAborted(options.signal);
      const id = record.id ?? record.title;
      const known = rows.get(id);
      if (known !== undefined) {
        repeated.add(id);
        extend(input.entities[known], record);
        continue;
      }
      rows.set(id, input.entities.length);
      const { title, aliases, description, url, count, type, phrase, wikidata, otherIds, extra } = record;
      const isPerson = isPersonRecord(record, language);
      input.entities.push({
        id,
        title,
        aliases,
        description,
        url,
        popularity: count,
        isPerson,
        type,
        phrase,
        wikidata,
        otherIds: joined(undefined, otherIds),
        extra,
      });
    }
  }
  if (input.entities.length === 0) tellEmpty(paths, options);
  warnOfRepeated(repeated, options.onWarning);
  addKinds(input.entities, await loadTypeClassifier());
  if (options.rules ?? true) input.names = ruleNames(input, language);
  input.settings = settingsOf(input.entities, language, options);
  return input;
}

/** A header by itself, most often. */
export function tellEmpty(
  paths: readonly string[],
  { mayBeEmpty, onWarning }: Pick<CatalogueOptions, "mayBeEmpty" | "onWarning">,
): void {
  const found = `${paths.join(", ")} ${paths.length === 1 ? "holds" : "hold"} no entity`;
  if (mayBeEmpty) onWarning?.(`${found}; nothing is added.`);
  else throw new LinkingError("bad-file", `${found}; wanted at least one, in a row below the header.`);
}

/** What a further record of an entity adds to it: names, and what the earlier ones did not say. */
function extend(entity: EntityInput, record: EntityRecord): void {
  entity.aliases!.push(...record.aliases, ...(record.title === entity.title ? [] : [record.title]));
  entity.description ??= record.description;
  entity.url ??= record.url;
  entity.popularity ??= record.count;
  entity.type ??= record.type;
  entity.phrase ??= record.phrase;
  entity.wikidata ??= record.wikidata;
  entity.otherIds = joined(entity.otherIds, record.otherIds);
  if (record.extra) entity.extra = { ...record.extra, ...entity.extra };
}

function settingsOf(
  entities: readonly EntityInput[],
  language: Language,
  { rules = true, similar = true }: CatalogueOptions,
): Record<string, unknown> {
  return {
    catalogue: true,
    rules,
    similar,
    ...(language.code !== "en" && { language: language.code }),
    ...(entities.some(({ extra }) => extra?.same_as !== undefined) && { sameAs: true }),
  };
}

const MOST_TOLD = 5;

/** Entries that come more than once are one entity, which may not be what their owner thinks. */
export function warnOfRepeated(ids: ReadonlySet<string>, onWarning: OnWarning | undefined): void {
  if (ids.size === 0) return;
  const told = [...ids].slice(0, MOST_TOLD).map((id) => `"${id}"`);
  const more = ids.size > MOST_TOLD ? ` and ${ids.size - MOST_TOLD} more` : "";
  onWarning?.(
    `Several entries have the same identifier (or, without one, title) and were taken as one entity: ${told.join(", ")}${more}.`,
  );
}

/** Types and phrases of entities that have a description and were given none. */
export function addKinds(entities: (EntityInput | Entity)[], classifier: TypeClassifier): void {
  for (const entity of entities) {
    if (entity.description && !entity.type) Object.assign(entity, kindOfRecord(entity, classifier));
  }
}

/** A description is a sentence, or what stands behind "is" in one: "A bicycle for mountain trails." */
function kindOfRecord(
  record: Pick<EntityInput, "title" | "description" | "phrase" | "isPerson">,
  classifier: TypeClassifier,
): Pick<Entity, "type" | "phrase"> {
  const { title, description = "", isPerson = false } = record;
  const isSentence = subjectPhrase(description) !== undefined;
  const sentence = isSentence ? description : `${title} is ${lowered(description)}`;
  const how = { classifier, language: english };
  const { type, phrase } = kindOf({ title, description: sentence, isPerson }, how);
  return { ...(type && { type }), ...((record.phrase ?? phrase) && { phrase: record.phrase ?? phrase }) };
}

/** "A bicycle" and "American actor" as they stand inside a sentence. */
function lowered(text: string): string {
  return text.replace(/^(?:A|An|The)\b/, (article) => article.toLowerCase());
}

/** Both lists, each identifier once; undefined when there are none. */
function joined(known: string[] | undefined, further: string[]): string[] | undefined {
  const all = [...new Set([...(known ?? []), ...further])];
  return all.length > 0 ? all : undefined;
}

function ruleNames(input: KnowledgeBaseInput, language: Language): NameInput[] {
  const names: NameInput[] = [];
  for (const [row, { title, isPerson = false }] of input.entities.entries()) {
    for (const { surface, rule } of namesByRule(title, { isPerson, language })) {
      names.push({ surface, entity: title, row, source: rule === "part" ? "part" : "rule" });
    }
  }
  return names;
}

/** As the record says, or as its description reads: "American actor (born 1970)". */
export function isPersonRecord(
  record: Pick<EntityRecord, "title" | "isPerson" | "type" | "description">,
  language: Language = english,
): boolean {
  if (record.isPerson !== undefined) return record.isPerson;
  if (record.type !== undefined) return record.type === "person";
  const { description } = record;
  if (!description) return false;
  if (isPersonText(description, language)) return true;
  return language === english && isPersonText(`${record.title} is a ${description}`);
}

export function fileName(path: string): string {
  return path === "-" ? "standard input" : path.slice(path.lastIndexOf("/") + 1);
}
