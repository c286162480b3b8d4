/** The loss and the step of the optimiser. */
import { byName, float64, floats, ints, size, told } from "./describe.js";

export const trainingKernels = {
  /**
   * Ranking loss (paper eq. 6): Σ_i weights[i] Σ_{e ≠ gold_i} max(0, margin − s[gold_i] + s[e]) over the scores of
   * mention i, s[starts[i] .. starts[i] + counts[i]); golds[i] is a position or −1 (no loss). Adds into dscores.
   */
  marginLoss: byName(
    [
      told("dscores"),
      told("scores"),
      ints("starts", "mentions"),
      ints("counts", "mentions"),
      ints("golds", "mentions"),
      floats("weights", "mentions"),
      size("mentions"),
      float64("margin"),
    ],
    { returns: "f64", furtherCheck: true },
  ),
  /** One step of Adam as PyTorch does it: ε outside the bias-corrected root. `step` counts from 1. */
  adamStep: byName(
    [
      floats("params", "count"),
      floats("grads", "count"),
      floats("m", "count"),
      floats("v", "count"),
      size("count"),
      float64("rate"),
      float64("beta1"),
      float64("beta2"),
      float64("epsilon"),
      float64("step"),
    ],
    { furtherCheck: true },
  ),
};
