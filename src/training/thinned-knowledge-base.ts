/** A knowledge base as it would be without some of its entities, so that their names are strangers' names: what a scorer of names learns doubt from. */
import type { KnowledgeBase, SurfaceInfo } from "../kb/knowledge-base.js";
import { Random } from "../math/random.js";

export interface Thinning {
  /** Share of the entities that are left out. */
  hidden: number;
  /** Keep what was counted in texts? Catalogues come without. */
  counted: boolean;
  seed: number;
}

export function thinnedKnowledgeBase(
  kb: KnowledgeBase,
  { hidden, counted, seed }: Thinning,
): { kb: KnowledgeBase; isHidden: (row: number) => boolean } {
  const random = new Random(seed);
  const left = new Uint8Array(kb.size).map(() => (random.uniform() < hidden ? 1 : 0));
  const isHidden = (row: number) => left[row] === 1;
  const thin = (info: SurfaceInfo | undefined): SurfaceInfo | undefined => {
    const kept = info?.candidates.filter((c) => !isHidden(c.entity));
    if (!info || !kept || kept.length === 0) return undefined;
    const sum = kept.reduce((total, c) => total + c.prior, 0);
    const candidates = kept.map((c) => ({ ...c, prior: c.prior / sum, count: counted ? c.count : 0 }));
    const linkCount = candidates.reduce((total, c) => total + c.count, 0);
    if (counted) return { ...info, candidates, linkCount };
    return { ...info, candidates, linkCount, textCount: 0, linkProbability: 0, lowercaseShare: 0 };
  };
  const view: KnowledgeBase = {
    info: kb.info,
    size: kb.size,
    entity: (row) => kb.entity(row),
    title: (row) => kb.title(row),
    popularity: (row) => (counted ? kb.popularity(row) : 0),
    isPerson: (row) => kb.isPerson(row),
    rowOfTitle: (title) => kb.rowOfTitle(title),
    rowOfId: (id) => kb.rowOfId(id),
    lookup: (surface) => thin(kb.lookup(surface)),
    lookupFolded: (folded) => thin(kb.lookupFolded(folded)),
    surfaces: () => kb.surfaces(),
    redirects: () => kb.redirects(),
    close: () => {},
  };
  return { kb: view, isHidden };
}
