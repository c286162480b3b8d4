import { describe, expect, test } from "vitest";
import { Random } from "../math/random.js";
import { packFourBit, unpackFourBit } from "./four-bit.js";
import { VectorTable } from "./vector-table.js";

function randomTable(rows: number, d: number): VectorTable {
  const random = new Random(3);
  return new VectorTable({ rows, d, data: Float32Array.from({ length: rows * d }, () => random.normal()) });
}

const joined = (pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces)).buffer;

describe("four bits a number", () => {
  test("unpacked rows point where the packed ones did", () => {
    const table = randomTable(50, 100);
    const back = unpackFourBit(joined(packFourBit(table)));
    for (let r = 0; r < table.rows; r++) {
      const [x, y] = [table.vector(r), back.vector(r)];
      const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, v, k) => sum + v * b[k], 0);
      expect(dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y))).toBeGreaterThan(0.985);
    }
  });
  test("packing what was unpacked changes nothing", () => {
    const once = unpackFourBit(joined(packFourBit(randomTable(20, 8))));
    const twice = unpackFourBit(joined(packFourBit(once)));
    for (let r = 0; r < once.rows; r++) {
      for (let k = 0; k < 8; k++) expect(twice.vector(r)[k]).toBeCloseTo(once.vector(r)[k], 5);
    }
  });
  test("zeros stay zeros, odd lengths and foreign files are refused", () => {
    const zeros = new VectorTable({ rows: 1, d: 4, data: new Float32Array(4) });
    expect(Array.from(unpackFourBit(joined(packFourBit(zeros))).vector(0))).toEqual([0, 0, 0, 0]);
    expect(() => packFourBit(randomTable(1, 3))).toThrow(/must be even/);
    expect(() => unpackFourBit(new ArrayBuffer(4))).toThrow();
  });
});
