/** More of the prior in the final score, for parameters that were not trained with the knowledge base they are used with. */

/**
 * What log p̂ counts beside ρ for an own catalogue whose linker was not trained: there p̂ says how alike name and entry are spelled,
 * which parameters of another knowledge base know nothing of. Chosen on ncbi-disease-train (docs/results.md).
 */
export const CATALOGUE_PRIOR_WEIGHT = 0.2;

/** ρ + weight · log p̂ of every candidate. */
export function withPrior(
  scores: ArrayLike<number>,
  priors: ArrayLike<number>,
  weight: number,
): ArrayLike<number> {
  if (weight === 0) return scores;
  return Float64Array.from(scores, (score, e) => score + weight * Math.log(priors[e] + 1e-20));
}
