import { describe, expect, test } from "vitest";
import type { KernelBuild } from "../math/kernels.js";
import { Random } from "../math/random.js";
import { loadKernelsSync } from "../math/wasm-kernels-sync.js";
import { gatherRows, makeResident } from "./gather-rows.js";
import { convertStorage, type VectorStorage, VectorTable } from "./vector-table.js";

const d = 7;
const random = new Random(2);
const original = new VectorTable({
  rows: 9,
  d,
  data: Float32Array.from({ length: 9 * d }, () => random.normal()),
});
const rows = Int32Array.of(8, 0, 3, 3);

describe.each<KernelBuild>(["simd", "plain-float32", "plain-float64"])("gathering rows on %s", (build) => {
  test.each<VectorStorage>(["float32", "float16", "int8"])(
    "%s: rows in kernel memory are the table's rows, resident or not, as they come or at length 1",
    (storage) => {
      const kernels = loadKernelsSync({ build });
      const table = convertStorage(original, storage);
      for (const resident of [false, true]) {
        if (resident) {
          makeResident(kernels, table);
          const used = kernels.used;
          makeResident(kernels, table.unitRows());
          makeResident(kernels, table);
          expect(kernels.used - used).toBeLessThanOrEqual(12);
        }
        for (const view of [table, table.unitRows()]) {
          const out = kernels.alloc(rows.length * d);
          const used = kernels.used;
          gatherRows(kernels, view, rows, out);
          expect(kernels.used).toBe(used);
          rows.forEach((row, i) => {
            const found = [...kernels.floats.subarray(out + i * d, out + (i + 1) * d)];
            view.vector(row).forEach((x, k) => {
              expect(found[k]).toBeCloseTo(x, 6);
            });
          });
        }
      }
    },
  );

  test("row numbers that are not there are refused", () => {
    const kernels = loadKernelsSync({ build });
    const out = kernels.alloc(d);
    for (const row of [-1, 9]) {
      expect(() => gatherRows(kernels, original, Int32Array.of(row), out)).toThrow(/rows are 0 to 8/);
    }
    gatherRows(kernels, original, new Int32Array(0), out);
  });
});
