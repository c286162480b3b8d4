/** Own entities in memory that come, change and go while a linker runs: what a knowledge base answers of them. */
import { LinkingError } from "../errors.js";
import { mergeSurfaces } from "../kb/contents.js";
import type { KnowledgeBase, KnowledgeBaseInfo, SurfaceInfo } from "../kb/knowledge-base.js";
import { mixSurface } from "../kb/stores/create-knowledge-base.js";
import { furtherIds } from "../kb/stores/entity-record.js";
import type { Language } from "../languages/language.js";
import { foldSurface } from "../text/surfaces.js";
import type { Entity } from "../types.js";
import { isPersonEntity, namesOfEntity, type OwnEntity } from "./own-entity.js";

interface LiveEntity {
  entity: Entity;
  names: Map<string, number>;
}

/** Rows of entities that went are given to those that come; nobody keeps a row beyond one document. */
export class LiveEntities implements KnowledgeBase {
  readonly #language: Language;
  readonly #rows: (LiveEntity | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #ids = new Map<string, number>();
  readonly #otherIds = new Map<string, Set<number>>();
  readonly #titles = new Map<string, Set<number>>();
  /** Surface → rows that go by it. */
  readonly #names = new Map<string, Set<number>>();
  /** Folded surface → surfaces. */
  readonly #folded = new Map<string, Set<string>>();

  constructor(language: Language) {
    this.#language = language;
  }

  get info(): KnowledgeBaseInfo {
    const counts = { entities: this.count, surfaces: this.#names.size, redirects: 0 };
    return { format: "live", version: 1, ...counts, sources: [], settings: {} };
  }

  /** Rows there have been; some may be empty. */
  get size(): number {
    return this.#rows.length;
  }

  get count(): number {
    return this.#ids.size;
  }

  layerOf(row: number): string | undefined {
    return this.#rows[row]?.entity.layer;
  }

  /** Those that there are, in the order of their rows. */
  all(): Entity[] {
    return this.#rows.flatMap((live) => (live ? [live.entity] : []));
  }

  /** Adds the entity, or puts it in the place of the one with its identifier. Returns its row. */
  put(given: OwnEntity & { id: string }, layer?: string): number {
    const known = this.#ids.get(given.id);
    if (known !== undefined) this.#forget(known);
    const row = known ?? this.#free.pop() ?? this.#rows.length;
    const isPerson = isPersonEntity(given, this.#language);
    const { aliases: _aliases, sameAs: _sameAs, popularity = 0, ...rest } = given;
    const live = {
      names: namesOfEntity(given, this.#language),
      entity: { ...rest, row, popularity, isPerson, layer },
    };
    this.#rows[row] = live;
    this.#ids.set(given.id, row);
    addTo(this.#titles, given.title, row);
    for (const id of furtherIds(live.entity)) addTo(this.#otherIds, id, row);
    for (const surface of live.names.keys()) {
      addTo(this.#names, surface, row);
      addTo(this.#folded, foldSurface(surface), surface);
    }
    return row;
  }

  /** Returns the row that is empty now; −1 when there was no such entity. */
  remove(id: string): number {
    const row = this.#ids.get(id);
    if (row === undefined) return -1;
    this.#forget(row);
    this.#free.push(row);
    return row;
  }

  #forget(row: number): void {
    const { entity, names } = this.#rows[row]!;
    this.#rows[row] = undefined;
    this.#ids.delete(entity.id);
    takeFrom(this.#titles, entity.title, row);
    for (const id of furtherIds(entity)) takeFrom(this.#otherIds, id, row);
    for (const surface of names.keys()) {
      takeFrom(this.#names, surface, row);
      if (!this.#names.has(surface)) takeFrom(this.#folded, foldSurface(surface), surface);
    }
  }

  #at(row: number): LiveEntity {
    const live = this.#rows[row];
    if (live) return live;
    throw new LinkingError("bad-input", `There is no own entity in row ${row}.`);
  }

  entity(row: number): Entity {
    return { ...this.#at(row).entity };
  }

  title(row: number): string {
    return this.#at(row).entity.title;
  }

  popularity(row: number): number {
    return this.#at(row).entity.popularity;
  }

  isPerson(row: number): boolean {
    return this.#at(row).entity.isPerson;
  }

  rowOfTitle(title: string): number {
    return firstOf(this.#titles.get(title));
  }

  rowOfId(id: string): number {
    return this.#ids.get(id) ?? firstOf(this.#otherIds.get(id));
  }

  lookup(surface: string): SurfaceInfo | undefined {
    const rows = this.#names.get(surface);
    if (!rows) return undefined;
    const names = [...rows].map((entity) => ({
      entity,
      count: 0,
      sources: this.#at(entity).names.get(surface)!,
    }));
    return mixSurface(surface, names, (row) => this.popularity(row));
  }

  lookupFolded(folded: string): SurfaceInfo | undefined {
    const surfaces = this.#folded.get(folded);
    if (!surfaces) return undefined;
    const parts = [...surfaces].sort().map((surface) => this.lookup(surface)!);
    return parts.length === 1 ? parts[0] : mergeSurfaces(folded, parts);
  }

  *surfaces(): IterableIterator<SurfaceInfo> {
    for (const surface of [...this.#names.keys()].sort()) yield this.lookup(surface)!;
  }

  *redirects(): IterableIterator<{ title: string; row: number }> {}

  close(): void {}
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

function takeFrom<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  values?.delete(value);
  if (values?.size === 0) map.delete(key);
}

function firstOf(rows: Set<number> | undefined): number {
  let first = -1;
  for (const row of rows ?? []) if (first < 0 || row < first) first = row;
  return first;
}
