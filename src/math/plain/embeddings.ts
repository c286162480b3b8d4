/** Training of entity and word vectors in plain TypeScript: the twins of assembly/embeddings.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import type { Arena } from "../memory.js";
import { addTo, dotOf } from "./steps.js";

export function marginSteps({ floats: f, ints }: Arena, args: KernelArguments<"marginSteps">): number {
  const { x, squares, gradient, sum, words, positives, negatives, steps, pairs, choices, d, margin, rate } =
    args;
  let violations = 0;
  for (let s = 0; s < steps; s++) {
    f.fill(0, gradient, gradient + d);
    let found = 0;
    for (let p = s * pairs; p < (s + 1) * pairs; p++) {
      const good = words + ints[positives + p] * d;
      const bar = dotOf(f, x, good, d) - margin;
      for (let c = p * choices; c < (p + 1) * choices; c++) {
        const bad = words + ints[negatives + c] * d;
        if (!(dotOf(f, x, bad, d) > bar)) continue;
        found++;
        addTo(f, gradient, bad, 1, d);
        addTo(f, gradient, good, -1, d);
      }
    }
    violations += found;
    if (found > 0) {
      // Along x itself a unit vector cannot move.
      addTo(f, gradient, x, -dotOf(f, gradient, x, d), d);
      for (let k = 0; k < d; k++) {
        const g = f[gradient + k] / (pairs * choices);
        f[squares + k] += g * g;
        f[x + k] -= (rate * g) / (Math.sqrt(f[squares + k]) + 1e-10);
      }
      const square = dotOf(f, x, x, d);
      if (square > 0) for (let k = 0; k < d; k++) f[x + k] /= Math.sqrt(square);
    }
    addTo(f, sum, x, 1, d);
  }
  return violations;
}

export function skipGramSteps({ floats: f, ints }: Arena, args: KernelArguments<"skipGramSteps">): void {
  const { inputs, outputs, gradient, centers, targets, pairs, choices, d, rate } = args;
  for (let p = 0; p < pairs; p++) {
    const center = inputs + ints[centers + p] * d;
    f.fill(0, gradient, gradient + d);
    for (let c = 0; c < choices; c++) {
      const output = outputs + ints[targets + p * choices + c] * d;
      const probability = 1 / (1 + Math.exp(-dotOf(f, center, output, d)));
      const step = rate * ((c === 0 ? 1 : 0) - probability);
      addTo(f, gradient, output, step, d);
      addTo(f, output, center, step, d);
    }
    addTo(f, center, gradient, 1, d);
  }
}
