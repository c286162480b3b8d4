import { describe, expect, it } from "vitest";
import { builds } from "../../../test/kernel-twins.js";
import { NONE } from "../kernels.js";
import { loadKernelsSync } from "../wasm-kernels-sync.js";

const mismatch = expect.objectContaining({ name: "LinkingError", code: "shape-mismatch" });

describe.each(builds)("what does not fit is refused by the %s build before anything is touched", (build) => {
  const k = loadKernelsSync({ build });
  const x = k.alloc(40);
  const end = x + 40;
  const product = {
    out: x,
    ldo: 4,
    a: x,
    lda: 4,
    b: x,
    ldb: 4,
    m: 4,
    n: 4,
    k: 4,
    diag: NONE,
    accumulate: false,
  };
  const adam = {
    params: x,
    grads: x,
    m: x,
    v: x,
    count: 4,
    rate: 0.1,
    beta1: 0.9,
    beta2: 0.9,
    epsilon: 1e-8,
    step: 1,
  };

  it("an array that reaches beyond what is allocated, named with its shape", () => {
    expect(() => k.matmulNT({ ...product, lda: 10, ldb: 10, n: 5, k: 10 })).toThrow(
      /matmulNT: out \(4 × 5, row distance 4\).*5 long but 4 apart/,
    );
    expect(() => k.matmulNN({ ...product, lda: 20, m: 3, k: 20 })).toThrow(
      /matmulNN: a \(3 × 20, row distance 20\) at address \d+: it does not lie inside the allocated memory/,
    );
    expect(() => k.matmulTN({ ...product, b: end, k: 1 })).toThrow(mismatch);
    expect(() => k.matmulNT({ ...product, diag: end })).toThrow(/diag/);
    expect(() => k.matmulSymmetric({ out: x, ldo: 7, a: x, lda: 4, n: 7, k: 4, diag: NONE })).toThrow(
      mismatch,
    );
    expect(() => k.softmaxRows({ y: x, ldy: 8, x, ldx: 8, rows: 6, cols: 8 })).toThrow(mismatch);
    expect(() => k.tanhLayer({ y: x, x, w: x, b: x, rows: 7, inputs: 7, outputs: 2 })).toThrow(mismatch);
    expect(() => k.addScaled(x, x, 1, 41)).toThrow(mismatch);
    expect(() => k.adamStep({ ...adam, v: end - 3 })).toThrow(mismatch);
  });

  it("sizes and addresses that are none", () => {
    for (const bad of [-1, 1.5, Number.NaN, 2 ** 31, Infinity]) {
      expect(() => k.dot(x, x, bad)).toThrow(mismatch);
      expect(() => k.dot(bad, x, 4)).toThrow(mismatch);
      expect(() => k.matmulNT({ ...product, m: bad })).toThrow(mismatch);
      expect(() => k.softmaxRows({ y: x, ldy: bad, x, ldx: 2, rows: 2, cols: 2 })).toThrow(mismatch);
    }
    expect(() => k.fill(NONE, 0, 1)).toThrow(mismatch);
  });

  it("row numbers outside the table", () => {
    const rows = k.alloc(2);
    k.ints.set([0, -1], rows);
    expect(() => k.gatherRows({ out: x, table: x, rows, count: 2, d: 4 })).toThrow(
      /row number -1 \(position 1 of 2\)/,
    );
    k.ints.set([0, 1_000_000], rows);
    expect(() => k.scatterAddRows({ table: x, rows, x, count: 2, d: 4 })).toThrow(mismatch);
    expect(() => k.decodeInt8Rows({ out: x, table: x, scales: x, rows, count: 2, d: 4 })).toThrow(mismatch);
    expect(() => k.decodeFloat16Rows({ out: x, table: x, rows, count: 2, d: 4 })).toThrow(mismatch);
  });

  it("golds, rates, seeds and steps out of range", () => {
    const ints = k.alloc(3);
    k.ints.set([0, 4, 4], ints);
    expect(() =>
      k.marginLoss({
        dscores: x,
        scores: x,
        starts: ints,
        counts: ints + 1,
        golds: ints + 2,
        weights: x,
        mentions: 1,
        margin: 0.1,
      }),
    ).toThrow(/4 candidates .* position 4/);
    expect(() => k.dropout({ y: x, x, count: 4, rate: 1, seed: 1 })).toThrow(/rate is 1/);
    expect(() => k.dropout({ y: x, x, count: 4, rate: 0.1, seed: 0.5 })).toThrow(/seed is 0.5/);
    for (const step of [0, 1.5, Number.NaN, 1e300]) {
      expect(() => k.adamStep({ ...adam, step })).toThrow(/steps count from 1/);
    }
  });

  it("and arrays of nothing are fine wherever they are", () => {
    k.matmulNT({ ...product, out: end, a: NONE, b: NONE, m: 0, n: 0, k: 0 });
    k.softmaxRows({ y: end, ldy: 0, x: end, ldx: 0, rows: 3, cols: 0 });
    k.gatherRows({ out: end, table: end, rows: end, count: 0, d: 7 });
    expect(k.dot(end, end, 0)).toBe(0);
    expect(k.allFinite(end, 0)).toBe(true);
  });
});
