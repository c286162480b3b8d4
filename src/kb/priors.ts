/** p̂(e|m) out of link counts and name dictionaries (spec, section 2). */

/** What is known of one entity under one surface. */
export interface NameEvidence {
  /** Links from this surface to this entity. */
  count: number;
  /** Bits of `nameSources`. */
  sources: number;
  popularity: number;
}

/** Everything but links: titles, redirects, aliases, lists, rules, own catalogues. */
const DICTIONARY = 0xfe;

/**
 * p̂ = min(1, p1 + p2): p1 is the share of the surface's links that go to the entity, p2 the entity's share among
 * those that have the surface as a name.
 */
export function mixPriors(names: NameEvidence[]): number[] {
  let links = 0;
  let named = 0;
  for (const n of names) {
    links += n.count;
    if (n.sources & DICTIONARY) named++;
  }
  return names.map((n) => {
    const p1 = links > 0 ? n.count / links : 0;
    const p2 = n.sources & DICTIONARY ? 1 / named : 0;
    return Math.min(1, p1 + p2);
  });
}
