import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textBlocks } from "./text-blocks.js";

const blocks = (text: string, length: number) =>
  [...textBlocks(text, length)].map((b) => text.slice(b.start, b.end));

describe("text blocks", () => {
  test("a short text is one block, an empty one too", () => {
    expect(blocks("abc", 10)).toEqual(["abc"]);
    expect(blocks("", 10)).toEqual([""]);
  });
  test("a blank line is preferred to a line, a line to a sentence, a sentence to a word", () => {
    expect(blocks("one two\n\nthree four\nfive", 20)).toEqual(["one two\n\nthree four\n", "five"]);
    expect(blocks("one two three\n\nfour. five", 20)[0]).toBe("one two three\n\n");
    expect(blocks("one two. three four five six", 14)[0]).toBe("one two. ");
  });
  test("blocks join to the text, are bounded and split no surrogate pair", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.integer({ min: 2, max: 40 }),
        (text, length) => {
          const parts = blocks(text, length);
          expect(parts.join("")).toBe(text);
          for (const [i, part] of parts.entries()) {
            expect(part.length).toBeLessThanOrEqual(length);
            const cut = part.length > 0 ? part.charCodeAt(part.length - 1) : 0;
            const next = parts[i + 1]?.charCodeAt(0) ?? 0;
            expect(cut >= 0xd800 && cut < 0xdc00 && next >= 0xdc00 && next < 0xe000).toBe(false);
          }
        },
      ),
    );
  });
});
