import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builds, expectTwinsAgree, seed, size } from "../../test/kernel-twins.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

describe("training kernels", () => {
  it("marginLoss agrees in every build, for golds that are there and golds that are not", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -1, max: 8 })), { maxLength: 12 }),
        seed,
        (mentions, s) => {
          const n = mentions.length;
          const total = mentions.reduce((sum, [count]) => sum + count, 0);
          const [starts, counts, golds, weights, scores] = [0, n, 2 * n, 3 * n, 4 * n];
          const dscores = scores + total;
          expectTwinsAgree({
            length: dscores + total,
            seed: s,
            tolerance: 1e-5,
            prepare(k, at) {
              let start = 0;
              mentions.forEach(([count, gold], i) => {
                k.ints[at + starts + i] = start;
                k.ints[at + counts + i] = count;
                k.ints[at + golds + i] = gold < count ? gold : -1;
                start += count;
              });
            },
            run(k, at) {
              const loss = k.marginLoss({
                dscores: at + dscores,
                scores: at + scores,
                starts: at + starts,
                counts: at + counts,
                golds: at + golds,
                weights: at + weights,
                mentions: n,
                margin: 0.25,
              });
              k.ints.fill(0, at, at + 3 * n);
              k.floats.fill(0, at, at + 3 * n);
              return loss;
            },
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it("marginLoss is the sum of the violations, its gradient ±weight", () => {
    for (const build of builds) {
      const k = loadKernelsSync({ build });
      const [starts, counts, golds] = [0, 0, 0].map(() => k.alloc(1));
      const weights = k.alloc(1);
      const scores = k.alloc(3);
      const dscores = k.allocZero(3);
      k.ints[starts] = 0;
      k.ints[counts] = 3;
      k.ints[golds] = 1;
      k.floats[weights] = 0.5;
      k.floats.set([0.5, 1, 1.25], scores);
      expect(
        k.marginLoss({ dscores, scores, starts, counts, golds, weights, mentions: 1, margin: 0.25 }),
      ).toBe(0.25);
      expect([...k.floats.subarray(dscores, dscores + 3)]).toEqual([0, -0.5, 0.5]);
    }
  });

  it("adamStep agrees in every build over several steps", () => {
    fc.assert(
      fc.property(size, fc.constantFrom(1, 2, 10, 100_000), seed, (count, step, s) => {
        const [params, grads, m, v] = [0, count, 2 * count, 3 * count];
        expectTwinsAgree({
          length: 4 * count,
          seed: s,
          tolerance: 1e-5,
          prepare(k, at) {
            for (let i = 0; i < count; i++) k.floats[at + v + i] = k.floats[at + v + i] ** 2;
          },
          run(k, at) {
            for (let t = step; t < step + 3; t++) {
              k.adamStep({
                params: at + params,
                grads: at + grads,
                m: at + m,
                v: at + v,
                count,
                rate: 1e-3,
                beta1: 0.9,
                beta2: 0.999,
                epsilon: 1e-8,
                step: t,
              });
            }
          },
        });
      }),
      { numRuns: 200 },
    );
  });

  it("Adam's first step moves each parameter by the rate against its gradient's sign", () => {
    for (const build of builds) {
      const k = loadKernelsSync({ build });
      const [params, grads, m, v] = [0, 0, 0, 0].map(() => k.allocZero(5));
      k.floats.set([3, -2, 0, 1e-3, -1e3], grads);
      k.adamStep({
        params,
        grads,
        m,
        v,
        count: 5,
        rate: 0.01,
        beta1: 0.9,
        beta2: 0.999,
        epsilon: 1e-8,
        step: 1,
      });
      [-0.01, 0.01, 0, -0.01, 0.01].forEach((wanted, i) => {
        expect(k.floats[params + i]).toBeCloseTo(wanted, 6);
      });
    }
  });
});

describe("Adam's means in float32", () => {
  it.each(builds.filter((build) => build.endsWith("simd")))(
    "end at 0, not at a subnormal number (%s)",
    (build) => {
      const k = loadKernelsSync({ build });
      const [params, grads, m, v] = [0, 0, 0, 0].map(() => k.allocZero(5));
      k.fill(m, 1.2e-38, 5);
      k.fill(v, 1.2e-38, 5);
      for (let step = 1; step <= 64; step++)
        k.adamStep({
          params,
          grads,
          m,
          v,
          count: 5,
          rate: 0.01,
          beta1: 0.9,
          beta2: 0.999,
          epsilon: 1e-8,
          step,
        });
      expect([...k.floats.subarray(m, m + 5), ...k.floats.subarray(v, v + 5)]).toEqual(new Array(10).fill(0));
    },
  );

  it.each(builds)("keep a NaN in sight (%s)", (build) => {
    const k = loadKernelsSync({ build });
    const [params, grads, m, v] = [0, 0, 0, 0].map(() => k.allocZero(5));
    k.fill(grads, Number.NaN, 5);
    k.adamStep({
      params,
      grads,
      m,
      v,
      count: 5,
      rate: 0.01,
      beta1: 0.9,
      beta2: 0.999,
      epsilon: 1e-8,
      step: 1,
    });
    for (const array of [params, m, v]) expect(k.allFinite(array, 5)).toBe(false);
  });
});

describe("table kernels", () => {
  it("decodeInt8Rows agrees in every build for all bytes", () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 9 }), size, seed, (count, tableRows, d, s) => {
        const rows = 0;
        const scales = count;
        const table = scales + tableRows;
        const tableElements = Math.ceil((tableRows * d) / 4) + 1;
        const out = table + tableElements;
        expectTwinsAgree({
          length: out + count * d,
          seed: s,
          tolerance: 1e-6,
          prepare(k, at, random) {
            for (let r = 0; r < count; r++) k.ints[at + rows + r] = random.below(tableRows);
            for (let b = 0; b < tableRows * d; b++) k.bytes[4 * (at + table) + b] = random.below(256);
          },
          run(k, at) {
            k.decodeInt8Rows({
              out: at + out,
              table: at + table,
              scales: at + scales,
              rows: at + rows,
              count,
              d,
            });
            for (const [from, length] of [
              [rows, count],
              [table, tableElements],
            ]) {
              k.floats.fill(0, at + from, at + from + length);
            }
          },
        });
      }),
      { numRuns: 200 },
    );
  });

  it("decodePieces agrees for pieces of every width", () => {
    const shape = fc.oneof(
      fc.constantFrom([25, 100], [50, 100], [20, 100], [7, 14], [3, 12], [2, 10]),
      fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 9, max: 40 })),
    );
    fc.assert(
      fc.property(shape, seed, ([pieces, d], s) => {
        const numbers = 16;
        const out = numbers + 256 * d;
        expectTwinsAgree({
          length: out + d,
          seed: s,
          tolerance: 1e-6,
          prepare(k, at, random) {
            for (let p = 0; p < pieces; p++) k.bytes[4 * at + p] = random.below(256);
          },
          run(k, at) {
            k.decodePieces({ out: at + out, codes: at, numbers: at + numbers, pieces, d, length: 0.7 });
            k.floats.fill(0, at, at + numbers);
          },
        });
      }),
      { numRuns: 60 },
    );
  });

  it("decodeFloat16Rows gives the exact number of every half float there is", () => {
    const d = 65_536;
    expectTwinsAgree({
      length: 1 + d / 2 + d,
      seed: 1,
      tolerance: 0,
      prepare(k, at) {
        k.ints[at] = 0;
        for (let h = 0; h < d; h++) {
          k.bytes[4 * (at + 1) + 2 * h] = h & 255;
          k.bytes[4 * (at + 1) + 2 * h + 1] = h >> 8;
        }
      },
      run(k, at) {
        k.decodeFloat16Rows({ out: at + 1 + d / 2, table: at + 1, rows: at, count: 1, d });
        k.floats.fill(0, at, at + 1 + d / 2);
      },
    });
    const k = loadKernelsSync();
    const [rows, table, out] = [k.allocZero(1), k.allocZero(2), k.alloc(3)];
    k.bytes.set([0x00, 0x3c, 0xff, 0x7b, 0x01, 0x80], 4 * table);
    k.decodeFloat16Rows({ out, table, rows, count: 1, d: 3 });
    expect([...k.floats.subarray(out, out + 3)]).toEqual([1, 65504, -(2 ** -24)]);
  });

  it("decodeFloat16Rows agrees for rows of any length", () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 9 }), size, seed, (count, tableRows, d, s) => {
        const tableElements = Math.ceil((tableRows * d) / 2) + 1;
        const out = count + tableElements;
        expectTwinsAgree({
          length: out + count * d,
          seed: s,
          tolerance: 0,
          prepare(k, at, random) {
            for (let r = 0; r < count; r++) k.ints[at + r] = random.below(tableRows);
            for (let b = 0; b < tableRows * d * 2; b++) k.bytes[4 * (at + count) + b] = random.below(256);
          },
          run(k, at) {
            k.decodeFloat16Rows({ out: at + out, table: at + count, rows: at, count, d });
            k.floats.fill(0, at, at + out);
          },
        });
      }),
      { numRuns: 200 },
    );
  });
});
