/** The final score g, a network of two inputs and one hidden layer (docs/model.md, section 7). */
import { byName, floats, size } from "./describe.js";

export const finalScoreKernels = {
  /**
   * rho = w2 · relu(w1[:,0]·q + w1[:,1]·logPrior + b1) + b2 for `count` candidates; w1 (hidden, 2).
   * Arrays over candidates have room for whole vectors of 4; drho is 0 in places past the candidates.
   */
  finalScore: byName([
    floats("rho", "widthOf(count)"),
    floats("q", "widthOf(count)"),
    floats("logPrior", "widthOf(count)"),
    size("count"),
    floats("w1", "2 * hidden"),
    floats("b1", "hidden"),
    floats("w2", "hidden"),
    floats("b2", "1"),
    size("hidden"),
  ]),
  /** Adds into dq, dlogPrior, dw1, db1, dw2, db2. */
  finalScoreBackward: byName([
    floats("dq", "widthOf(count)"),
    floats("dlogPrior", "widthOf(count)"),
    floats("dw1", "2 * hidden"),
    floats("db1", "hidden"),
    floats("dw2", "hidden"),
    floats("db2", "1"),
    floats("drho", "widthOf(count)"),
    floats("q", "widthOf(count)"),
    floats("logPrior", "widthOf(count)"),
    size("count"),
    floats("w1", "2 * hidden"),
    floats("b1", "hidden"),
    floats("w2", "hidden"),
    size("hidden"),
  ]),
};
