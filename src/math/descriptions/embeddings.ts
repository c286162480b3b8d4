/** The training of vectors: max-margin for entities, skip-gram for words. */
import { byName, float32, floats, rowNumbers, size, table } from "./describe.js";

export const embeddingKernels = {
  /**
   * Max-margin training of one entity (Ganea & Hofmann 2017, eq. 2): `steps` steps of AdaGrad on Σ max(0, margin − x·(w⁺ − w⁻)) over
   * `pairs` positive words a step with `choices` negatives each, x kept at length 1. squares: AdaGrad's sums; gradient: scratch;
   * sum += x after every step. The gradient is the mean over pairs. Returns the number of violations.
   */
  marginSteps: byName(
    [
      floats("x", "d"),
      floats("squares", "d"),
      floats("gradient", "d"),
      floats("sum", "d"),
      table("words", "4 * d"),
      rowNumbers("positives", "steps * pairs", "words"),
      rowNumbers("negatives", "steps * pairs * choices", "words"),
      size("steps"),
      size("pairs"),
      size("choices"),
      size("d"),
      float32("margin"),
      float32("rate"),
    ],
    { returns: "f64" },
  ),
  /**
   * Skip-gram with negative sampling (Mikolov et al. 2013), `pairs` steps one after the other: for the row centers[p] of inputs and the
   * rows targets[p·choices ..] of outputs, the first true and the others drawn, both move along rate · (wanted − σ(u·v)).
   * gradient: scratch.
   */
  skipGramSteps: byName([
    table("inputs", "4 * d"),
    table("outputs", "4 * d"),
    floats("gradient", "d"),
    rowNumbers("centers", "pairs", "inputs"),
    rowNumbers("targets", "pairs * choices", "outputs"),
    size("pairs"),
    size("choices"),
    size("d"),
    float32("rate"),
  ]),
};
