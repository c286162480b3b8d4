import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPlainKernels } from "./plain-kernels.js";

describe("kernel memory", () => {
  it("hands out addresses that are multiples of 4 and do not overlap", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500)), (lengths) => {
        const memory = createPlainKernels();
        let end = 0;
        for (const length of lengths) {
          const address = memory.alloc(length);
          expect(address % 4).toBe(0);
          expect(address).toBeGreaterThanOrEqual(end);
          end = address + length;
        }
        expect(memory.used).toBeGreaterThanOrEqual(end);
        expect(memory.floats.length).toBeGreaterThanOrEqual(memory.used);
      }),
    );
  });

  for (const arrayType of [Float32Array, Float64Array]) {
    it(`keeps its contents when it grows (${arrayType.name})`, () => {
      const memory = createPlainKernels(arrayType);
      const a = memory.alloc(3);
      memory.floats.set([1, 2, 3], a);
      const i = memory.alloc(2);
      memory.ints.set([-7, 8], i);
      memory.alloc(3_000_000);
      expect([...memory.floats.subarray(a, a + 3)]).toEqual([1, 2, 3]);
      expect([...memory.ints.subarray(i, i + 2)]).toEqual([-7, 8]);
      expect(memory.floats).toBeInstanceOf(arrayType);
      expect(memory.bytes.length).toBe(4 * memory.floats.length);
    });
  }

  it("zeroes what allocZero returns, floats and integers alike, after earlier use", () => {
    for (const arrayType of [Float32Array, Float64Array]) {
      const memory = createPlainKernels(arrayType);
      const mark = memory.mark();
      const a = memory.alloc(5);
      memory.floats.fill(9, a, a + 5);
      memory.ints.fill(9, a, a + 5);
      memory.release(mark);
      const b = memory.allocZero(5);
      expect([...memory.floats.subarray(b, b + 5)]).toEqual([0, 0, 0, 0, 0]);
      expect([...memory.ints.subarray(b, b + 5)]).toEqual([0, 0, 0, 0, 0]);
    }
  });

  it("gives back what was allocated since a mark and remembers the peak", () => {
    const memory = createPlainKernels();
    memory.alloc(8);
    const mark = memory.mark();
    const first = memory.alloc(100);
    expect(memory.used).toBe(108);
    memory.release(mark);
    expect(memory.used).toBe(8);
    expect(memory.peak).toBe(108);
    expect(memory.alloc(4)).toBe(first);
  });

  it("says out-of-memory, with sizes, when it may not grow, and stays usable", () => {
    const memory = createPlainKernels(Float32Array, { maxBytes: 4 * 1000 });
    memory.alloc(900);
    expect(() => memory.alloc(200)).toThrow(/cannot grow from .* MiB to .* MiB.*limit/);
    expect(() => memory.alloc(200)).toThrow(expect.objectContaining({ code: "out-of-memory" }));
    expect(memory.alloc(100)).toBe(900);
    expect(() => createPlainKernels().alloc(2 ** 40)).toThrow(
      expect.objectContaining({ code: "out-of-memory" }),
    );
  });

  it("refuses lengths and marks that are none", () => {
    const memory = createPlainKernels();
    for (const length of [-1, 1.5, Number.NaN]) expect(() => memory.alloc(length)).toThrow(/length must be/);
    expect(() => memory.release(4)).toThrow(/not a mark/);
    expect(() => createPlainKernels(Float32Array, { maxBytes: -1 })).toThrow(/maxBytes is -1/);
  });
});
