import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contextWindow, isContentWord, readWordRows, relationContext, seenThrough } from "./content-words.js";
import { sentenceStarts } from "./sentences.js";
import { tokenize, tokenText } from "./tokens.js";

const vocabulary = (known: string) => {
  const rows = new Map(known.split(" ").map((word, row) => [word, row]));
  return (word: string) => rows.get(word) ?? -1;
};

describe("content words", () => {
  test("stop words, numbers and single characters are none", () => {
    expect(["goal", "the", "1966", "3.5", "x", "don't", "2nd"].map(isContentWord)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });
  test("a window is filtered before it is cut, and reaches as far as it must", () => {
    const text = "striker scored in the 1966 final of it at Wembley before the crowd and a referee";
    const tokens = tokenize(text);
    const words = readWordRows(tokens, vocabulary("striker scored the final crowd referee 1966"));
    const at = 9;
    expect(tokenText(tokens, at)).toBe("Wembley");
    const window = seenThrough(contextWindow(words, at, at + 1, 2), words.content);
    expect(Array.from(window, (t) => tokenText(tokens, t))).toEqual(["scored", "final", "crowd", "referee"]);
  });
  test("relation context stays in the sentence and gives one unknown token for an empty side", () => {
    const tokens = tokenize("It rained. Paris won the cup easily.");
    const words = readWordRows(tokens, vocabulary("won the cup paris"));
    expect(relationContext(words, sentenceStarts(tokens), 3, 4)).toEqual({
      left: Int32Array.of(-1),
      middle: Int32Array.of(3),
      right: Int32Array.of(0, 1, 2),
    });
  });
  test("any range of any text has a context", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(30), fc.nat(5), (text, from, width) => {
        const tokens = tokenize(text);
        const words = readWordRows(tokens, () => 7);
        const first = Math.min(from, tokens.count);
        const last = Math.min(first + width, tokens.count);
        const context = relationContext(words, sentenceStarts(tokens), first, last);
        for (const side of [context.left, context.middle, context.right])
          expect(side.length).toBeGreaterThan(0);
        for (const t of seenThrough(contextWindow(words, first, last, 50), words.content))
          expect(t < first || t >= last).toBe(true);
      }),
    );
  });
});
