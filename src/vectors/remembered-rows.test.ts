import { expect, test } from "vitest";
import { RememberedRows } from "./remembered-rows.js";

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

test("a row that was read lately is not read again, and rows that share a place never mix", () => {
  const table = countedTable(100_000);
  const rows = new RememberedRows(table);
  const read = (row: number) => {
    const out = new Float32Array(2);
    rows.readRow(row, out, 0);
    return [...out];
  };
  for (const row of [5, 5, 5 + 8192, 5, 99_999, 0]) expect(read(row)).toEqual([row, -row]);
  expect(table.reads).toBe(5);
  expect(() => read(100_005)).toThrow("no such row");
  expect(read(5)).toEqual([5, -5]);
});

test("rows are added to what comes before them", () => {
  const rows = RememberedRows.of(countedTable(10));
  expect(RememberedRows.of(rows)).toBe(rows);
  const sums = new Float64Array(6);
  rows.addTo(sums, 2, sums, 0, 3);
  rows.addTo(sums, 4, sums, 2, 4);
  expect([...sums]).toEqual([0, 0, 3, -3, 7, -7]);
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
