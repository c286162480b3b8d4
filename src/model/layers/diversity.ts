/**
 * The regulariser that keeps relations apart (docs/model.md, section 7): −λ Σ_{k ≠ k'} dist(x_k, x_k') of the unit vectors of R, and
 * the same of D.
 */
import type { LayerContext, ParameterName } from "./layer.js";

/** Inside the root, and the distance from which on a pair no longer counts (published code). */
const PUBLISHED_INSIDE_ROOT = 1e-5;
const PUBLISHED_FAR_ENOUGH = 1;
/** Keeps the gradient of the paper's plain distance finite for equal vectors. */
const INSIDE_ROOT = 1e-12;

/** Returns the term for vectors x (K, d), the parameter `name`, and adds its gradient. Both orders of a pair count. */
export function diversity(layer: LayerContext, name: ParameterName): number {
  const { kernels, config, parameter, gradient } = layer;
  const { relations: count, dims: d, diversity: lambda, asPublished } = config;
  if (lambda === 0) return 0;
  const { floats } = kernels;
  const at = parameter(name);
  const { unit, lengths } = unitVectors(floats.subarray(at, at + count * d), d);
  const dunit = new Float64Array(count * d);
  const total = sumDistances(unit, dunit, d, asPublished);
  const dat = gradient(name);
  for (let k = 0; k < count; k++) {
    let along = 0;
    for (let l = 0; l < d; l++) along += dunit[k * d + l] * unit[k * d + l];
    for (let l = 0; l < d; l++) {
      floats[dat + k * d + l] += (-lambda * (dunit[k * d + l] - along * unit[k * d + l])) / lengths[k];
    }
  }
  return -lambda * total;
}

function unitVectors(x: Float32Array | Float64Array, d: number) {
  const lengths = new Float64Array(x.length / d);
  const unit = new Float64Array(x.length);
  for (let k = 0; k < lengths.length; k++) {
    let sum = 0;
    for (let l = 0; l < d; l++) sum += x[k * d + l] ** 2;
    lengths[k] = Math.sqrt(sum) || 1;
    for (let l = 0; l < d; l++) unit[k * d + l] = x[k * d + l] / lengths[k];
  }
  return { unit, lengths };
}

/** Σ of the distances of unit (count, d); adds the gradient into dunit. */
function sumDistances(unit: Float64Array, dunit: Float64Array, d: number, asPublished: boolean): number {
  const count = unit.length / d;
  const inside = asPublished ? PUBLISHED_INSIDE_ROOT : INSIDE_ROOT;
  // the published code also counts each vector against itself: a constant
  let total = asPublished ? count * Math.sqrt(inside) : 0;
  for (let k = 0; k < count; k++) {
    for (let j = 0; j < count; j++) {
      if (j === k) continue;
      let sum = inside;
      for (let l = 0; l < d; l++) sum += (unit[k * d + l] - unit[j * d + l]) ** 2;
      const distance = Math.sqrt(sum);
      if (asPublished && distance >= PUBLISHED_FAR_ENOUGH) continue;
      total += distance;
      for (let l = 0; l < d; l++) {
        const gradient = (unit[k * d + l] - unit[j * d + l]) / distance;
        dunit[k * d + l] += gradient;
        dunit[j * d + l] -= gradient;
      }
    }
  }
  return total;
}
