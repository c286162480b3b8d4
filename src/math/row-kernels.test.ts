import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builds, expectTwinsAgree, gap, seed, size } from "../../test/kernel-twins.js";
import { NONE } from "./kernels.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

const runs = { numRuns: 200 };

describe("row kernels agree with their plain float64 twins", () => {
  it("softmaxRows, into another array and in place", () => {
    fc.assert(
      fc.property(size, size, gap, gap, fc.boolean(), seed, (rows, cols, gy, gx, inPlace, s) => {
        const ldx = cols + gx;
        const ldy = inPlace ? ldx : cols + gy;
        const x = inPlace ? 0 : rows * ldy;
        expectTwinsAgree({
          length: x + rows * ldx,
          seed: s,
          scale: 20,
          tolerance: 2e-6,
          run: (k, at) => k.softmaxRows({ y: at, ldy, x: at + x, ldx, rows, cols }),
        });
      }),
      runs,
    );
  });

  it("softmaxRows on masked numbers of −1e10, a far spread and minus infinity", () => {
    for (const values of [
      [-1e10, 3, -1e10],
      [-1e10, -1e10],
      [-100, 100, 0, 5, 6],
      [-Infinity, 1, 2, 3, 4],
    ]) {
      expectTwinsAgree({
        length: values.length,
        seed: 1,
        tolerance: 1e-6,
        prepare: (k, at) => k.floats.set(values, at),
        run: (k, at) =>
          k.softmaxRows({
            y: at,
            ldy: values.length,
            x: at,
            ldx: values.length,
            rows: 1,
            cols: values.length,
          }),
      });
    }
  });

  it("softmaxRowsBackward", () => {
    fc.assert(
      fc.property(size, size, fc.tuple(gap, gap, gap), seed, (rows, cols, gaps, s) => {
        const [lddx, ldy, lddy] = gaps.map((g) => cols + g);
        const y = rows * lddx;
        const dy = y + rows * ldy;
        expectTwinsAgree({
          length: dy + rows * lddy,
          seed: s,
          tolerance: 1e-5,
          run: (k, at) =>
            k.softmaxRowsBackward({ dx: at, lddx, y: at + y, ldy, dy: at + dy, lddy, rows, cols }),
        });
      }),
      runs,
    );
  });

  it("tanhLayer and tanhLayerBackward, with and without dx", () => {
    fc.assert(
      fc.property(size, size, size, fc.boolean(), seed, (rows, inputs, outputs, withDx, s) => {
        const x = rows * outputs;
        const w = x + rows * inputs;
        const b = w + outputs * inputs;
        const dx = b + outputs;
        const dw = dx + rows * inputs;
        const db = dw + outputs * inputs;
        const dy = db + outputs;
        expectTwinsAgree({
          length: dy + rows * outputs,
          seed: s,
          tolerance: 2e-5,
          run(k, at) {
            k.tanhLayer({ y: at, x: at + x, w: at + w, b: at + b, rows, inputs, outputs });
            k.tanhLayerBackward({
              dx: withDx ? at + dx : NONE,
              dw: at + dw,
              db: at + db,
              dy: at + dy,
              y: at,
              x: at + x,
              w: at + w,
              rows,
              inputs,
              outputs,
            });
          },
        });
      }),
      runs,
    );
  });

  it("gatherRows and scatterAddRows, with rows that repeat", () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 12 }), size, seed, (count, tableRows, d, s) => {
        const rows = 0;
        const table = count;
        const out = table + tableRows * d;
        expectTwinsAgree({
          length: out + count * d,
          seed: s,
          tolerance: 1e-5,
          prepare(k, at, random) {
            for (let r = 0; r < count; r++) k.ints[at + rows + r] = random.below(tableRows);
          },
          run(k, at) {
            k.gatherRows({ out: at + out, table: at + table, rows: at + rows, count, d });
            k.scatterAddRows({ table: at + table, rows: at + rows, x: at + out, count, d });
            k.ints.fill(0, at, at + count);
            k.floats.fill(0, at, at + count);
          },
        });
      }),
      runs,
    );
  });

  it("weightedRowSum and its backward, with and without dx", () => {
    fc.assert(
      fc.property(
        size,
        size,
        gap,
        fc.boolean(),
        fc.boolean(),
        seed,
        (rows, cols, g, accumulate, withDx, s) => {
          const ldx = cols + g;
          const x = cols;
          const weights = x + rows * ldx;
          const dweights = weights + rows;
          const dx = dweights + rows;
          expectTwinsAgree({
            length: dx + rows * ldx,
            seed: s,
            tolerance: 2e-5,
            run(k, at) {
              k.weightedRowSum({ out: at, x: at + x, ldx, weights: at + weights, rows, cols, accumulate });
              const to = withDx ? at + dx : NONE;
              k.weightedRowSumBackward({
                dweights: at + dweights,
                dx: to,
                lddx: ldx,
                dout: at,
                x: at + x,
                ldx,
                weights: at + weights,
                rows,
                cols,
              });
            },
          });
        },
      ),
      runs,
    );
  });

  it("scaleColumns and columnProductSums", () => {
    fc.assert(
      fc.property(size, size, gap, gap, fc.boolean(), seed, (rows, cols, go, gx, accumulate, s) => {
        const ldo = cols + go;
        const ldx = cols + gx;
        const x = rows * ldo;
        const scale = x + rows * ldx;
        expectTwinsAgree({
          length: scale + cols,
          seed: s,
          tolerance: 1e-5,
          run(k, at) {
            k.scaleColumns({ out: at, ldo, x: at + x, ldx, scale: at + scale, rows, cols, accumulate });
            k.columnProductSums({
              out: at + scale,
              x: at,
              ldx: ldo,
              y: at + x,
              ldy: ldx,
              factor: 0.5,
              rows,
              cols,
            });
          },
        });
      }),
      runs,
    );
  });

  it("fill, copy (also onto itself, shifted), addScaled and dot", () => {
    fc.assert(
      fc.property(size, seed, (count, s) => {
        expectTwinsAgree({
          length: 3 * count + 2,
          seed: s,
          tolerance: 1e-5,
          run(k, at) {
            k.addScaled(at, at + count, 0.75, count);
            k.copy(at + 1, at, count);
            k.copy(at, at + 1, count);
            const product = k.dot(at, at + count, count);
            k.fill(at + 2 * count, -2.5, count);
            return product;
          },
        });
      }),
      runs,
    );
  });

  it("dot over a long vector", () => {
    expectTwinsAgree({ length: 2006, seed: 3, tolerance: 1e-4, run: (k, at) => k.dot(at, at + 1003, 1003) });
  });

  it("allFinite finds a NaN or an infinity in any place", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), seed, (count, where, s) => {
        for (const value of [Number.NaN, Infinity, -Infinity, 3e38]) {
          expectTwinsAgree({
            length: count,
            seed: s,
            tolerance: 0,
            prepare: (k, at) => void (k.floats[at + (where % count)] = Math.fround(value)),
            run(k, at) {
              expect(k.allFinite(at, count)).toBe(value === 3e38);
              k.fill(at, 0, count);
            },
          });
        }
      }),
      runs,
    );
  });
});

describe("dropout", () => {
  it("keeps the same places in every build and scales what it keeps", () => {
    fc.assert(
      fc.property(size, fc.constantFrom(0, 0.1, 0.3, 0.5, 0.999), fc.maxSafeInteger(), (count, rate, s) => {
        expectTwinsAgree({
          length: 2 * count,
          seed: 1,
          tolerance: 1e-6,
          run: (k, at) => k.dropout({ y: at, x: at + count, count, rate, seed: s }),
        });
      }),
      runs,
    );
  });

  it("drops the share it is told to, differently for different seeds", () => {
    for (const build of builds) {
      const k = loadKernelsSync({ build });
      const count = 100_000;
      const x = k.alloc(count);
      const y = k.alloc(count);
      const z = k.alloc(count);
      k.fill(x, 1, count);
      k.dropout({ y, x, count, rate: 0.3, seed: 7 });
      k.dropout({ y: z, x, count, rate: 0.3, seed: 8 });
      let dropped = 0;
      let both = 0;
      for (let i = 0; i < count; i++) {
        if (k.floats[y + i] === 0) dropped++;
        if (k.floats[y + i] === 0 && k.floats[z + i] === 0) both++;
      }
      expect(dropped / count).toBeCloseTo(0.3, 2);
      expect(both / count).toBeCloseTo(0.09, 2);
    }
  });
});
