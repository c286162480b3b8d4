/** How popular entities are: from a list where one is given, from the corpora's own evidence elsewhere. */

export interface PopularityEvidence {
  size: number;
  /** Popularity given for an entity; NaN where none is. */
  given: Float64Array;
  /** Links counted to it in running text. */
  links: Float64Array;
  /** Links in tables: many, and most of them of sport. */
  tableLinks: Float64Array;
  /** Occurrences of its title in the texts. */
  mentions: Float64Array;
  /** Tokens of its pages. */
  tokens: Float64Array;
  /** 1 where a list says that the title must be there. */
  current: Uint8Array;
  /** 1 where the title has a bracket or comma part, so that it hardly occurs in running text. */
  qualified: Uint8Array;
}

/** A list must cover this many entities for the others to be estimated from it. */
const ENOUGH = 200;
const FEATURES = 9;
/** A list has what somebody asked for: what it lacks is rarer than the listed that look like it, without a page much rarer. */
const UNLISTED = 0.5;

/**
 * Without a list: the links counted, or, in corpora without links, the mentions. With one: what it says, and for the
 * entities it lacks a least-squares fit of its logarithm on the logarithms of links, mentions and page length.
 */
export function estimatePopularity(evidence: PopularityEvidence): Float64Array {
  const { size, given, links, mentions } = evidence;
  const popularity = new Float64Array(size);
  let listed = 0;
  let linked = 0;
  for (let e = 0; e < size; e++) {
    if (!Number.isNaN(given[e])) listed++;
    linked += links[e];
  }
  const weights = listed >= ENOUGH ? fitWeights(evidence) : undefined;
  const x = new Float64Array(FEATURES);
  for (let e = 0; e < size; e++) {
    const own = linked > 0 ? links[e] : mentions[e];
    if (!Number.isNaN(given[e])) popularity[e] = Math.max(given[e], own);
    else if (!weights) popularity[e] = own;
    else {
      features(evidence, e, x);
      let log = 0;
      for (let k = 0; k < FEATURES; k++) log += weights[k] * x[k];
      const likeListed = Math.expm1(Math.min(14, Math.max(0, log)));
      const hasPage = evidence.tokens[e] > 0 || evidence.current[e] === 1;
      popularity[e] = Math.max(own, Math.round(likeListed * (hasPage ? UNLISTED : UNLISTED / 10)));
    }
  }
  return popularity;
}

function features(evidence: PopularityEvidence, e: number, x: Float64Array): void {
  x[0] = 1;
  x[1] = Math.log1p(evidence.links[e]);
  x[2] = evidence.qualified[e] ? 0 : Math.log1p(evidence.mentions[e]);
  x[3] = Math.log1p(evidence.tokens[e]);
  x[4] = evidence.qualified[e];
  x[5] = evidence.tokens[e] > 0 ? 1 : 0;
  x[6] = Math.log1p(evidence.tableLinks[e]);
  x[7] = evidence.links[e] > 0 ? 1 : 0;
  x[8] = evidence.current[e];
}

/** Normal equations with a small ridge, solved by Gaussian elimination. */
function fitWeights(evidence: PopularityEvidence): Float64Array {
  const a = Array.from({ length: FEATURES }, () => new Float64Array(FEATURES + 1));
  const x = new Float64Array(FEATURES);
  for (let e = 0; e < evidence.size; e++) {
    if (Number.isNaN(evidence.given[e])) continue;
    features(evidence, e, x);
    const y = Math.log1p(evidence.given[e]);
    for (let i = 0; i < FEATURES; i++) {
      for (let j = 0; j < FEATURES; j++) a[i][j] += x[i] * x[j];
      a[i][FEATURES] += x[i] * y;
    }
  }
  for (let i = 0; i < FEATURES; i++) a[i][i] += 1e-3;
  for (let i = 0; i < FEATURES; i++) {
    const pivot = a[i][i];
    for (let j = i; j <= FEATURES; j++) a[i][j] /= pivot;
    for (let r = 0; r < FEATURES; r++) {
      if (r === i) continue;
      const factor = a[r][i];
      for (let j = i; j <= FEATURES; j++) a[r][j] -= factor * a[i][j];
    }
  }
  return Float64Array.from(a, (row) => row[FEATURES]);
}
