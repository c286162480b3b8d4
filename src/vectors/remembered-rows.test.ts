import { expect, onTestFinished, test } from "vitest";
import type { KernelBuild } from "../math/kernels.js";
import { Random } from "../math/random.js";
import { loadKernelsSync } from "../math/wasm-kernels-sync.js";
import { ProductBooks } from "./product-books.js";
import { RememberedRows, shareOutRows } from "./remembered-rows.js";
import { VectorTable } from "./vector-table.js";

function countedTable(rows: number) {
  let reads = 0;
  return {
    rows,
    d: 2,
    readRow(row: number, out: Float32Array | Float64Array, offset: number) {
      if (row >= rows) throw new RangeError("no such row");
      reads++;
      out[offset] = row;
      out[offset + 1] = -row;
    },
    get reads() {
      return reads;
    },
  };
}

const readerOf = (rows: RememberedRows) => (row: number) => {
  const out = new Float32Array(2);
  rows.readRow(row, out, 0);
  return [...out];
};

test("a row that was read lately is not read again, and rows that share a place never mix", () => {
  const table = countedTable(100_000);
  const read = readerOf(new RememberedRows(table));
  for (const row of [5, 5, 5 + 8192, 5, 99_999, 0]) expect(read(row)).toEqual([row, -row]);
  expect(table.reads).toBe(5);
  expect(() => read(100_005)).toThrow("no such row");
  expect(read(5)).toEqual([5, -5]);
});

test("rows are added and taken away", () => {
  const rows = RememberedRows.of(countedTable(10));
  expect(RememberedRows.of(rows)).toBe(rows);
  const sum = new Float64Array(2);
  for (const row of [3, 4]) rows.addTo(sum, row, 1);
  expect([...sum]).toEqual([7, -7]);
  rows.addTo(sum, 3, -1);
  expect([...sum]).toEqual([4, -4]);
});

test("a product with a remembered row is that with its numbers, whatever their number", () => {
  for (const d of [1, 4, 7, 100]) {
    const numbers = Float32Array.from({ length: d }, (_, k) => Math.sin(k + 1));
    const rows = new RememberedRows({ rows: 1, d, readRow: (_, out, offset) => out.set(numbers, offset) });
    const x = Float64Array.from({ length: d }, (_, k) => Math.cos(k));
    expect(rows.dot(0, x)).toBeCloseTo(
      numbers.reduce((sum, number, k) => sum + number * x[k], 0),
      12,
    );
  }
});

test.each<KernelBuild>(["simd", "plain-float32", "plain-float64"])(
  "in the memory of %s kernels rows are those of the table, whatever tells them",
  (build) => {
    const kernels = loadKernelsSync({ build });
    const [d, rows] = [20, 40];
    const random = new Random(3);
    const books = new ProductBooks(
      [10, 5, 4, 3].map((pieces) => ({
        rows: rows / 4,
        pieces,
        numbers: Float32Array.from({ length: 256 * d }, () => random.normal()),
      })),
    );
    const data = Uint8Array.from({ length: books.bytes }, () => random.below(256));
    const product = new VectorTable({ rows, d, data, books });
    for (const table of [product, new VectorTable({ rows, d, data: product.toFloat32() })]) {
      const remembered = new RememberedRows(table, kernels);
      const at = kernels.alloc(d);
      for (let row = 0; row < rows; row++) {
        remembered.readRow(row, kernels.floats, at);
        const found = Float32Array.from(kernels.floats.subarray(at, at + d));
        expect(found).toEqual(table.vector(row));
      }
      expect(() => remembered.readRow(rows, kernels.floats, at)).toThrow(/rows are 0 to 39/);
    }
  },
);

test("each of many threads remembers fewer rows, and they are the same", () => {
  onTestFinished(() => shareOutRows(1));
  shareOutRows(8);
  const table = countedTable(100_000);
  const read = readerOf(new RememberedRows(table));
  for (const row of [5, 5, 5 + 2048, 5, 5]) expect(read(row)).toEqual([row, -row]);
  expect(table.reads).toBe(3);
});
