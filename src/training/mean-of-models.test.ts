import { expect, test } from "vitest";
import { createConfig } from "../model/config.js";
import type { StoredModel } from "../model/model-format.js";
import { meanOfModels } from "./mean-of-models.js";

const model = (values: number[], dims = 2): StoredModel => ({
  config: createConfig({ dims }),
  origin: { seed: values[0] },
  tensors: new Map([["A", { type: "F32", shape: [values.length], data: Float32Array.from(values) }]]),
});

test("every weight is the mean of the models' weights, the origin that of the first", () => {
  const mean = meanOfModels([model([1, 2]), model([2, 4]), model([6, 0])]);
  expect([...(mean.tensors.get("A")!.data as Float32Array)]).toEqual([3, 2]);
  expect(mean.origin.seed).toBe(1);
});

test("models of different settings are refused", () => {
  expect(() => meanOfModels([model([1]), model([1], 3)])).toThrow(/different settings have no mean/);
});
