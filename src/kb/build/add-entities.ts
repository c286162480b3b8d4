/** Entities and names from CSV or JSONL into an existing knowledge base, without building it again. */
import { stat } from "node:fs/promises";
import type { EntityRecord } from "../../corpus/entity-records.js";
import type { OnWarning } from "../../corpus/page.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { sha256OfFile } from "../../files/hash.js";
import { english } from "../../languages/english.js";
import type { Language } from "../../languages/language.js";
import { languageOf } from "../../languages/languages.js";
import type { Entity } from "../../types.js";
import { contentsOf } from "../contents.js";
import type { KnowledgeBase, SurfaceInfo } from "../knowledge-base.js";
import { nameSources } from "../name-sources.js";
import { namesByRule } from "../names/name-rules.js";
import { mixSurface } from "../stores/create-knowledge-base.js";
import { encodeKnowledgeBase } from "../stores/file-writer.js";
import { openTables } from "../stores/lmdb-database.js";
import { readInfo } from "../stores/lmdb-store.js";
import { putEntity, putInfo, putSurface } from "../stores/lmdb-writer.js";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { encodePackedKnowledgeBase } from "../stores/packed-writer.js";
import { refuseId } from "../stores/unique-ids.js";
import { addKinds, fileName, isPersonRecord, readEntityRecords, warnOfRepeated } from "./catalogue.js";

export interface AddResult {
  /** Entities that are new, and those that were there and got names. */
  added: number;
  extended: number;
  /** Surfaces that are new or have changed. */
  surfaces: number;
}

export interface AddOptions {
  rules?: boolean;
  onWarning?: OnWarning;
  signal?: AbortSignal;
}

interface Additions extends AddResult {
  entities: Entity[];
  /** Known entities with further identifiers or columns, by row. */
  richer: Map<number, Entity>;
  changed: Map<string, SurfaceInfo>;
}

/**
 * A record whose id (or, without one, title) is known adds its names to that entity and puts its description, address, count and kind in the
 * place of the old ones; any other becomes a new entity.
 *
 * ```ts
 * import { addToKnowledgeBase } from "mulrel/kb";
 *
 * const { added, extended } = await addToKnowledgeBase("products.kb", ["new-products.csv"]);
 * console.log(`${added} new, ${extended} with more names`);
 * ```
 */
export async function addToKnowledgeBase(
  path: string,
  files: string[],
  options: AddOptions = {},
): Promise<AddResult> {
  const kb = await openKnowledgeBase(path);
  const records: EntityRecord[] = [];
  const sources = [...kb.info.sources];
  for (const file of files) {
    for await (const record of readEntityRecords(file, options)) records.push(record);
    sources.push({
      name: fileName(file),
      sha256: file === "-" ? "" : await sha256OfFile(file, options.signal),
    });
  }
  const additions = collectAdditions(kb, records, options.rules ?? true);
  warnOfRepeated(repeatedIds(records), options.onWarning);
  if (languageOf(kb.info.settings.language as string | undefined) === english)
    await addKinds(additions.entities);
  if ((await stat(path)).isDirectory()) {
    kb.close();
    await addInPlace(path, additions, sources);
  } else {
    const contents = contentsOf(kb);
    const encode = kb.info.format === "packed" ? encodePackedKnowledgeBase : encodeKnowledgeBase;
    await writeFileAtomically(
      path,
      encode({
        ...contents,
        sources,
        settings: withAdded(contents.settings, additions.added),
        entities: concatenate(replaced(contents.entities, additions.richer), additions.entities),
        surfaces: mergeSorted(contents.surfaces, additions.changed),
      }),
    );
    kb.close();
  }
  const { added, extended, surfaces } = additions;
  return { added, extended, surfaces };
}

function collectAdditions(kb: KnowledgeBase, records: EntityRecord[], rules: boolean): Additions {
  const language = languageOf(kb.info.settings.language as string | undefined);
  const entities: Entity[] = [];
  const fresh = new Map<string, number>();
  const extended = new Set<number>();
  const richer = new Map<number, Entity>();
  const recounted = new Set<number>();
  const names = new Map<string, Map<number, number>>();
  const addName = (surface: string, row: number, source: number) => {
    if (surface === "") return;
    let rows = names.get(surface);
    if (!rows) names.set(surface, (rows = new Map()));
    rows.set(row, (rows.get(row) ?? 0) | source);
  };
  const enrich = (row: number, record: EntityRecord) => {
    if (record.count !== undefined) recounted.add(row);
    if (row >= kb.size) Object.assign(entities[row - kb.size], enriched(entities[row - kb.size], record));
    else {
      const known = richer.get(row) ?? kb.entity(row);
      richer.set(row, { ...known, ...enriched(known, record) });
    }
  };
  for (const record of records) {
    const id = record.id ?? record.title;
    let row =
      fresh.get(id) ?? (record.id === undefined ? kb.rowOfTitle(record.title) : kb.rowOfId(record.id));
    if (row < 0) {
      // an entity of another title may have this one as its identifier
      if (kb.rowOfId(id) >= 0 && kb.entity(kb.rowOfId(id)).id === id) refuseId(id);
      row = kb.size + entities.length;
      fresh.set(id, row);
      const isPerson = isPersonRecord(record, language);
      entities.push(newEntity(row, id, record, isPerson));
      addName(record.title, row, nameSources.title);
      if (rules) addRuleNames(kb, entities[row - kb.size], language, addName);
    } else {
      if (row < kb.size) extended.add(row);
      enrich(row, record);
      addName(record.title, row, nameSources.alias);
    }
    for (const alias of record.aliases) addName(alias, row, nameSources.alias);
  }
  const popularity = (row: number) =>
    row < kb.size ? (richer.get(row)?.popularity ?? kb.popularity(row)) : entities[row - kb.size].popularity;
  addRecounted(kb, recounted, addName);
  const changed = new Map<string, SurfaceInfo>();
  for (const surface of [...names.keys()].sort()) {
    changed.set(surface, changeSurface(kb.lookup(surface), surface, names.get(surface)!, popularity));
  }
  return {
    entities,
    richer,
    changed,
    added: entities.length,
    extended: extended.size,
    surfaces: changed.size,
  };
}

/** Identifiers that several records have. */
function repeatedIds(records: readonly EntityRecord[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { id, title } of records) (seen.has(id ?? title) ? repeated : seen).add(id ?? title);
  return repeated;
}

type AddName = (surface: string, row: number, source: number) => void;

/** Parts of titles are names only where they are some already. */
function addRuleNames(
  kb: KnowledgeBase,
  { title, isPerson, row }: Entity,
  language: Language,
  addName: AddName,
): void {
  for (const { surface, rule } of namesByRule(title, { isPerson, language })) {
    if (rule !== "part") addName(surface, row, nameSources.rule);
    else if (kb.lookup(surface)) addName(surface, row, nameSources.part);
  }
}

/** Another count changes p̂ under every name of the entity. */
function addRecounted(kb: KnowledgeBase, recounted: ReadonlySet<number>, addName: AddName): void {
  if (recounted.size === 0) return;
  for (const { surface, candidates } of kb.surfaces()) {
    for (const { entity } of candidates) if (recounted.has(entity)) addName(surface, entity, 0);
  }
}

function newEntity(row: number, id: string, record: EntityRecord, isPerson: boolean): Entity {
  const { title, url, description, count } = record;
  return {
    row,
    id,
    title,
    url,
    description,
    popularity: count ?? 0,
    isPerson,
    ...enriched(undefined, record),
  };
}

/** What an entity and a record say together beside names; where both say something, the record's counts. */
function enriched(known: Entity | undefined, { otherIds, extra, ...record }: EntityRecord): Partial<Entity> {
  const ids = [...new Set([...(known?.otherIds ?? []), ...otherIds])];
  const type = record.type ?? known?.type;
  const description = record.description ?? known?.description;
  const url = record.url ?? known?.url;
  const phrase = record.phrase ?? known?.phrase;
  const wikidata = record.wikidata ?? known?.wikidata;
  return {
    ...(type && { type }),
    ...(description && { description }),
    ...(url && { url }),
    ...(record.count !== undefined && { popularity: record.count }),
    ...(phrase && { phrase }),
    ...(wikidata && { wikidata }),
    ...(ids.length > 0 && { otherIds: ids }),
    ...((known?.extra || extra) && { extra: { ...known?.extra, ...extra } }),
  };
}

function* replaced(entities: Iterable<Entity>, richer: Map<number, Entity>): IterableIterator<Entity> {
  for (const entity of entities) yield richer.get(entity.row) ?? entity;
}

function changeSurface(
  known: SurfaceInfo | undefined,
  surface: string,
  rows: Map<number, number>,
  popularity: (row: number) => number,
): SurfaceInfo {
  const candidates = (known?.candidates ?? []).map(({ entity, count, sources }) => ({
    entity,
    count,
    sources: sources | (rows.get(entity) ?? 0),
  }));
  for (const [entity, sources] of rows) {
    if (!candidates.some((c) => c.entity === entity)) candidates.push({ entity, count: 0, sources });
  }
  return mixSurface(surface, candidates, popularity, known);
}

async function addInPlace(
  path: string,
  additions: Additions,
  sources: { name: string; sha256: string }[],
): Promise<void> {
  const tables = openTables(path, { readOnly: false });
  try {
    const info = readInfo(tables, path);
    tables.root.transactionSync(() => {
      for (const entity of [...additions.richer.values(), ...additions.entities]) {
        putEntity(tables, entity, "");
      }
      let fresh = 0;
      for (const surface of additions.changed.values()) {
        if (!tables.surfaces.getBinaryFast(surface.surface)) fresh++;
        putSurface(tables, surface);
      }
      const { entities, surfaces } = info;
      putInfo(tables, {
        ...info,
        sources,
        settings: withAdded(info.settings, additions.added),
        entities: entities + additions.added,
        surfaces: surfaces + fresh,
      });
    });
    await tables.root.flushed;
  } finally {
    await tables.root.close();
  }
}

/** Remembers how many of the last entities have no text in KB.texts. */
function withAdded(settings: Record<string, unknown>, added: number): Record<string, unknown> {
  return added === 0 ? settings : { ...settings, added: Number(settings.added ?? 0) + added };
}

function* concatenate<T>(first: Iterable<T>, second: Iterable<T>): IterableIterator<T> {
  yield* first;
  yield* second;
}

/** Changed surfaces in the place of the old ones, new ones where they belong in the order. */
function* mergeSorted(
  surfaces: Iterable<SurfaceInfo>,
  changed: Map<string, SurfaceInfo>,
): IterableIterator<SurfaceInfo> {
  const fresh = changed.values();
  let next = fresh.next();
  for (const info of surfaces) {
    while (!next.done && next.value.surface < info.surface) {
      yield next.value;
      next = fresh.next();
    }
    if (!next.done && next.value.surface === info.surface) {
      yield next.value;
      next = fresh.next();
    } else yield info;
  }
  while (!next.done) {
    yield next.value;
    next = fresh.next();
  }
}
