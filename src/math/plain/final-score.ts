/** g, a network of two inputs and one hidden layer, in plain TypeScript: the twins of assembly/final-score.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import type { Arena } from "../memory.js";

export function finalScore({ floats: f }: Arena, args: KernelArguments<"finalScore">): void {
  const { rho, q, logPrior, count, w1, b1, w2, b2, hidden } = args;
  for (let e = 0; e < count; e++) {
    let score = f[b2];
    for (let h = 0; h < hidden; h++) {
      const z = f[w1 + 2 * h] * f[q + e] + f[w1 + 2 * h + 1] * f[logPrior + e] + f[b1 + h];
      if (!(z <= 0)) score += f[w2 + h] * z;
    }
    f[rho + e] = score;
  }
}

export function finalScoreBackward({ floats: f }: Arena, args: KernelArguments<"finalScoreBackward">): void {
  const { dq, dlogPrior, dw1, db1, dw2, db2, drho, q, logPrior, count, w1, b1, w2, hidden } = args;
  for (let e = 0; e < count; e++) {
    const gradient = f[drho + e];
    if (gradient === 0) continue;
    f[db2] += gradient;
    for (let h = 0; h < hidden; h++) {
      const z = f[w1 + 2 * h] * f[q + e] + f[w1 + 2 * h + 1] * f[logPrior + e] + f[b1 + h];
      if (z <= 0) continue;
      const dz = gradient * f[w2 + h];
      f[dw2 + h] += gradient * z;
      f[dw1 + 2 * h] += dz * f[q + e];
      f[dw1 + 2 * h + 1] += dz * f[logPrior + e];
      f[db1 + h] += dz;
      f[dq + e] += dz * f[w1 + 2 * h];
      f[dlogPrior + e] += dz * f[w1 + 2 * h + 1];
    }
  }
}
