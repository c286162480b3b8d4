/** Candidates by similar spelling: p̂(e|m) as a small logit over how alike name and entry are spelled. Not in the paper. */
import type { NameCandidate } from "../kb/knowledge-base.js";
import { softmaxInPlace, weigh } from "../math/conditional-logit.js";
import { spelledWords } from "../text/spelling.js";
import {
  type SimilarBearer,
  type SimilarContext,
  similarBearers,
  similarityFeatures,
} from "./similar-features.js";

export type SimilarityWeights = Readonly<Record<(typeof similarityFeatures)[number], number>>;

/**
 * Fitted on the mentions of ncbi-disease-train with the catalogue's names alone; what uses of a name are worth (count, share, popularity) with
 * the names of the other documents: `node scripts/fit-similarity-weights.mjs`, docs/results/made-linkers.md.
 */
export const defaultSimilarityWeights: SimilarityWeights = {
  cosine: 5.45,
  exact: 0.4,
  ordered: -0.45,
  askedCovered: 3.05,
  nameCovered: 7.11,
  length: 0.76,
  title: 1.51,
  count: 0.6,
  share: 0.83,
  popularity: 0.18,
  names: 0.07,
  numbers: -1.21,
  bearers: 0.09,
  rule: -5.85,
  support: 0.16,
};

export function weightVector(weights: SimilarityWeights): Float64Array {
  return Float64Array.from(similarityFeatures, (feature) => weights[feature]);
}

export function weightRecord(vector: ArrayLike<number>): SimilarityWeights {
  return Object.fromEntries(similarityFeatures.map((feature, k) => [feature, vector[k]])) as Record<
    (typeof similarityFeatures)[number],
    number
  >;
}

const COSINE = similarityFeatures.indexOf("cosine");

/** Entities with names at least so much like the given one, best first; p̂ adds up to 1 over all that were found. */
export function similarCandidates(
  context: SimilarContext,
  weights: ArrayLike<number>,
  name: string,
  leastCosine = 0,
): NameCandidate[] {
  const { isMissing } = context;
  const bearers = similarBearers(context, spelledWords(name)).filter(
    ({ entity, features }) => features[COSINE] >= leastCosine && !isMissing?.(entity),
  );
  const best = bestByEntity(bearers, weights);
  const entries = [...best.values()];
  const priors = softmaxInPlace(Float64Array.from(entries, (entry) => entry.score));
  return entries
    .map(({ bearer: { entity, sources, count } }, i) => ({ entity, prior: priors[i], sources, count }))
    .sort((a, b) => b.prior - a.prior || a.entity - b.entity);
}

/** Of each entity the name that speaks most for it. */
export function bestByEntity(
  bearers: readonly SimilarBearer[],
  weights: ArrayLike<number>,
): Map<number, { bearer: SimilarBearer; score: number }> {
  const best = new Map<number, { bearer: SimilarBearer; score: number }>();
  for (const bearer of bearers) {
    const score = weigh(weights, bearer.features);
    const known = best.get(bearer.entity);
    if (!known || score > known.score) best.set(bearer.entity, { bearer, score });
  }
  return best;
}
