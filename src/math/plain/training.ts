/** Margin loss and Adam in plain TypeScript: the twins of assembly/training.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import type { Arena } from "../memory.js";

/** Σ_i weights[i] Σ_{e ≠ gold} max(0, margin − s[gold] + s[e]) (paper eq. 6), its gradient added into dscores. */
export function marginLoss({ floats: f, ints }: Arena, args: KernelArguments<"marginLoss">): number {
  const { dscores, scores, starts, counts, golds, weights, mentions, margin } = args;
  let loss = 0;
  for (let i = 0; i < mentions; i++) {
    const gold = ints[golds + i];
    if (gold < 0) continue;
    const start = ints[starts + i];
    const weight = f[weights + i];
    const floor = margin - f[scores + start + gold];
    for (let e = 0; e < ints[counts + i]; e++) {
      const excess = floor + f[scores + start + e];
      if (e === gold || !(excess > 0)) continue;
      loss += weight * excess;
      f[dscores + start + e] += weight;
      f[dscores + start + gold] -= weight;
    }
  }
  return loss;
}

/** baseⁿ by repeated squaring: multiplications only, so equal bits on every engine (Math.pow is not). */
function power(base: number, n: number): number {
  let result = 1;
  for (let rest = n, square = base; rest > 0; rest = Math.floor(rest / 2), square *= square) {
    if (rest % 2 === 1) result *= square;
  }
  return result;
}

/**
 * m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g²,
 * p ← p − rate/(1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + ε) (Kingma & Ba 2015, in PyTorch's order). All arrays: (count).
 */
export function adamStep({ floats: f }: Arena, args: KernelArguments<"adamStep">): void {
  const { params, grads, m, v, count, rate, beta1, beta2, epsilon, step } = args;
  const stepSize = rate / (1 - power(beta1, step));
  const rootScale = 1 / Math.sqrt(1 - power(beta2, step));
  for (let i = 0; i < count; i++) {
    const g = f[grads + i];
    const mi = beta1 * f[m + i] + (1 - beta1) * g;
    const vi = beta2 * f[v + i] + (1 - beta2) * g * g;
    f[m + i] = mi;
    f[v + i] = vi;
    f[params + i] -= (stepSize * mi) / (Math.sqrt(vi) * rootScale + epsilon);
  }
}
