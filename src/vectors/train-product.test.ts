import { describe, expect, test } from "vitest";
import { Random } from "../math/random.js";
import { Names } from "./names.js";
import { formatSafetensors } from "./safetensors.js";
import { parseVectorTable, tableToTensors } from "./table-format.js";
import { quantiseRows } from "./train-product.js";
import { convertStorage, VectorTable } from "./vector-table.js";

/** Rows around a few centres, as entities of a kind are. */
function clusteredTable(rows: number, d: number): VectorTable {
  const random = new Random(4);
  const centres = Float32Array.from({ length: 20 * d }, () => random.normal());
  const data = Float32Array.from(
    { length: rows * d },
    (_, i) => centres[(Math.floor(i / d) % 20) * d + (i % d)] + random.normal(0, 0.3),
  );
  data.fill(0, 0, d);
  return new VectorTable({
    rows,
    d,
    data,
    names: Names.fromList(Array.from({ length: rows }, (_, r) => `n${r}`)),
  });
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, k) => sum + x * b[k], 0);

describe("rows told by books", () => {
  const table = clusteredTable(2000, 11);
  const coded = quantiseRows(table, [{ rows: 500, pieces: 6 }, { pieces: 4 }]);

  test("have length 1 and point where the rows did; a row of zeros stays one", () => {
    expect([coded.storage, coded.data.length]).toEqual(["product", 9000]);
    expect(Array.from(coded.vector(0))).toEqual(new Array(11).fill(0));
    let sum = 0;
    for (let r = 1; r < table.rows; r++) {
      const [x, y] = [table.vector(r), coded.vector(r)];
      expect(dot(y, y)).toBeCloseTo(1, 5);
      sum += dot(x, y) / Math.sqrt(dot(x, x));
      expect(coded.dot(r, x)).toBeCloseTo(dot(x, y), 4);
    }
    expect(sum / (table.rows - 1)).toBeGreaterThan(0.99);
  });
  test("are the same bytes for the same seed", () => {
    expect(quantiseRows(table, [{ rows: 500, pieces: 6 }, { pieces: 4 }]).data).toEqual(coded.data);
    expect(quantiseRows(table, [{ pieces: 4 }], { sample: 500, seed: 2 }).data).not.toEqual(
      quantiseRows(table, [{ pieces: 4 }]).data,
    );
  });
  test("are kept in a file, selected and converted as other tables are", () => {
    const bytes = new Uint8Array(Buffer.concat(formatSafetensors(tableToTensors(coded))));
    const back = parseVectorTable(bytes.buffer, "x");
    const picked = back.select([7, 3]);
    const plain = convertStorage(back, "float32");
    expect([back.storage, picked.storage, plain.storage]).toEqual(["product", "float32", "float32"]);
    for (const r of [0, 3, 7, 499, 500, 1999]) {
      expect(back.vector(r)).toEqual(coded.vector(r));
      expect(plain.vector(r)).toEqual(coded.vector(r));
    }
    expect(picked.vector(1)).toEqual(coded.vector(3));
    expect(back.rowOf("n7")).toBe(7);
    expect(dot(coded.unitRows().vector(5), coded.vector(5))).toBeCloseTo(1, 5);
  });
  test("cannot be cut into more pieces than there are numbers", () => {
    expect(() => quantiseRows(table, [{ pieces: 12 }])).toThrow(/cannot be cut into 12 pieces/);
  });
});
