/** The network of a calibration run by the kernels: how sure all links of a piece of text are, worked out together. */
import type { Kernels } from "../math/kernels.js";
import { type Calibration, checkedFeatures, type ScoredLink, sigmoid } from "./calibration.js";

export class ConfidenceKernel {
  readonly #kernels: Kernels;
  readonly #calibration: Calibration;
  /** Weights (units, inputs) of the hidden layer, then its constants (units). */
  #hidden: Float64Array | undefined;

  constructor(kernels: Kernels, calibration: Calibration) {
    this.#kernels = kernels;
    this.#calibration = calibration;
  }

  /** `confidenceOf` each, to some seven digits; 0 where there is no link. */
  of(links: readonly (ScoredLink | undefined)[]): Float64Array {
    const confidences = new Float64Array(links.length);
    const features = links.map((link) => link && checkedFeatures(this.#calibration, link));
    const rows = features.filter((x) => x !== undefined);
    if (rows.length === 0) return confidences;
    const outputs = this.#outputs(rows);
    let row = 0;
    for (let i = 0; i < links.length; i++) if (features[i]) confidences[i] = sigmoid(outputs[row++]);
    return confidences;
  }

  #layOut(): Float64Array {
    const { hidden } = this.#calibration;
    return Float64Array.from([
      ...hidden.flatMap((unit) => unit.slice(0, -1)),
      ...hidden.map((unit) => unit.at(-1)!),
    ]);
  }

  /** Before the sigmoid. */
  #outputs(rows: number[][]): Float64Array {
    const kernels = this.#kernels;
    const { means, deviations, hidden, output } = this.#calibration;
    const [inputs, units] = [means.length, hidden.length];
    const mark = kernels.mark();
    const x = kernels.alloc(rows.length * inputs);
    const y = kernels.alloc(rows.length * units);
    const w = kernels.alloc((inputs + 1) * units);
    const { floats } = kernels;
    floats.set((this.#hidden ??= this.#layOut()), w);
    for (let r = 0; r < rows.length; r++) {
      const features = rows[r];
      for (let f = 0; f < inputs; f++) floats[x + r * inputs + f] = (features[f] - means[f]) / deviations[f];
    }
    kernels.tanhLayer({
      y,
      x,
      w,
      b: w + inputs * units,
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
