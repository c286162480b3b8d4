/** The operations that train vectors: max-margin for entities, skip-gram for words. */
import type { Address } from "./kernels.js";

export interface EmbeddingKernels {
  /**
   * Max-margin training of one entity (Ganea & Hofmann 2017, eq. 2): `steps` steps of AdaGrad on Σ max(0, margin − x·(w⁺ − w⁻)) over
   * `pairs` positive words a step with `choices` negatives each, x kept at length 1. x, squares (AdaGrad's sums), gradient
   * (scratch): (d); sum (d) += x after every step; words (rows, d); positives (steps · pairs) and negatives
   * (steps · pairs · choices): ints, rows of words. The gradient is the mean over pairs. Returns the number of violations.
   */
  marginSteps(
    x: Address,
    squares: Address,
    gradient: Address,
    sum: Address,
    words: Address,
    positives: Address,
    negatives: Address,
    steps: number,
    pairs: number,
    choices: number,
    d: number,
    margin: number,
    rate: number,
  ): number;
  /**
   * Skip-gram with negative sampling (Mikolov et al. 2013), `pairs` steps one after the other: for the row centers[p] of inputs and the
   * rows targets[p·choices ..] of outputs, the first true and the others drawn, both move along rate · (wanted − σ(u·v)).
   * inputs, outputs: (rows, d); gradient: scratch (d).
   */
  skipGramSteps(
    inputs: Address,
    outputs: Address,
    gradient: Address,
    centers: Address,
    targets: Address,
    pairs: number,
    choices: number,
    d: number,
    rate: number,
  ): void;
}
