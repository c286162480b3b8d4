/** All that goes into a store, as streams, so that one KnowledgeBase can be written into any other kind. */
import { normaliseTitle } from "../corpus/titles.js";
import { foldSurface } from "../text/surfaces.js";
import type { Entity } from "../types.js";
import type { KnowledgeBase, NameCandidate, SurfaceInfo } from "./knowledge-base.js";
import { nameSources, TITLES } from "./name-sources.js";

export interface KnowledgeBaseContents {
  /** In row order. */
  entities: Iterable<Entity>;
  /** Candidates best first; every surface once. */
  surfaces: Iterable<SurfaceInfo>;
  redirects: Iterable<{ title: string; row: number }>;
  sources: { name: string; sha256: string }[];
  settings: Record<string, unknown>;
}

/** Is it a catalogue: were its names never counted in texts? */
export function isCatalogue({ info }: Pick<KnowledgeBase, "info">): boolean {
  return info.settings.texts !== true;
}

/** The contents of an open knowledge base, for export and conversion. */
export function contentsOf(kb: KnowledgeBase): KnowledgeBaseContents {
  return {
    entities: entitiesOf(kb),
    surfaces: kb.surfaces(),
    redirects: kb.redirects(),
    sources: kb.info.sources,
    settings: kb.info.settings,
  };
}

function* entitiesOf(kb: KnowledgeBase): IterableIterator<Entity> {
  for (let row = 0; row < kb.size; row++) yield kb.entity(row);
}

/** The surface with some of its candidates only, which share what the others had; undefined when none is left. */
export function keepCandidates(
  info: SurfaceInfo,
  isKept: (candidate: NameCandidate) => boolean,
): SurfaceInfo | undefined {
  const kept = info.candidates.filter(isKept);
  if (kept.length === info.candidates.length) return info;
  if (kept.length === 0) return undefined;
  const sumOf = (list: NameCandidate[]) => list.reduce((sum, c) => sum + c.prior, 0);
  const sum = sumOf(kept);
  const scale = sum > 0 ? sumOf(info.candidates) / sum : 1;
  const candidates = kept.map((c) => ({ ...c, prior: Math.min(1, c.prior * scale) }));
  return { ...info, candidates, linkCount: kept.reduce((total, c) => total + c.count, 0) };
}

/** Best first; ties by row, so that equal input gives equal bytes. */
export function sortCandidates<C extends { entity: number; prior: number }>(candidates: C[]): C[] {
  return candidates.length < 2
    ? candidates
    : candidates.sort((a, b) => b.prior - a.prior || a.entity - b.entity);
}

/**
 * Several surfaces seen as one: counts are added up, priors averaged with the link counts as weights (one more each,
 * so that a name without links still counts).
 */
export function mergeSurfaces(surface: string, parts: SurfaceInfo[]): SurfaceInfo {
  const merged: SurfaceInfo = {
    surface,
    candidates: [],
    linkCount: 0,
    textCount: 0,
    linkProbability: 0,
    lowercaseShare: parts[0].lowercaseShare,
  };
  let weight = 0;
  let textWeight = 0;
  for (const part of parts) {
    merged.linkCount += part.linkCount;
    merged.textCount += part.textCount;
    weight += part.linkCount + 1;
    textWeight += part.textCount + 1;
    merged.linkProbability += part.linkProbability * (part.textCount + 1);
  }
  merged.linkProbability /= textWeight;
  const byEntity = new Map<number, SurfaceInfo["candidates"][number]>();
  for (const part of parts) {
    const share = (part.linkCount + 1) / weight;
    for (const c of part.candidates) {
      const sum = byEntity.get(c.entity);
      if (sum) {
        sum.prior += c.prior * share;
        sum.count += c.count;
        sum.sources |= c.sources;
      } else byEntity.set(c.entity, { ...c, prior: c.prior * share });
    }
  }
  merged.candidates = sortCandidates([...byEntity.values()]);
  return merged;
}

/** The row that another spelling of a title means (case, accents, dashes), if there is just one. */
function rowOfSpelling(found: SurfaceInfo | undefined): number {
  const titled = found?.candidates.filter((c) => c.sources & TITLES) ?? [];
  if (titled.length === 1) return titled[0].entity;
  const only = found?.candidates.length === 1 ? found.candidates[0] : undefined;
  return only && only.sources & nameSources.alias ? only.entity : -1;
}

/** The row of a title that is not there as it is written: normalised, spelled otherwise, with or without an article; −1 for none. */
export function rowOfOtherTitle(
  title: string,
  rowOfExact: (title: string) => number,
  lookupFolded: (folded: string) => SurfaceInfo | undefined,
): number {
  const normal = normaliseTitle(title);
  const row = rowOfExact(normal);
  if (row >= 0) return row;
  const spelled = rowOfSpelling(lookupFolded(foldSurface(title)));
  if (spelled >= 0) return spelled;
  const other = withOtherArticle(normal);
  return other === undefined ? -1 : rowOfExact(other);
}

/** "Home Depot" for "The Home Depot" and the other way round; undefined for titles that an article may make another thing's. */
function withOtherArticle(title: string): string | undefined {
  const bare = title.replace(/^The /, "");
  if (!/^\p{Lu}\S* \p{Lu}/u.test(bare)) return undefined;
  return bare === title ? `The ${title}` : bare;
}
