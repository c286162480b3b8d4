/** What holds for an own catalogue under parameters that were never trained with it. */
import type { LinkerSettings } from "./linker-parts.js";

/**
 * What log p̂ counts beside ρ for an own catalogue whose linker was not trained: there p̂ says how alike name and entry are spelled,
 * which parameters of another knowledge base know nothing of. Chosen on ncbi-disease-train (docs/results/made-linkers.md).
 */
export const CATALOGUE_PRIOR_WEIGHT = 0.2;

/** Its names have nothing to be sure by: a name that the caller gives goes to the best entry, and a found one nearly always. */
const NIL = 0.01;

/** The settings of a linker for such a catalogue. */
export function forUntrainedCatalogue(settings: LinkerSettings): LinkerSettings {
  return {
    ...settings,
    nil: Math.min(settings.nil, NIL),
    nilGiven: 0,
    priorWeight: CATALOGUE_PRIOR_WEIGHT,
  };
}

/** ρ + weight · log p̂ of every candidate. */
export function withPrior(
  scores: ArrayLike<number>,
  priors: ArrayLike<number>,
  weight: number,
): ArrayLike<number> {
  if (weight === 0) return scores;
  return Float64Array.from(scores, (score, e) => score + weight * Math.log(priors[e] + 1e-20));
}
