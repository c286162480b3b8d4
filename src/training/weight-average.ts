/** A running average of weights over training steps: steadier than the weights of any one step. */

type Floats = Float32Array | Float64Array;

/**
 * average ← d·average + (1 − d)·weights with d = min(decay, (1 + t) / (10 + t)) at step t, so that start values are
 * forgotten quickly.
 */
export class WeightAverage {
  readonly values: Float64Array;
  readonly #decay: number;
  steps: number;

  constructor(decay: number, start: Floats, steps = 0) {
    this.#decay = decay;
    this.values = Float64Array.from(start);
    this.steps = steps;
  }

  add(weights: Floats): void {
    const decay = Math.min(this.#decay, (1 + this.steps) / (10 + this.steps));
    const { values } = this;
    for (let i = 0; i < values.length; i++) values[i] += (1 - decay) * (weights[i] - values[i]);
    this.steps++;
  }
}
