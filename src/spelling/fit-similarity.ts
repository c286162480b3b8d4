/** Fits the weights of `similarCandidates` to mentions whose entities are known. */
import { throwIfAborted } from "../errors.js";
import { fitConditionalLogit, type LogitExample } from "../math/conditional-logit.js";
import {
  bestByEntity,
  defaultSimilarityWeights,
  type SimilarityWeights,
  weightRecord,
  weightVector,
} from "./similar-candidates.js";
import type { SimilarBearer } from "./similar-features.js";

/** A mention: all that was found for it (`similarBearers`), and the rows that are right. */
export interface SimilarityExample {
  bearers: SimilarBearer[];
  gold: readonly number[];
}

export interface FitSimilarityOptions {
  /** Where the search begins and what the weights are drawn to. */
  start?: SimilarityWeights;
  /** How strongly they are: λ/2 |w − start|². */
  lambda?: number;
  signal?: AbortSignal;
}

/** Which name speaks for an entity depends on the weights, and the weights on that: so many rounds settle it. */
const ROUNDS = 4;
const LAMBDA = 1;
/** Entities further down the list hardly change the weights. */
const MOST_CHOICES = 30;

/** A mention whose entity was not found says nothing; with few mentions the weights stay near the start. */
export function fitSimilarityWeights(
  examples: readonly SimilarityExample[],
  options: FitSimilarityOptions = {},
): SimilarityWeights {
  const start = weightVector(options.start ?? defaultSimilarityWeights);
  const usable = examples.filter(({ bearers, gold }) => bearers.some((b) => gold.includes(b.entity)));
  let weights = start;
  for (let round = 0; round < ROUNDS; round++) {
    throwIfAborted(options.signal);
    const choices = usable.map(({ bearers, gold }): LogitExample => {
      const best = [...bestByEntity(bearers, weights).values()].sort((a, b) => b.score - a.score);
      const rivals = best.filter(({ bearer }, i) => i < MOST_CHOICES || gold.includes(bearer.entity));
      return {
        choices: rivals.map(({ bearer }) => bearer.features),
        isRight: rivals.map(({ bearer }) => gold.includes(bearer.entity)),
      };
    });
    weights = fitConditionalLogit(choices, start, options.lambda ?? LAMBDA);
  }
  return weightRecord(weights);
}
