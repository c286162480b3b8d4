/** p̂(e|m) out of link counts, name dictionaries and popularity: a conditional logit (docs/model.md, section 2). */
import { nameSources } from "./name-sources.js";
import { priorWeights } from "./prior-weights.js";

/** What is known of one entity under one surface. */
export interface NameEvidence {
  entity: number;
  /** Links from this surface to this entity. */
  count: number;
  /** Bits of `nameSources`. */
  sources: number;
}

/** Numbers that speak for an entity under a surface, in this order: `priorWeights` has a weight for each. */
export const PRIOR_FEATURES = [
  "links",
  "popularity",
  "title",
  "redirect",
  "disambiguation",
  "alias",
  "list",
  "rule",
  "part",
] as const;

const { title, redirect, disambiguation, alias, list, rule, part } = nameSources;
const GUESSES = rule | part;

/** Writes the numbers of `PRIOR_FEATURES` into `to`. What is merely guessed counts only where nothing else is known. */
export function priorFeatures(
  { count, sources }: Pick<NameEvidence, "count" | "sources">,
  popularity: number,
  to: Float64Array | number[],
): void {
  const isGuess = (sources & ~GUESSES) === 0 ? 1 : 0;
  to[0] = Math.log(count + priorWeights.unlinked);
  to[1] = Math.log(popularity + 1);
  to[2] = sources & title ? 1 : 0;
  to[3] = sources & redirect ? 1 : 0;
  to[4] = sources & disambiguation ? 1 : 0;
  to[5] = sources & alias ? 1 : 0;
  to[6] = sources & list ? 1 : 0;
  to[7] = isGuess && sources & rule ? 1 : 0;
  to[8] = isGuess && !(sources & rule) ? 1 : 0;
}

/** By set of sources: what they add to the score. */
const scoreOfSources = Float64Array.from({ length: 256 }, (_, sources) => {
  const x = new Float64Array(PRIOR_FEATURES.length);
  priorFeatures({ count: 0, sources }, 0, x);
  let score = 0;
  for (let i = 2; i < x.length; i++) score += priorWeights[PRIOR_FEATURES[i]] * x[i];
  return score;
});

/**
 * p̂(e|m) ∝ exp(β_c log(links + ε) + β_p log(popularity + 1) + Σ β_s [source s names it so]). The paper adds the shares of links and of
 * dictionary entries: right where a billion links outvote the dictionary; with few links or none it puts a village on a level with a
 * capital. The weights are fitted on what names mean in running text (`scripts/fit-priors.mjs`).
 */
export function mixPriors(names: readonly NameEvidence[], popularity: (entity: number) => number): number[] {
  const priors = new Array<number>(names.length);
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < names.length; i++) {
    const { entity, count, sources } = names[i];
    priors[i] =
      priorWeights.links * Math.log(count + priorWeights.unlinked) +
      priorWeights.popularity * Math.log(popularity(entity) + 1) +
      scoreOfSources[sources];
    if (priors[i] > most) most = priors[i];
  }
  let sum = 0;
  for (let i = 0; i < names.length; i++) sum += priors[i] = Math.exp(priors[i] - most);
  for (let i = 0; i < names.length; i++) priors[i] /= sum;
  return priors;
}

/** Links in tables and lists count for so much of links in running text; any at all count as one. */
export function linksThatCount(text: number, tables: number): number {
  return text + Math.ceil(tables * priorWeights.table);
}
