/** The regulariser that keeps relations apart (spec section 7): −λ Σ_{k ≠ k'} dist(x_k, x_k') of the unit vectors. */

type Floats = Float32Array | Float64Array;

/** Inside the root, and the distance from which on a pair no longer counts (published code). */
const PUBLISHED_INSIDE_ROOT = 1e-5;
const PUBLISHED_FAR_ENOUGH = 1;
/** Keeps the gradient of the paper's plain distance finite for equal vectors. */
const INSIDE_ROOT = 1e-12;

/** Returns the term for vectors x (count, d) and adds its gradient into dx. Both orders of a pair count. */
export function diversity(
  x: Floats,
  at: number,
  dx: Floats,
  dat: number,
  count: number,
  d: number,
  lambda: number,
  asPublished: boolean,
): number {
  if (lambda === 0) return 0;
  const lengths = new Float64Array(count);
  const unit = new Float64Array(count * d);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let l = 0; l < d; l++) sum += x[at + k * d + l] ** 2;
    lengths[k] = Math.sqrt(sum) || 1;
    for (let l = 0; l < d; l++) unit[k * d + l] = x[at + k * d + l] / lengths[k];
  }
  const inside = asPublished ? PUBLISHED_INSIDE_ROOT : INSIDE_ROOT;
  const dunit = new Float64Array(count * d);
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
  for (let k = 0; k < count; k++) {
    let along = 0;
    for (let l = 0; l < d; l++) along += dunit[k * d + l] * unit[k * d + l];
    for (let l = 0; l < d; l++) {
      dx[dat + k * d + l] += (-lambda * (dunit[k * d + l] - along * unit[k * d + l])) / lengths[k];
    }
  }
  return -lambda * total;
}
