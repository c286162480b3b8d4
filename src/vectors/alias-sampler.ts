/** Draws from a discrete distribution in constant time (Walker's alias method, as Vose builds it). */
import type { Random } from "../math/random.js";

export class AliasSampler {
  #keep: Float64Array;
  #other: Int32Array;
  #size = 0;
  #small: Int32Array;

  /** Room for `capacity` outcomes; `reset` gives the weights, so that one sampler serves many distributions. */
  constructor(capacity = 64) {
    this.#keep = new Float64Array(capacity);
    this.#other = new Int32Array(capacity);
    this.#small = new Int32Array(capacity);
  }

  static of(weights: ArrayLike<number>): AliasSampler {
    const sampler = new AliasSampler(weights.length);
    sampler.reset(weights, weights.length);
    return sampler;
  }

  /** Outcome i < size has probability weights[i] / Σ weights; at least one weight must be above 0. */
  reset(weights: ArrayLike<number>, size: number): void {
    if (size > this.#keep.length) {
      this.#keep = new Float64Array(2 * size);
      this.#other = new Int32Array(2 * size);
      this.#small = new Int32Array(2 * size);
    }
    const keep = this.#keep;
    const other = this.#other;
    // Indices below the average from the front of one array, those above it from the back.
    const queue = this.#small;
    this.#size = size;
    let total = 0;
    for (let i = 0; i < size; i++) total += weights[i];
    let small = 0;
    let large = size;
    for (let i = 0; i < size; i++) {
      keep[i] = (weights[i] * size) / total;
      other[i] = i;
      if (keep[i] < 1) queue[small++] = i;
      else queue[--large] = i;
    }
    while (small > 0 && large < size) {
      const low = queue[--small];
      const high = queue[large];
      other[low] = high;
      keep[high] -= 1 - keep[low];
      if (keep[high] < 1) {
        large++;
        queue[small++] = high;
      }
    }
    // What rounding left over is exactly 1.
    while (small > 0) keep[queue[--small]] = 1;
    while (large < size) keep[queue[large++]] = 1;
  }

  draw(random: Random): number {
    const x = (random.uint32() / 4294967296) * this.#size;
    const i = Math.floor(x);
    return x - i < this.#keep[i] ? i : this.#other[i];
  }
}
