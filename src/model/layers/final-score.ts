/**
 * The final score (docs/model.md, section 7): ρ(e) = g(q̂(e), log p̂(e)), g = linear 2 → hidden, ReLU, linear hidden → 1.
 */
import type { Address } from "../../math/kernels.js";
import type { ModelConfig } from "../config.js";
import { type LayerContext, type LayerParameter, startUniform } from "./layer.js";

/** The weights and biases of both layers of g. */
export const finalScoreParameters = ({ hidden }: ModelConfig): LayerParameter[] => [
  { name: "score_combine.0.weight", shape: [hidden, 2], start: startUniform(2) },
  { name: "score_combine.0.bias", shape: [hidden], start: startUniform(2) },
  { name: "score_combine.2.weight", shape: [1, hidden], start: startUniform(hidden) },
  { name: "score_combine.2.bias", shape: [1], start: startUniform(hidden) },
];

export interface FinalScores {
  /** (scored): what g combined with the prior. */
  q: Address;
  logPriors: Address;
  /** (scored): ρ. */
  scores: Address;
  /** Length of the candidate index without the padding mention. */
  scored: number;
}

/** q and logPriors (candidates). */
export function finalScoresForward(layer: LayerContext, q: Address, logPriors: Address): FinalScores {
  const { kernels, config, document, parameter } = layer;
  const scored = document.padding >= 0 ? document.starts[document.padding] : document.candidates;
  const scores = kernels.alloc(scored);
  kernels.finalScore({
    rho: scores,
    q,
    logPrior: logPriors,
    count: scored,
    w1: parameter("score_combine.0.weight"),
    b1: parameter("score_combine.0.bias"),
    w2: parameter("score_combine.2.weight"),
    b2: parameter("score_combine.2.bias"),
    hidden: config.hidden,
  });
  return { q, logPriors, scores, scored };
}

/** dscores (scored). Returns dq and dlogPriors (candidates). */
export function finalScoresBackward(
  layer: LayerContext,
  { q, logPriors, scored }: FinalScores,
  dscores: Address,
): { dq: Address; dlogPriors: Address } {
  const { kernels, config, document, parameter, gradient } = layer;
  const dq = kernels.allocZero(document.candidates);
  const dlogPriors = kernels.allocZero(document.candidates);
  kernels.finalScoreBackward({
    dq,
    dlogPrior: dlogPriors,
    dw1: gradient("score_combine.0.weight"),
    db1: gradient("score_combine.0.bias"),
    dw2: gradient("score_combine.2.weight"),
    db2: gradient("score_combine.2.bias"),
    drho: dscores,
    q,
    logPrior: logPriors,
    count: scored,
    w1: parameter("score_combine.0.weight"),
    b1: parameter("score_combine.0.bias"),
    w2: parameter("score_combine.2.weight"),
    hidden: config.hidden,
  });
  // no loss can see a constant; what is there is rounding, and Adam would make a walk of it
  kernels.fill(gradient("score_combine.2.bias"), 0, 1);
  return { dq, dlogPriors };
}
