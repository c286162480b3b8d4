/** What records change in a knowledge base: new entities, richer ones, and the names of both with their priors mixed anew. */
import type { EntityRecord } from "../../corpus/catalogue-entry.js";
import type { Entity } from "../../types.js";
import { languageOfKb } from "../kb-language.js";
import type { KnowledgeBase, SurfaceInfo } from "../knowledge-base.js";
import { nameSources } from "../name-sources.js";
import { namesByRule } from "../names/name-rules.js";
import { mixSurface } from "../stores/create-knowledge-base.js";
import { refuseId } from "../stores/unique-ids.js";
import { isPersonRecord } from "./catalogue.js";

export interface AddResult {
  /** Entities that are new, and those that were there and got names. */
  added: number;
  extended: number;
  /** Surfaces that are new or have changed. */
  surfaces: number;
}

export interface Additions extends AddResult {
  entities: Entity[];
  /** Known entities with further identifiers or columns, by row. */
  richer: Map<number, Entity>;
  changed: Map<string, SurfaceInfo>;
  /** Identifiers that several records have. */
  repeated: ReadonlySet<string>;
}

export function collectAdditions(kb: KnowledgeBase, records: EntityRecord[], rules: boolean): Additions {
  const language = languageOfKb(kb);
  const entities: Entity[] = [];
  const fresh = new Map<string, number>();
  const extended = new Set<number>();
  const richer = new Map<number, Entity>();
  const recounted = new Set<number>();
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const names = new NewNames();
  for (const record of records) {
    const id = record.id ?? record.title;
    if (seen.has(id)) repeated.add(id);
    seen.add(id);
    let row =
      fresh.get(id) ?? (record.id === undefined ? kb.rowOfTitle(record.title) : kb.rowOfId(record.id));
    if (row < 0) {
      // an entity of another title may have this one as its identifier
      if (kb.rowOfId(id) >= 0 && kb.entity(kb.rowOfId(id)).id === id) refuseId(id);
      row = kb.size + entities.length;
      fresh.set(id, row);
      const isPerson = isPersonRecord(record, language);
      entities.push(newEntity(row, id, record, isPerson));
      names.add(record.title, row, nameSources.title);
      for (const { surface, rule } of rules ? namesByRule(record.title, { isPerson, language }) : []) {
        if (rule !== "part") names.add(surface, row, nameSources.rule);
        else if (kb.lookup(surface)) names.add(surface, row, nameSources.part);
      }
    } else {
      names.add(record.title, row, nameSources.alias);
      if (row >= kb.size) Object.assign(entities[row - kb.size], enriched(entities[row - kb.size], record));
      else {
        extended.add(row);
        if (record.count !== undefined) recounted.add(row);
        const known = richer.get(row) ?? kb.entity(row);
        if (saysMore(record)) richer.set(row, { ...known, ...enriched(known, record) });
      }
    }
    for (const alias of record.aliases) names.add(alias, row, nameSources.alias);
  }
  names.addAllOf(recounted, kb);
  const changed = changedSurfaces(kb, names.rows, (row) =>
    row < kb.size ? (richer.get(row)?.popularity ?? kb.popularity(row)) : entities[row - kb.size].popularity,
  );
  const counts = { added: entities.length, extended: extended.size, surfaces: changed.size };
  return { entities, richer, changed, repeated, ...counts };
}

/** By surface: the sources by which rows have it. */
class NewNames {
  readonly rows = new Map<string, Map<number, number>>();

  add(surface: string, row: number, source: number): void {
    if (surface === "") return;
    let rows = this.rows.get(surface);
    if (!rows) this.rows.set(surface, (rows = new Map()));
    rows.set(row, (rows.get(row) ?? 0) | source);
  }

  /** Another count changes p̂ under every name of the entity. */
  addAllOf(recounted: ReadonlySet<number>, kb: KnowledgeBase): void {
    if (recounted.size === 0) return;
    for (const { surface, candidates } of kb.surfaces()) {
      for (const c of candidates) if (recounted.has(c.entity)) this.add(surface, c.entity, 0);
    }
  }
}

/** Does it say anything beside names? */
function saysMore(record: EntityRecord): boolean {
  const { otherIds, extra, type, phrase, wikidata, description, url, count } = record;
  const says = extra || type || phrase || wikidata || description || url || count !== undefined;
  return otherIds.length > 0 || Boolean(says);
}

/** By surface: the sources by which each row has it now, priors mixed anew. */
function changedSurfaces(
  kb: KnowledgeBase,
  names: Map<string, Map<number, number>>,
  popularity: (row: number) => number,
): Map<string, SurfaceInfo> {
  const changed = new Map<string, SurfaceInfo>();
  for (const surface of [...names.keys()].sort()) {
    changed.set(surface, changeSurface(kb.lookup(surface), surface, names.get(surface)!, popularity));
  }
  return changed;
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
