/** Two lists of candidates as one. */
import { sortCandidates } from "../kb/contents.js";
import type { Candidate } from "../types.js";

/** Best first; the first list counts `share`, the second the rest. Of who is in both, what either list knows is kept. */
export function mixLists<T extends Candidate>(first: readonly T[], second: readonly T[], share: number): T[] {
  const sums = new Map(first.map((c) => [c.entity, { ...c, prior: share * c.prior }]));
  for (const c of second) {
    const known = sums.get(c.entity);
    const prior = (1 - share) * c.prior;
    if (!known) {
      sums.set(c.entity, { ...c, prior });
      continue;
    }
    known.prior += prior;
    known.count = Math.max(known.count ?? 0, c.count ?? 0);
    known.sources = (known.sources ?? 0) | (c.sources ?? 0);
  }
  return sortCandidates([...sums.values()]);
}
