import { expect, test } from "vitest";
import { extendTable } from "./extend-table.js";
import { Names } from "./names.js";
import { RowFlag, VectorTable } from "./vector-table.js";

const words = new VectorTable({
  rows: 3,
  d: 2,
  data: Float32Array.of(1, 0, 0, 1, 1, 1),
  names: Names.fromList(["lamp", "chair", "table"]),
});
const kb = (titles: string[]) => ({
  size: titles.length,
  entity: (row: number) => ({ row, id: titles[row], title: titles[row], popularity: 0, isPerson: false }),
});

test("entities behind the table's last row get a composed vector, and those without known words a zero", () => {
  const table = new VectorTable({ rows: 1, d: 2, data: Float32Array.of(0.6, 0.8) });
  const whole = extendTable(table, kb(["Old", "Lamp", "Zzz"]), words);
  const row = new Float32Array(2);
  whole.readRow(0, row);
  expect([...row]).toEqual([...Float32Array.of(0.6, 0.8)]);
  whole.readRow(1, row);
  expect(Math.hypot(...row)).toBeCloseTo(1);
  expect(row[0]).toBeGreaterThan(row[1]);
  expect([...whole.flags!]).toEqual([RowFlag.trained, RowFlag.composed, RowFlag.unknown]);
});

test("a table of another size of vectors or with too many rows is refused, a fitting one is taken as it is", () => {
  const table = new VectorTable({ rows: 1, d: 2, data: Float32Array.of(1, 0) });
  expect(extendTable(table, kb(["Old"]), words)).toBe(table);
  expect(() => extendTable(table, kb([]), words)).toThrow(/1 rows of 2 numbers/);
  const wide = new VectorTable({ rows: 1, d: 3, data: Float32Array.of(1, 0, 0) });
  expect(() => extendTable(wide, kb(["Old"]), words)).toThrow(/rows of 3 numbers/);
});
