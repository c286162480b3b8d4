import { describe, expect, it } from "vitest";
import { builds } from "../../../test/kernel-twins.js";
import { NONE } from "../kernels.js";
import { loadKernelsSync } from "../wasm-kernels-sync.js";

const mismatch = expect.objectContaining({ name: "LinkingError", code: "shape-mismatch" });

describe.each(builds)("what does not fit is refused by the %s build before anything is touched", (build) => {
  const k = loadKernelsSync({ build });
  const x = k.alloc(40);
  const end = x + 40;

  it("an array that reaches beyond what is allocated, named with its shape", () => {
    expect(() => k.matmulNT(x, 4, x, 10, x, 10, 4, 5, 10, NONE, false)).toThrow(
      /matmulNT: out \(4 × 5, row distance 4\).*5 long but 4 apart/,
    );
    expect(() => k.matmulNN(x, 4, x, 20, x, 4, 3, 4, 20, NONE, false)).toThrow(
      /matmulNN: a \(3 × 20, row distance 20\) at address \d+: it does not lie inside the allocated memory/,
    );
    expect(() => k.matmulTN(x, 4, x, 4, end, 4, 4, 4, 1, NONE, false)).toThrow(mismatch);
    expect(() => k.matmulNT(x, 4, x, 4, x, 4, 4, 4, 4, end, false)).toThrow(/diag/);
    expect(() => k.matmulSymmetric(x, 7, x, 4, 7, 4, NONE)).toThrow(mismatch);
    expect(() => k.softmaxRows(x, 8, x, 8, 6, 8)).toThrow(mismatch);
    expect(() => k.tanhLayer(x, x, x, x, 7, 7, 2)).toThrow(mismatch);
    expect(() => k.addScaled(x, x, 1, 41)).toThrow(mismatch);
    expect(() => k.adamStep(x, x, x, end - 3, 4, 0.1, 0.9, 0.9, 1e-8, 1)).toThrow(mismatch);
  });

  it("sizes and addresses that are none", () => {
    for (const bad of [-1, 1.5, Number.NaN, 2 ** 31, Infinity]) {
      expect(() => k.dot(x, x, bad)).toThrow(mismatch);
      expect(() => k.dot(bad, x, 4)).toThrow(mismatch);
      expect(() => k.matmulNT(x, 2, x, 2, x, 2, bad, 2, 2, NONE, false)).toThrow(mismatch);
      expect(() => k.softmaxRows(x, bad, x, 2, 2, 2)).toThrow(mismatch);
    }
    expect(() => k.fill(NONE, 0, 1)).toThrow(mismatch);
  });

  it("row numbers outside the table", () => {
    const rows = k.alloc(2);
    k.ints.set([0, -1], rows);
    expect(() => k.gatherRows(x, x, rows, 2, 4)).toThrow(/row number -1 \(position 1 of 2\)/);
    k.ints.set([0, 1_000_000], rows);
    expect(() => k.scatterAddRows(x, rows, x, 2, 4)).toThrow(mismatch);
    expect(() => k.decodeInt8Rows(x, x, x, rows, 2, 4)).toThrow(mismatch);
    expect(() => k.decodeFloat16Rows(x, x, rows, 2, 4)).toThrow(mismatch);
  });

  it("golds, rates, seeds and steps out of range", () => {
    const ints = k.alloc(3);
    k.ints.set([0, 4, 4], ints);
    expect(() => k.marginLoss(x, x, ints, ints + 1, ints + 2, x, 1, 0.1)).toThrow(
      /4 candidates .* position 4/,
    );
    expect(() => k.dropout(x, x, 4, 1, 1)).toThrow(/rate is 1/);
    expect(() => k.dropout(x, x, 4, 0.1, 0.5)).toThrow(/seed is 0.5/);
    for (const step of [0, 1.5, Number.NaN, 1e300]) {
      expect(() => k.adamStep(x, x, x, x, 4, 0.1, 0.9, 0.9, 1e-8, step)).toThrow(/steps count from 1/);
    }
  });

  it("and arrays of nothing are fine wherever they are", () => {
    k.matmulNT(end, 0, NONE, 0, NONE, 0, 0, 0, 0, NONE, false);
    k.softmaxRows(end, 0, end, 0, 3, 0);
    k.gatherRows(end, end, end, 0, 7);
    expect(k.dot(end, end, 0)).toBe(0);
    expect(k.allFinite(end, 0)).toBe(true);
  });
});
