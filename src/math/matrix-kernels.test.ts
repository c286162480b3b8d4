import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectTwinsAgree, gap, seed, size } from "../../test/kernel-twins.js";
import { NONE } from "./kernels.js";
import { createPlainKernels } from "./plain-kernels.js";
import { Random } from "./random.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

describe("matrix kernels agree with their plain float64 twins", () => {
  for (const form of ["matmulNN", "matmulNT", "matmulTN"] as const) {
    it(`${form}, any shape, row distance, diagonal, accumulation`, () => {
      const gaps = fc.tuple(gap, gap, gap);
      fc.assert(
        fc.property(
          fc.tuple(size, size, size),
          gaps,
          fc.boolean(),
          fc.boolean(),
          seed,
          ([m, n, k], [go, ga, gb], scaled, accumulate, s) => {
            const aShape = form === "matmulTN" ? [k, m] : [m, k];
            const bShape = form === "matmulNT" ? [n, k] : [k, n];
            const ldo = n + go;
            const lda = aShape[1] + ga;
            const ldb = bShape[1] + gb;
            const out = 0;
            const a = out + m * ldo;
            const b = a + aShape[0] * lda;
            const diag = b + bShape[0] * ldb;
            expectTwinsAgree({
              length: diag + k,
              seed: s,
              tolerance: 1e-5,
              run: (kernels, at) =>
                kernels[form]({
                  out: at + out,
                  ldo,
                  a: at + a,
                  lda,
                  b: at + b,
                  ldb,
                  m,
                  n,
                  k,
                  diag: scaled ? at + diag : NONE,
                  accumulate,
                }),
            });
          },
        ),
        { numRuns: 400 },
      );
    });
  }

  it("matmulSymmetric, any shape, and symmetric to the bit", () => {
    fc.assert(
      fc.property(size, size, gap, gap, fc.boolean(), seed, (n, k, go, ga, scaled, s) => {
        const ldo = n + go;
        const lda = k + ga;
        const a = n * ldo;
        const diag = a + n * lda;
        expectTwinsAgree({
          length: diag + k,
          seed: s,
          tolerance: 1e-5,
          run(kernels, at) {
            kernels.matmulSymmetric({ out: at, ldo, a: at + a, lda, n, k, diag: scaled ? at + diag : NONE });
            const f = kernels.floats;
            for (let i = 0; i < n; i++) {
              for (let j = 0; j < i; j++)
                if (f[at + i * ldo + j] !== f[at + j * ldo + i]) expect.fail("not symmetric");
            }
          },
        });
      }),
      { numRuns: 300 },
    );
  });

  it("the blocks of the larger products, which small shapes do not reach", () => {
    for (const [m, n, k] of [
      [70, 90, 310],
      [33, 161, 100],
      [130, 41, 700],
    ]) {
      for (const form of ["matmulNN", "matmulNT", "matmulTN"] as const) {
        const lda = form === "matmulTN" ? m : k;
        const ldb = form === "matmulNT" ? k : n;
        expectTwinsAgree({
          length: m * n + m * k + n * k,
          seed: m,
          tolerance: 3e-5,
          run: (kernels, at) =>
            kernels[form]({
              out: at,
              ldo: n,
              a: at + m * n,
              lda,
              b: at + m * n + m * k,
              ldb,
              m,
              n,
              k,
              diag: NONE,
              accumulate: false,
            }),
        });
      }
    }
  });
});

describe("plain matrix products", () => {
  it("are the sums of the definition", () => {
    fc.assert(
      fc.property(size, size, size, seed, (m, n, k, s) => {
        const kernels = createPlainKernels(Float64Array);
        const random = new Random(s);
        const [out, a, b, d] = [m * n, m * k, n * k, k].map((length) => kernels.alloc(length));
        const f = kernels.floats;
        for (let i = a; i < kernels.used; i++) f[i] = random.normal();
        kernels.matmulNT({ out, ldo: n, a, lda: k, b, ldb: k, m, n, k, diag: d, accumulate: false });
        for (let i = 0; i < m; i++) {
          for (let j = 0; j < n; j++) {
            let sum = 0;
            for (let p = 0; p < k; p++) sum += f[a + i * k + p] * f[d + p] * f[b + j * k + p];
            expect(f[out + i * n + j]).toBeCloseTo(sum, 10);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("a product of the SIMD build", () => {
  it("does not change with the rows and columns beside it", () => {
    const kernels = loadKernelsSync({ build: "simd" });
    const random = new Random(5);
    const [m, n, k] = [7, 11, 103];
    const [out, single, a, b, bt] = [m * n, 1, m * k, n * k, n * k].map((length) => kernels.alloc(length));
    const f = kernels.floats;
    for (let i = 0; i < m * k; i++) f[a + i] = random.normal();
    for (let i = 0; i < n * k; i++) f[b + i] = random.normal();
    for (let j = 0; j < n; j++) for (let p = 0; p < k; p++) f[bt + p * n + j] = f[b + j * k + p];
    kernels.matmulNT({ out, ldo: n, a, lda: k, b, ldb: k, m, n, k, diag: NONE, accumulate: false });
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        kernels.matmulNT({
          out: single,
          ldo: 1,
          a: a + i * k,
          lda: k,
          b: b + j * k,
          ldb: k,
          m: 1,
          n: 1,
          k,
          diag: NONE,
          accumulate: false,
        });
        expect(f[out + i * n + j]).toBe(f[single]);
      }
    }
    kernels.matmulNN({ out, ldo: n, a, lda: k, b: bt, ldb: n, m, n, k, diag: NONE, accumulate: false });
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        kernels.matmulNN({
          out: single,
          ldo: 1,
          a: a + i * k,
          lda: k,
          b: bt + j,
          ldb: n,
          m: 1,
          n: 1,
          k,
          diag: NONE,
          accumulate: false,
        });
        expect(f[out + i * n + j]).toBe(f[single]);
      }
    }
  });
});
