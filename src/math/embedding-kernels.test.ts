import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builds, expectTwinsAgree, seed } from "../../test/kernel-twins.js";
import type { Address, Kernels } from "./kernels.js";
import type { Random } from "./random.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

const ROWS = 12;

function drawRows(k: Kernels, at: Address, count: number, random: Random): void {
  for (let i = 0; i < count; i++) k.ints[at + i] = random.below(ROWS);
}

describe("embedding kernels", () => {
  it("marginSteps agrees in every build over several steps", () => {
    const shape = fc.record({
      d: fc.integer({ min: 1, max: 21 }),
      pairs: fc.nat(5),
      choices: fc.nat(4),
      steps: fc.nat(3),
    });
    fc.assert(
      fc.property(shape, seed, ({ d, pairs, choices, steps }, s) => {
        const [x, squares, gradient, sum, words] = [0, d, 2 * d, 3 * d, 4 * d];
        const positives = words + ROWS * d;
        const negatives = positives + steps * pairs;
        const length = negatives + steps * pairs * choices;
        expectTwinsAgree({
          length,
          seed: s,
          tolerance: 2e-3,
          prepare(k, at, random) {
            drawRows(k, at + positives, length - positives, random);
            for (let i = 0; i < d; i++) k.floats[at + squares + i] = 1 + k.floats[at + squares + i] ** 2;
          },
          run(k, at) {
            const a = (address: Address) => at + address;
            k.marginSteps({
              x: a(x),
              squares: a(squares),
              gradient: a(gradient),
              sum: a(sum),
              words: a(words),
              positives: a(positives),
              negatives: a(negatives),
              steps,
              pairs,
              choices,
              d,
              margin: 0.05,
              rate: 0.1,
            });
            k.ints.fill(0, at + positives, at + length);
            k.floats.fill(0, at + positives, at + length);
            k.floats.fill(0, at + gradient, at + gradient + d);
          },
        });
      }),
      { numRuns: 100 },
    );
  });

  it("a step of marginSteps moves x towards the positive word and leaves it at length 1", () => {
    for (const build of builds) {
      const k = loadKernelsSync({ build });
      const [x, squares, gradient, sum] = [0, 0, 0, 0].map(() => k.allocZero(2));
      const words = k.alloc(4);
      const [positives, negatives] = [k.alloc(1), k.alloc(1)];
      k.floats.set([1, 0, 0, 1], words);
      k.floats.set([Math.SQRT1_2, Math.SQRT1_2], x);
      k.ints[positives] = 1;
      k.ints[negatives] = 0;
      const run = () =>
        k.marginSteps({
          x,
          squares,
          gradient,
          sum,
          words,
          positives,
          negatives,
          steps: 1,
          pairs: 1,
          choices: 1,
          d: 2,
          margin: 0.1,
          rate: 0.3,
        });
      expect(run()).toBe(1);
      expect(k.floats[x + 1]).toBeGreaterThan(k.floats[x]);
      expect(Math.hypot(k.floats[x], k.floats[x + 1])).toBeCloseTo(1, 6);
      expect(run()).toBe(0);
      expect(k.floats[sum]).toBeCloseTo(2 * k.floats[x], 5);
    }
  });

  it("skipGramSteps agrees in every build", () => {
    const shape = fc.record({ d: fc.integer({ min: 1, max: 21 }), pairs: fc.nat(6), choices: fc.nat(4) });
    fc.assert(
      fc.property(shape, seed, ({ d, pairs, choices }, s) => {
        const [gradient, inputs, outputs] = [0, d, d + ROWS * d];
        const centers = outputs + ROWS * d;
        const targets = centers + pairs;
        const length = targets + pairs * choices;
        expectTwinsAgree({
          length,
          seed: s,
          tolerance: 1e-5,
          prepare: (k, at, random) => drawRows(k, at + centers, length - centers, random),
          run(k, at) {
            k.skipGramSteps({
              inputs: at + inputs,
              outputs: at + outputs,
              gradient: at + gradient,
              centers: at + centers,
              targets: at + targets,
              pairs,
              choices,
              d,
              rate: 0.05,
            });
            k.ints.fill(0, at + centers, at + length);
            k.floats.fill(0, at + centers, at + length);
          },
        });
      }),
      { numRuns: 100 },
    );
  });

  it("row numbers outside the table are refused before anything is written", () => {
    const k = loadKernelsSync();
    const a = k.allocZero(64);
    k.ints[a + 60] = -1;
    expect(() =>
      k.skipGramSteps({
        inputs: a,
        outputs: a,
        gradient: a + 40,
        centers: a + 60,
        targets: a + 61,
        pairs: 1,
        choices: 1,
        d: 4,
        rate: 0.1,
      }),
    ).toThrow(/row number -1/);
    expect(() =>
      k.marginSteps({
        x: a,
        squares: a,
        gradient: a,
        sum: a,
        words: a,
        positives: a + 60,
        negatives: a + 61,
        steps: 1,
        pairs: 1,
        choices: 1,
        d: 4,
        margin: 0.1,
        rate: 0.1,
      }),
    ).toThrow(/row number -1/);
  });
});
