import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../math/random.js";
import { inflateRaw } from "./inflate.js";

const equal = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

describe("raw deflate", () => {
  test("is unpacked to what it was packed from, at every level, with a dictionary and without", () => {
    const word = fc.constantFrom("England ", "West ", "Germany ", "x", "\u0142\u00f3d\u017a ", "  ");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 400 }), fc.integer({ min: 0, max: 9 }), (words, level) => {
        const bytes = new TextEncoder().encode(words.join(""));
        const dictionary = new TextEncoder().encode("Germany West England ");
        const packed = deflateRawSync(bytes, { level });
        const referring = deflateRawSync(bytes, { level, dictionary });
        return (
          equal(inflateRaw(packed, bytes.length), bytes) &&
          equal(inflateRaw(referring, bytes.length, dictionary), bytes)
        );
      }),
    );
  });
  test("long and incompressible content comes back too", () => {
    const random = new Random(5);
    const noise = Uint8Array.from({ length: 200_000 }, () => random.below(256));
    const numbers = Uint8Array.from({ length: 200_000 }, () => Math.abs(random.normal(0, 20)) & 255);
    for (const bytes of [noise, numbers, new Uint8Array(300_000), new Uint8Array(0)]) {
      expect(equal(inflateRaw(deflateRawSync(bytes, { level: 9 }), bytes.length), bytes)).toBe(true);
    }
  });
  test("damaged, cut and wrongly announced bytes end in a sentence, never in a hang", () => {
    const bytes = new TextEncoder().encode(
      "England beat West Germany, and Germany beat West England. ".repeat(9),
    );
    const packed = deflateRawSync(bytes);
    expect(() => inflateRaw(packed, bytes.length - 1)).toThrow(/damaged/);
    expect(() => inflateRaw(packed, bytes.length + 1)).toThrow(/damaged/);
    for (let cut = 0; cut < packed.length; cut++) {
      expect(() => inflateRaw(packed.subarray(0, cut), bytes.length)).toThrow(/damaged/);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
        try {
          expect(inflateRaw(noise, 100)).toHaveLength(100);
        } catch (error) {
          expect(String(error)).toMatch(/damaged/);
        }
      }),
    );
  });
});
