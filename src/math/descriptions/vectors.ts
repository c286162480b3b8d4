/** Operations on single vectors: few arguments, called by position. */
import { byName, byPosition, float32, float64, floats, size } from "./describe.js";

export const vectorKernels = {
  /** out[i] = value. */
  fill: byPosition([floats("out", "count"), float32("value"), size("count")]),
  /** y[i] = x[i], also where the two overlap. */
  copy: byPosition([floats("y", "count"), floats("x", "count"), size("count")]),
  /** y += a·x */
  addScaled: byPosition([floats("y", "count"), floats("x", "count"), float32("a"), size("count")]),
  /** Σ x[i]·y[i]. */
  dot: byPosition([floats("x", "count"), floats("y", "count"), size("count")], { returns: "f32" }),
  /** y[i] = e to the power x[i], within 2 units in the last place of float32. */
  exp: byPosition([floats("y", "count"), floats("x", "count"), size("count")]),
  /** y[i] = ln x[i], within 2 units in the last place of float32. */
  log: byPosition([floats("y", "count"), floats("x", "count"), size("count")]),
  /** y[i] = tanh x[i], within 3 units in the last place of float32. */
  tanh: byPosition([floats("y", "count"), floats("x", "count"), size("count")]),
  /** False when any of the `count` numbers is NaN or infinite. */
  allFinite: byPosition([floats("x", "count"), size("count")], { returns: "bool" }),
  /**
   * y[i] = keep_i ? x[i] / (1 − rate) : 0, keep_i a hash of (seed, i): the same on every build. Its own backward.
   * The seed is any whole number that a double holds exactly.
   */
  dropout: byName(
    [floats("y", "count"), floats("x", "count"), size("count"), float64("rate"), float64("seed")],
    { furtherCheck: true },
  ),
};
