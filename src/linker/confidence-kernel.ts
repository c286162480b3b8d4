/** The network of a calibration in kernel memory: how sure all links of a piece of text are, worked out together. */
import type { Address, Kernels } from "../math/kernels.js";
import { type Calibration, checkedFeatures, type ScoredLink, sigmoid } from "./calibration.js";

export class ConfidenceKernel {
  readonly #kernels: Kernels;
  readonly #calibration: Calibration;
  /** Weights (units, inputs) and constants (units) of the hidden layer. */
  #weights: Address | undefined;
  #constants: Address = 0;

  constructor(kernels: Kernels, calibration: Calibration) {
    this.#kernels = kernels;
    this.#calibration = calibration;
  }

  /** `confidenceOf` each, to some seven digits; 0 where there is no link. Nothing may be marked in the kernels' memory the first time. */
  of(links: readonly (ScoredLink | undefined)[]): Float64Array {
    const confidences = new Float64Array(links.length);
    const features = links.map((link) => link && checkedFeatures(this.#calibration, link));
    const rows = features.filter((x) => x !== undefined);
    if (rows.length === 0) return confidences;
    this.#weights ??= this.#layOut();
    const outputs = this.#outputs(rows);
    let row = 0;
    for (let i = 0; i < links.length; i++) if (features[i]) confidences[i] = sigmoid(outputs[row++]);
    return confidences;
  }

  #layOut(): Address {
    const kernels = this.#kernels;
    const { hidden, means } = this.#calibration;
    const weights = kernels.alloc(hidden.length * means.length);
    this.#constants = kernels.alloc(hidden.length);
    const { floats } = kernels;
    hidden.forEach((unit, j) => {
      floats.set(unit.slice(0, -1), weights + j * means.length);
      floats[this.#constants + j] = unit[means.length];
    });
    return weights;
  }

  /** Before the sigmoid. */
  #outputs(rows: number[][]): Float64Array {
    const kernels = this.#kernels;
    const { means, deviations, hidden, output } = this.#calibration;
    const [inputs, units] = [means.length, hidden.length];
    const mark = kernels.mark();
    const x = kernels.alloc(rows.length * inputs);
    const y = kernels.alloc(rows.length * units);
    const { floats } = kernels;
    for (let r = 0; r < rows.length; r++) {
      const features = rows[r];
      for (let f = 0; f < inputs; f++) floats[x + r * inputs + f] = (features[f] - means[f]) / deviations[f];
    }
    kernels.tanhLayer({
      y,
      x,
      w: this.#weights!,
      b: this.#constants,
      rows: rows.length,
      inputs,
      outputs: units,
    });
    const sums = new Float64Array(rows.length).fill(output[units]);
    for (let r = 0; r < rows.length; r++) {
      for (let j = 0; j < units; j++) sums[r] += output[j] * floats[y + r * units + j];
    }
    kernels.release(mark);
    return sums;
  }
}
