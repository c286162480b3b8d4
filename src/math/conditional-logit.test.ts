import { describe, expect, test } from "vitest";
import { fitConditionalLogit, softmaxInPlace } from "./conditional-logit.js";
import { Random } from "./random.js";

describe("fitConditionalLogit", () => {
  test("finds the weights that choices were drawn with", () => {
    const random = new Random(7);
    const truth = [2, -1, 0];
    const examples = Array.from({ length: 4000 }, () => {
      const choices = Array.from({ length: 4 }, () =>
        Float64Array.from({ length: 3 }, () => random.uniform() * 2 - 1),
      );
      const p = softmaxInPlace(Float64Array.from(choices, (x) => x[0] * truth[0] + x[1] * truth[1]));
      let left = random.uniform();
      const chosen = p.findIndex((share) => (left -= share) < 0);
      return { choices, isRight: choices.map((_, i) => i === chosen) };
    });
    const weights = fitConditionalLogit(examples, new Float64Array(3), 0.01);
    for (const [k, wanted] of truth.entries()) expect(Math.abs(weights[k] - wanted)).toBeLessThan(0.2);
  });

  test("does not overshoot where a start is far off, and stays there without examples", () => {
    const choices = [Float64Array.of(0), Float64Array.of(2)];
    const examples = Array.from({ length: 20 }, () => ({ choices, isRight: [false, true] }));
    const start = Float64Array.of(-8);
    expect(fitConditionalLogit(examples, start, 1)[0]).toBeGreaterThan(0);
    expect(fitConditionalLogit([], start, 1)).toEqual(start);
  });
});
