/** The published code's own numbers, reproduced: scores, weights, loss, every gradient, three steps of Adam. */
import { describe, expect, test } from "vitest";
import { createPlainKernels } from "../src/math/plain-kernels.js";
import { loadKernelsSync } from "../src/math/wasm-kernels-sync.js";
import { goldenDocument, goldenFiles, goldenModel } from "./golden-document.js";

/**
 * `bound`: largest difference as a share of the expected array's largest magnitude. `scale`: what stands for that magnitude
 * where the published array is zero but for rounding (below 1e-12).
 */
const builds = [
  { name: "plain float64", bound: 1e-8, scale: 1e-6, create: () => createPlainKernels(Float64Array) },
  { name: "SIMD", bound: 1e-4, scale: 1e-3, create: () => loadKernelsSync({ build: "simd" }) },
];

const ROUNDING = 1e-12;

/** Largest difference as a share of the expected array's largest magnitude. */
function difference(found: ArrayLike<number>, expected: number[], scale: number): number {
  expect(found.length).toBe(expected.length);
  const largest = expected.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const apart = expected.reduce((most, x, i) => Math.max(most, Math.abs(found[i] - x)), 0);
  return apart / (largest < ROUNDING ? scale : largest);
}

for (const build of builds) {
  const expectClose = (found: ArrayLike<number>, wanted: number[], what: string) =>
    expect(difference(found, wanted, build.scale), what).toBeLessThan(build.bound);

  describe.each(goldenFiles().map((g) => [g.name, g] as const))(`${build.name}: %s`, (_, golden) => {
    const { expected, variant } = golden;
    const { oracle } = variant;

    test("scores, relation weights and local scores", () => {
      const model = goldenModel(build.create(), golden);
      const { scores, trace } = model.predict(goldenDocument(golden), { oracle, trace: true });
      const untraced = model.predict(goldenDocument(golden), { oracle }).scores;
      for (const [i, own] of scores.entries()) {
        expectClose(
          untraced[i],
          expected.scores[i].slice(0, own.length),
          "scores of the way without history",
        );
        expectClose(own, expected.scores[i].slice(0, own.length), "scores");
        if (oracle) continue;
        const local = expected.local_scores![i].slice(0, own.length);
        expectClose(trace!.mentions[i].local, local, "local scores");
      }
      if (!expected.relation_weights) return;
      const [k, n] = expected.relation_weights.shape;
      const alpha = (q: number, i: number, j: number) => expected.relation_weights!.data[(q * n + i) * n + j];
      expect(trace!.pairs).toHaveLength((n * (n - 1)) / 2);
      for (const { left, right, alphaLeft, alphaRight } of trace!.pairs) {
        const each = Array.from({ length: k }, (_, q) => q);
        expectClose(
          alphaLeft,
          each.map((q) => alpha(q, left, right)),
          "weights",
        );
        expectClose(
          alphaRight,
          each.map((q) => alpha(q, right, left)),
          "weights",
        );
      }
    });

    test("loss and every gradient", () => {
      const model = goldenModel(build.create(), golden);
      const loss = model.computeGradients(goldenDocument(golden), { oracle });
      expect(Math.abs(loss - expected.loss) / expected.loss).toBeLessThan(build.bound);
      const { gradients } = model.trainingState;
      for (const { name, offset, size } of model.layout.parts) {
        const wanted = expected.gradients[name]?.data ?? new Array(size).fill(0);
        expectClose(gradients.subarray(offset, offset + size), wanted, name);
      }
    });
  });

  const withAdam = goldenFiles().filter((g) => g.expected.adam);
  describe.each(withAdam.map((g) => [g.name, g] as const))(`${build.name}: %s`, (_, golden) => {
    test("three steps of Adam", () => {
      const model = goldenModel(build.create(), golden);
      const { learning_rate, losses, parameters } = golden.expected.adam!;
      for (const wanted of losses) {
        const loss = model.trainStep(goldenDocument(golden), { rate: learning_rate });
        expect(Math.abs(loss - wanted) / wanted).toBeLessThan(build.bound);
      }
      for (const { name } of model.layout.parts) {
        expectClose(model.parameter(name), parameters[name].data, name);
      }
    });
  });
}
