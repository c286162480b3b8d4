/** A knowledge base out of entities and names in memory: own catalogues, small fixtures. Runs in browsers. */
import { LinkingError } from "../../errors.js";
import type { Entity, EntityType } from "../../types.js";
import { sortCandidates } from "../contents.js";
import type { KnowledgeBase, SurfaceInfo } from "../knowledge-base.js";
import { type NameSource, nameSources } from "../name-sources.js";
import { mixPriors } from "../priors.js";
import { openKnowledgeBaseBytes } from "./file-store.js";
import { encodeKnowledgeBase } from "./file-writer.js";
import { MOST_CANDIDATES } from "./surface-record.js";

export interface EntityInput {
  title: string;
  /** The title when left out. */
  id?: string;
  url?: string;
  description?: string;
  popularity?: number;
  isPerson?: boolean;
  /** What kind of thing it is, in a few words, and its item in Wikidata. */
  type?: EntityType;
  phrase?: string;
  wikidata?: string;
  aliases?: string[];
  /** Further identifiers of the same entity. */
  otherIds?: string[];
  /** Columns of its own, kept as they are. */
  extra?: Record<string, string>;
}

/** A surface that can mean an entity. */
export interface NameInput {
  surface: string;
  /** Title of the entity. */
  entity: string;
  /** Its row, where titles are not unique. */
  row?: number;
  /** Links seen with this surface; 0 when it is only known as a name. */
  count?: number;
  /** "link" when there is a count, else "alias". */
  source?: NameSource;
}

/** How a surface occurs in text. */
export interface SurfaceStatistics {
  textCount: number;
  linkProbability: number;
  lowercaseShare: number;
}

export interface KnowledgeBaseInput {
  entities: EntityInput[];
  names?: NameInput[];
  redirects?: { title: string; to: string }[];
  statistics?: Map<string, SurfaceStatistics>;
  sources?: { name: string; sha256: string }[];
  settings?: Record<string, unknown>;
}

/**
 * The bytes of a single-file knowledge base, rows in the order given.
 *
 * ```ts
 * import { writeFile } from "node:fs/promises";
 * import { createKnowledgeBaseBytes } from "mulrel/kb";
 *
 * await writeFile("small.kb", createKnowledgeBaseBytes({ entities: [{ id: "Q64", title: "Berlin" }] }));
 * ```
 */
export function createKnowledgeBaseBytes(input: KnowledgeBaseInput): Uint8Array<ArrayBuffer> {
  const entities = input.entities.map(toEntity);
  let rows: Map<string, number> | undefined;
  const rowOf = (title: string, what: string) => {
    rows ??= firstRows(entities);
    const row = rows.get(title);
    if (row === undefined) {
      throw new LinkingError(
        "bad-input",
        `${what} leads to "${title}", which is not the title of an entity.`,
      );
    }
    return row;
  };
  const names = new NameCollection();
  for (const [row, e] of input.entities.entries()) {
    names.add(e.title, row, 0, nameSources.title);
    for (const alias of e.aliases ?? []) names.add(alias, row, 0, nameSources.alias);
  }
  const redirects = (input.redirects ?? []).map((r) => ({
    title: r.title,
    row: rowOf(r.to, `The redirect "${r.title}"`),
  }));
  for (const r of redirects) names.add(r.title, r.row, 0, nameSources.redirect);
  for (const n of input.names ?? []) {
    const count = n.count ?? 0;
    const source = nameSources[n.source ?? (count > 0 ? "link" : "alias")];
    names.add(n.surface, n.row ?? rowOf(n.entity, `The name "${n.surface}"`), count, source);
  }
  return encodeKnowledgeBase({
    entities,
    surfaces: names.surfaces((row) => entities[row].popularity, input.statistics),
    redirects,
    sources: input.sources ?? [],
    settings: input.settings ?? {},
  });
}

/**
 * A knowledge base in memory, rows in the order given; for a few thousand entities, in any runtime.
 *
 * ```ts
 * import { createKnowledgeBase, openLinker } from "mulrel";
 *
 * const kb = createKnowledgeBase({
 *   entities: [
 *     { id: "B-100", title: "Falcon 3 trail bike", aliases: ["Falcon"], description: "A bicycle for mountain trails." },
 *     { id: "C-310", title: "Falcon espresso machine", aliases: ["Falcon"], description: "A machine that makes coffee." },
 *   ],
 * });
 * const linker = await openLinker("/model/", { kb });
 * console.log(linker.link("The Falcon needs new brakes.")[0]?.entity?.id);
 * ```
 */
export function createKnowledgeBase(input: KnowledgeBaseInput): KnowledgeBase {
  return openKnowledgeBaseBytes(createKnowledgeBaseBytes(input).buffer);
}

/** By title; of equal titles the first. */
function firstRows(entities: readonly Entity[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const e of entities) if (!rows.has(e.title)) rows.set(e.title, e.row);
  return rows;
}

function toEntity(e: EntityInput, row: number): Entity {
  return {
    row,
    id: e.id ?? e.title,
    title: e.title,
    url: e.url,
    description: e.description,
    popularity: e.popularity ?? 0,
    isPerson: e.isPerson ?? e.type === "person",
    type: e.type,
    phrase: e.phrase,
    wikidata: e.wikidata,
    otherIds: e.otherIds,
    extra: e.extra,
  };
}

/** Surfaces with what is known of them, added up in memory. */
export class NameCollection {
  /** Of a surface the entries as they came; most have one, which needs no list, and few have many. */
  readonly #names = new Map<string, SurfaceName | SurfaceName[]>();

  add(surface: string, row: number, count: number, sources: number): void {
    if (surface === "") return;
    const entity = { entity: row, count, sources };
    const known = this.#names.get(surface);
    if (known === undefined) this.#names.set(surface, entity);
    else if (Array.isArray(known)) known.push(entity);
    else this.#names.set(surface, [known, entity]);
  }

  /** In the order of UTF-16 code units, priors mixed, best first. */
  *surfaces(
    popularity: (row: number) => number,
    statistics?: Map<string, SurfaceStatistics>,
  ): IterableIterator<SurfaceInfo> {
    for (const surface of inOrder(this.#names.keys())) {
      const known = this.#names.get(surface)!;
      const names = Array.isArray(known) ? addedUp(known) : [known];
      yield mixSurface(surface, names, popularity, statistics?.get(surface));
    }
  }
}

/** Strings in the order of UTF-16 units: parted by their first three, which leaves little to compare, then sorted. */
function* inOrder(strings: Iterable<string>): IterableIterator<string> {
  const groups = new Map<string, string[]>();
  for (const text of strings) {
    const beginning = text.slice(0, 3);
    const group = groups.get(beginning);
    if (group) group.push(text);
    else groups.set(beginning, [text]);
  }
  for (const beginning of [...groups.keys()].sort()) yield* groups.get(beginning)!.sort();
}

interface SurfaceName {
  entity: number;
  count: number;
  sources: number;
}

/** One entry an entity, in the order of their first ones. */
function addedUp(names: SurfaceName[]): SurfaceName[] {
  const byEntity = new Map<number, SurfaceName>();
  for (const name of names) {
    const known = byEntity.get(name.entity);
    if (known) {
      known.count += name.count;
      known.sources |= name.sources;
    } else byEntity.set(name.entity, name);
  }
  return byEntity.size === names.length ? names : [...byEntity.values()];
}

/** What is stored of a surface: priors mixed, best first, cut at the longest list there may be. */
export function mixSurface(
  surface: string,
  names: { entity: number; count: number; sources: number }[],
  popularity: (row: number) => number,
  statistics?: SurfaceStatistics,
): SurfaceInfo {
  const priors = mixPriors(names, popularity);
  const candidates = sortCandidates(
    names.map(({ entity, count, sources }, i) => ({ entity, prior: priors[i], count, sources })),
  );
  let linkCount = 0;
  for (const n of names) linkCount += n.count;
  return {
    surface,
    linkCount,
    textCount: statistics?.textCount ?? 0,
    linkProbability: statistics?.linkProbability ?? 0,
    lowercaseShare: statistics?.lowercaseShare ?? 0,
    candidates: candidates.length > MOST_CANDIDATES ? candidates.slice(0, MOST_CANDIDATES) : candidates,
  };
}
