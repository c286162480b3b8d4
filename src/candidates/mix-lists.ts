/** Two lists of candidates as one. */
import { sortCandidates } from "../kb/contents.js";
import type { Candidate } from "../types.js";

/** Best first; the first list counts `share`, the second the rest. */
export function mixLists<T extends Candidate>(first: readonly T[], second: readonly T[], share: number): T[] {
  const sums = new Map(first.map((c) => [c.entity, { ...c, prior: share * c.prior }]));
  for (const c of second) {
    const known = sums.get(c.entity);
    if (known) known.prior += (1 - share) * c.prior;
    else sums.set(c.entity, { ...c, prior: (1 - share) * c.prior });
  }
  return sortCandidates([...sums.values()]);
}
