/** The mean of several models' weights: of runs that started alike it is as good as all of them together, and hangs on no seed. */
import { LinkingError } from "../errors.js";
import type { StoredModel } from "../model/model-format.js";
import type { Tensor } from "../vectors/safetensors.js";

/** Origin of the first; the models must be of one configuration. */
export function meanOfModels(models: StoredModel[]): StoredModel {
  const [first, ...others] = models;
  const config = JSON.stringify(first.config);
  if (others.some((model) => JSON.stringify(model.config) !== config)) {
    throw new LinkingError(
      "mismatch",
      "Models of different settings have no mean; train them with the same settings.",
    );
  }
  const tensors = new Map<string, Tensor>();
  for (const [name, { type, shape, data }] of first.tensors) {
    const sum = Float64Array.from(data as Float32Array);
    for (const { tensors: more } of others) {
      const values = more.get(name)!.data as Float32Array;
      for (let i = 0; i < sum.length; i++) sum[i] += values[i];
    }
    tensors.set(name, { type, shape, data: Float32Array.from(sum, (value) => value / models.length) });
  }
  return { ...first, tensors };
}
