/** Training of entity and word vectors in plain TypeScript: the twins of assembly/embeddings.ts. */
import type { EmbeddingKernels } from "../embedding-kernels.js";
import type { Address } from "../kernels.js";
import type { Arena, Floats } from "../memory.js";

function dot(f: Floats, x: Address, y: Address, d: number): number {
  let sum = 0;
  for (let k = 0; k < d; k++) sum += f[x + k] * f[y + k];
  return sum;
}

function addScaled(f: Floats, y: Address, x: Address, a: number, d: number): void {
  for (let k = 0; k < d; k++) f[y + k] += a * f[x + k];
}

function marginSteps(
  f: Floats,
  ints: Int32Array,
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
): number {
  let violations = 0;
  for (let s = 0; s < steps; s++) {
    f.fill(0, gradient, gradient + d);
    let found = 0;
    for (let p = s * pairs; p < (s + 1) * pairs; p++) {
      const good = words + ints[positives + p] * d;
      const bar = dot(f, x, good, d) - margin;
      for (let c = p * choices; c < (p + 1) * choices; c++) {
        const bad = words + ints[negatives + c] * d;
        if (!(dot(f, x, bad, d) > bar)) continue;
        found++;
        addScaled(f, gradient, bad, 1, d);
        addScaled(f, gradient, good, -1, d);
      }
    }
    violations += found;
    if (found > 0) {
      // Along x itself a unit vector cannot move.
      addScaled(f, gradient, x, -dot(f, gradient, x, d), d);
      for (let k = 0; k < d; k++) {
        const g = f[gradient + k] / (pairs * choices);
        f[squares + k] += g * g;
        f[x + k] -= (rate * g) / (Math.sqrt(f[squares + k]) + 1e-10);
      }
      const square = dot(f, x, x, d);
      if (square > 0) for (let k = 0; k < d; k++) f[x + k] /= Math.sqrt(square);
    }
    addScaled(f, sum, x, 1, d);
  }
  return violations;
}

function skipGramSteps(
  f: Floats,
  ints: Int32Array,
  inputs: Address,
  outputs: Address,
  gradient: Address,
  centers: Address,
  targets: Address,
  pairs: number,
  choices: number,
  d: number,
  rate: number,
): void {
  for (let p = 0; p < pairs; p++) {
    const center = inputs + ints[centers + p] * d;
    f.fill(0, gradient, gradient + d);
    for (let c = 0; c < choices; c++) {
      const output = outputs + ints[targets + p * choices + c] * d;
      const probability = 1 / (1 + Math.exp(-dot(f, center, output, d)));
      const step = rate * ((c === 0 ? 1 : 0) - probability);
      addScaled(f, gradient, output, step, d);
      addScaled(f, output, center, step, d);
    }
    addScaled(f, center, gradient, 1, d);
  }
}

export function plainEmbeddingKernels(memory: Arena): EmbeddingKernels {
  return {
    marginSteps: (...args) => marginSteps(memory.floats, memory.ints, ...args),
    skipGramSteps: (...args) => skipGramSteps(memory.floats, memory.ints, ...args),
  };
}
