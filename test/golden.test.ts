/** The published code's own numbers, reproduced: scores, weights, loss, every gradient, three steps of Adam. */
import { describe, expect, test } from "vitest";
import { createPlainKernels } from "../src/math/plain-kernels.js";
import { goldenDocument, goldenFiles, goldenModel } from "./golden-document.js";

const builds = [{ name: "plain float64", bound: 1e-8, create: () => createPlainKernels(Float64Array) }];

/** An array whose largest magnitude is below this is zero but for rounding. */
const NOTHING = 1e-6;

/** Largest difference as a share of the expected array's largest magnitude. */
function difference(found: ArrayLike<number>, expected: number[]): number {
  expect(found.length).toBe(expected.length);
  const largest = expected.reduce((most, x) => Math.max(most, Math.abs(x)), NOTHING);
  return expected.reduce((most, x, i) => Math.max(most, Math.abs(found[i] - x)), 0) / largest;
}

for (const build of builds) {
  describe.each(goldenFiles().map((g) => [g.name, g] as const))(`${build.name}: %s`, (_, golden) => {
    const { expected, variant } = golden;
    const { oracle } = variant;

    test("scores, relation weights and local scores", () => {
      const model = goldenModel(build.create(), golden);
      const { scores, trace } = model.predict(goldenDocument(golden), { oracle, trace: true });
      for (const [i, own] of scores.entries()) {
        expect(difference(own, expected.scores[i].slice(0, own.length))).toBeLessThan(build.bound);
        if (oracle) continue;
        const local = expected.local_scores![i].slice(0, own.length);
        expect(difference(trace!.mentions[i].local, local)).toBeLessThan(build.bound);
      }
      if (!expected.relation_weights) return;
      const [k, n] = expected.relation_weights.shape;
      const alpha = (q: number, i: number, j: number) => expected.relation_weights!.data[(q * n + i) * n + j];
      expect(trace!.pairs).toHaveLength((n * (n - 1)) / 2);
      for (const { left, right, alphaLeft, alphaRight } of trace!.pairs) {
        const each = Array.from({ length: k }, (_, q) => q);
        expect(
          difference(
            alphaLeft,
            each.map((q) => alpha(q, left, right)),
          ),
        ).toBeLessThan(build.bound);
        expect(
          difference(
            alphaRight,
            each.map((q) => alpha(q, right, left)),
          ),
        ).toBeLessThan(build.bound);
      }
    });

    test("loss and every gradient", () => {
      const model = goldenModel(build.create(), golden);
      const loss = model.computeGradients(goldenDocument(golden), { oracle });
      expect(Math.abs(loss - expected.loss) / expected.loss).toBeLessThan(build.bound);
      const { gradients } = model.trainingState;
      for (const { name, offset, size } of model.layout.parts) {
        const wanted = expected.gradients[name]?.data ?? new Array(size).fill(0);
        expect(difference(gradients.subarray(offset, offset + size), wanted), name).toBeLessThan(build.bound);
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
        expect(difference(model.parameter(name), parameters[name].data), name).toBeLessThan(build.bound);
      }
    });
  });
}
