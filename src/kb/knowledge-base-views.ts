/** A knowledge base seen otherwise: as if some links had not been counted, or some entities were not there. */
import { foldSurface } from "../text/surfaces.js";
import { keepCandidates, sortCandidates } from "./contents.js";
import type { KnowledgeBase, NameCandidate, SurfaceInfo } from "./knowledge-base.js";
import { nameSources } from "./name-sources.js";
import { mixPriors } from "./priors.js";

type LookUps = Pick<KnowledgeBase, "lookup" | "lookupFolded">;

/** Knows its names otherwise and everything else as before. */
export function withLookUps(kb: KnowledgeBase, lookUps: LookUps): KnowledgeBase {
  return {
    info: kb.info,
    size: kb.size,
    entity: (row) => kb.entity(row),
    title: (row) => kb.title(row),
    popularity: (row) => kb.popularity(row),
    isPerson: (row) => kb.isPerson(row),
    rowOfTitle: (title) => kb.rowOfTitle(title),
    rowOfId: (id) => kb.rowOfId(id),
    surfaces: () => kb.surfaces(),
    redirects: () => kb.redirects(),
    close: () => kb.close(),
    ...lookUps,
  };
}

/** A name with the entity it was linked to. */
export interface CountedLink {
  surface: string;
  entity: number;
}

type Counts = Map<string, Map<number, number>>;

function count(counts: Counts, surface: string, entity: number): void {
  let entities = counts.get(surface);
  if (!entities) counts.set(surface, (entities = new Map()));
  entities.set(entity, (entities.get(entity) ?? 0) + 1);
}

/**
 * The knowledge base as if these links had not been counted: what a document is read with whose own links are in the counts. A prior
 * that knows the answer would teach a model to trust it.
 */
export function withoutLinks(kb: KnowledgeBase, links: Iterable<CountedLink>): KnowledgeBase {
  const written: Counts = new Map();
  const folded: Counts = new Map();
  for (const { surface, entity } of links) {
    if (entity < 0) continue;
    count(written, surface, entity);
    count(folded, foldSurface(surface), entity);
  }
  return withLookUps(kb, {
    lookup: (surface) => lessCounts(kb, kb.lookup(surface), written.get(surface)),
    lookupFolded: (surface) => lessCounts(kb, kb.lookupFolded(surface), folded.get(surface)),
  });
}

/** An entity that nothing else names so is no candidate. */
function lessCounts(
  kb: KnowledgeBase,
  info: SurfaceInfo | undefined,
  own: Map<number, number> | undefined,
): SurfaceInfo | undefined {
  if (!info || !own) return info;
  const left = info.candidates
    .map((c) => ({ ...c, count: Math.max(0, c.count - (own.get(c.entity) ?? 0)) }))
    .filter((c) => c.count > 0 || (c.sources & ~nameSources.link) !== 0);
  if (left.length === 0) return undefined;
  return mixedAnew(info, left, (row) => kb.popularity(row));
}

/** The surface with other candidates, whose priors follow from what is left. */
function mixedAnew(
  info: SurfaceInfo,
  left: NameCandidate[],
  popularity: (row: number) => number,
): SurfaceInfo {
  const priors = mixPriors(left, popularity);
  const candidates = sortCandidates(left.map((c, i) => ({ ...c, prior: priors[i] })));
  return { ...info, candidates, linkCount: left.reduce((sum, c) => sum + c.count, 0) };
}

/**
 * The knowledge base as if nobody had counted links or readers: what an own catalogue is like. Names known from links alone become
 * aliases, and all entities are equally well known.
 */
export function withoutCounts(kb: KnowledgeBase): KnowledgeBase {
  const plain = (info: SurfaceInfo | undefined): SurfaceInfo | undefined => {
    if (!info) return undefined;
    const bare = info.candidates.map((c) => ({
      ...c,
      count: 0,
      sources: (c.sources & ~nameSources.link) | (c.sources & nameSources.link ? nameSources.alias : 0),
    }));
    return mixedAnew(info, bare, () => 0);
  };
  const view = withLookUps(kb, {
    lookup: (surface) => plain(kb.lookup(surface)),
    lookupFolded: (surface) => plain(kb.lookupFolded(surface)),
  });
  return { ...view, popularity: () => 0 };
}

/** The knowledge base as if some of its entities were missing: their names are strangers'. */
export function withoutEntities(kb: KnowledgeBase, isMissing: (row: number) => boolean): KnowledgeBase {
  const less = (info: SurfaceInfo | undefined): SurfaceInfo | undefined => {
    if (!info?.candidates.some((c) => isMissing(c.entity))) return info;
    const left = info.candidates.filter((c) => !isMissing(c.entity));
    if (left.length === 0) return undefined;
    return mixedAnew(info, left, (row) => kb.popularity(row));
  };
  return withLookUps(kb, {
    lookup: (surface) => less(kb.lookup(surface)),
    lookupFolded: (surface) => less(kb.lookupFolded(surface)),
  });
}

/** The knowledge base without some of its entities, the others in rows that follow each other: what is written after a removal. */
export function withoutRows(kb: KnowledgeBase, isGone: (row: number) => boolean): KnowledgeBase {
  const places = new Int32Array(kb.size).fill(-1);
  const rows: number[] = [];
  for (let row = 0; row < kb.size; row++) if (!isGone(row)) places[row] = rows.push(row) - 1;
  const placeOf = (row: number) => (row < 0 ? -1 : places[row]);
  const renumbered = (info: SurfaceInfo | undefined): SurfaceInfo | undefined => {
    const kept = info && keepCandidates(info, (c) => places[c.entity] >= 0);
    return kept && { ...kept, candidates: kept.candidates.map((c) => ({ ...c, entity: places[c.entity] })) };
  };
  return {
    info: { ...kb.info, entities: rows.length },
    size: rows.length,
    entity: (row) => ({ ...kb.entity(rows[row]), row }),
    title: (row) => kb.title(rows[row]),
    popularity: (row) => kb.popularity(rows[row]),
    isPerson: (row) => kb.isPerson(rows[row]),
    rowOfTitle: (title) => placeOf(kb.rowOfTitle(title)),
    rowOfId: (id) => placeOf(kb.rowOfId(id)),
    lookup: (surface) => renumbered(kb.lookup(surface)),
    lookupFolded: (folded) => renumbered(kb.lookupFolded(folded)),
    *surfaces() {
      for (const info of kb.surfaces()) {
        const seen = renumbered(info);
        if (seen) yield seen;
      }
    },
    *redirects() {
      for (const { title, row } of kb.redirects()) if (places[row] >= 0) yield { title, row: places[row] };
    },
    close: () => kb.close(),
  };
}

/** The knowledge base with one name that no longer leads to an entity. */
export function withoutName(kb: KnowledgeBase, name: string, entity: number): KnowledgeBase {
  const folded = foldSurface(name);
  const less = (info: SurfaceInfo | undefined): SurfaceInfo | undefined =>
    info && foldSurface(info.surface) === folded ? keepCandidates(info, (c) => c.entity !== entity) : info;
  const view = withLookUps(kb, {
    lookup: (surface) => less(kb.lookup(surface)),
    lookupFolded: (form) => less(kb.lookupFolded(form)),
  });
  return {
    ...view,
    *surfaces() {
      for (const info of kb.surfaces()) {
        const seen = less(info);
        if (seen) yield seen;
      }
    },
  };
}
