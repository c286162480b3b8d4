import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../math/random.js";
import { encodeFloat16, float16Values } from "./float16.js";
import { Names } from "./names.js";
import { convertStorage, type VectorStorage, VectorTable } from "./vector-table.js";

function randomTable(rows: number, d: number): VectorTable {
  const random = new Random(7);
  const data = Float32Array.from({ length: rows * d }, () => random.normal());
  return new VectorTable({ rows, d, data });
}

describe("half floats", () => {
  test("every half float but NaN survives decoding and encoding", () => {
    const values = float16Values();
    for (let bits = 0; bits < 65536; bits++) {
      if (Number.isNaN(values[bits])) continue;
      expect(encodeFloat16(values[bits])).toBe(bits);
    }
  });

  test("encoding takes the nearest half float, the even one of two", () => {
    expect(encodeFloat16(1 + 2 ** -11)).toBe(encodeFloat16(1));
    expect(encodeFloat16(1 + 3 * 2 ** -11)).toBe(encodeFloat16(1 + 2 ** -9));
    expect(encodeFloat16(65519)).toBe(encodeFloat16(65504));
    expect(encodeFloat16(65520)).toBe(0x7c00);
    expect(encodeFloat16(-(2 ** -25))).toBe(0x8000);
    expect(encodeFloat16(1.5 * 2 ** -24)).toBe(2);
  });
});

describe("VectorTable", () => {
  test.each<[VectorStorage, number]>([
    ["float32", 0],
    ["float16", 5e-4],
    ["int8", 4e-3],
  ])("%s keeps every number within its precision", (storage, tolerance) => {
    const table = randomTable(20, 12);
    const stored = convertStorage(table, storage);
    const x = Float32Array.from({ length: 12 }, (_, k) => k - 5);
    const sum = stored.vector(3).reduce((total, value, k) => total + value * x[k], 0);
    expect(stored.dot(3, x)).toBeCloseTo(sum, 3);
    expect(stored.storage).toBe(storage);
    for (let row = 0; row < 20; row++) {
      const x = table.vector(row);
      const y = stored.vector(row);
      const largest = Math.max(...x.map(Math.abs));
      for (let k = 0; k < 12; k++) expect(Math.abs(x[k] - y[k])).toBeLessThanOrEqual(tolerance * largest);
    }
  });

  test.each<VectorStorage>(["float32", "float16", "int8"])("unit rows of %s share its numbers", (storage) => {
    const table = convertStorage(randomTable(5, 8), storage);
    const unit = table.unitRows();
    expect(unit.data).toBe(table.data);
    for (let row = 0; row < 5; row++) {
      expect(unit.length(row)).toBeCloseTo(1, 5);
      const ratio = table.vector(row)[3] / unit.vector(row)[3];
      expect(ratio).toBeCloseTo(table.length(row), 4);
    }
    expect(table.unitRows()).toBe(unit);
  });

  test("a row of zeros stays zero in every storage and as unit row", () => {
    const table = new VectorTable({ rows: 2, d: 3, data: new Float32Array([0, 0, 0, 1, 2, 2]) });
    expect([...convertStorage(table, "int8").unitRows().toFloat32()].slice(0, 3)).toEqual([0, 0, 0]);
    expect([...table.unitRows().vector(0)]).toEqual([0, 0, 0]);
  });

  test("readRow writes at the offset and nowhere else", () => {
    const table = randomTable(3, 4);
    const out = new Float64Array(10).fill(9);
    table.readRow(1, out, 3);
    expect([...out.slice(0, 3), ...out.slice(7)]).toEqual([9, 9, 9, 9, 9, 9]);
    expect([...out.slice(3, 7)]).toEqual([...table.vector(1)]);
  });

  test("a row that is not there is an error", () => {
    const table = randomTable(3, 4);
    for (const row of [-1, 3, Number.NaN]) expect(() => table.vector(row)).toThrow(/rows are 0 to 2/);
  });

  test("parts that do not fit are refused", () => {
    const data = new Float32Array(6);
    expect(() => new VectorTable({ rows: 2, d: 4, data })).toThrow(/6 numbers, wanted 8/);
    expect(() => new VectorTable({ rows: 2, d: 3, data: new Int8Array(6) })).toThrow(/0 scales, wanted 2/);
    const names = Names.fromList(["one"]);
    expect(() => new VectorTable({ rows: 2, d: 3, data, names })).toThrow(/1 names, wanted 2/);
  });

  test("select keeps numbers, scales and flags of the chosen rows", () => {
    const table = new VectorTable({
      ...convertStorage(randomTable(4, 5), "int8").parts(),
      flags: Uint8Array.of(0, 1, 2, 1),
    });
    const chosen = table.select([3, 1], Names.fromList(["c", "a"]));
    expect([...chosen.vector(0)]).toEqual([...table.vector(3)]);
    expect([...chosen.vector(1)]).toEqual([...table.vector(1)]);
    expect([...chosen.flags!]).toEqual([1, 1]);
    expect(chosen.rowOf("a")).toBe(1);
  });
});

describe("Names", () => {
  test("any distinct names are found at their rows, others are not", () => {
    const name = fc.string({ unit: "grapheme" }).filter((s) => !s.includes("\n"));
    fc.assert(
      fc.property(fc.uniqueArray(name), name, (list, other) => {
        const names = Names.fromList(list);
        expect(names.size).toBe(list.length);
        expect(names.toList()).toEqual(list);
        list.forEach((n, row) => {
          expect(names.rowOf(n)).toBe(row);
          expect(names.name(row)).toBe(n);
        });
        expect(names.rowOf(other)).toBe(list.indexOf(other));
      }),
    );
  });

  test("a name that stands twice is found at its first row", () => {
    expect(Names.fromList(["x", "y", "x"]).rowOf("x")).toBe(0);
  });

  test("names hold no newline, and a cut-off list is refused", () => {
    expect(() => Names.fromList(["a", "b\nc"])).toThrow(/row 1 holds a newline/);
    expect(() => new Names(new TextEncoder().encode("a\nb"))).toThrow(/cut off/);
  });
});
