import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sentenceStarts } from "./sentences.js";
import { TokenKind, tokenAt, tokenize, tokenText } from "./tokens.js";

const words = (text: string) => {
  const tokens = tokenize(text);
  return Array.from({ length: tokens.count }, (_, t) => tokenText(tokens, t));
};
const sentences = (text: string) => {
  const tokens = tokenize(text);
  const firsts = sentenceStarts(tokens);
  return Array.from(firsts, (first, s) =>
    text.slice(tokens.starts[first], tokens.ends[(firsts[s + 1] ?? tokens.count) - 1]),
  );
};

/** Any UTF-16 at all, lone surrogates included, mixed with what the rules look at. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)),
      fc.constantFrom(
        "U.S.",
        "England's",
        "O'Brien",
        "3.5",
        " ",
        "\n",
        ". ",
        "'s",
        "\ud83d",
        "é",
        "शि",
        "ا",
        "中文",
      ),
    ),
  )
  .map((parts) => parts.join(""));

describe("tokens", () => {
  test("signs are tokens of their own, numbers keep their separators", () => {
    expect(words("In 1966, 96,924 people (3.5%) watched.")).toEqual([
      "In",
      "1966",
      ",",
      "96,924",
      "people",
      "(",
      "3.5",
      "%",
      ")",
      "watched",
      ".",
    ]);
  });
  test("a possessive is cut off, an apostrophe inside a name is not", () => {
    expect(words("England's O’Brien’s don't dogs'")).toEqual([
      "England",
      "'s",
      "O’Brien",
      "’s",
      "don't",
      "dogs",
      "'",
    ]);
  });
  test("initials keep their dots, the last word of a sentence does not", () => {
    expect(words("The U.S. and J.R.R. Tolkien. Plan B. So")).toEqual([
      "The",
      "U.S.",
      "and",
      "J.R.R.",
      "Tolkien",
      ".",
      "Plan",
      "B",
      ".",
      "So",
    ]);
  });
  test("hyphens part words, digits that run into letters are words", () => {
    const tokens = tokenize("West-Berlin 90s 2nd");
    expect(words("West-Berlin 90s 2nd")).toEqual(["West", "-", "Berlin", "90s", "2nd"]);
    expect(tokens.kinds[3]).toBe(TokenKind.word);
  });
  test("combining marks belong to their word, ideographs stand alone, an emoji is one sign", () => {
    expect(words("Cafe\u0301 東京 हिन्दी 😀!")).toEqual(["Cafe\u0301", "東", "京", "हिन्दी", "😀", "!"]);
  });
  test("capitals are seen in any script", () => {
    const tokens = tokenize("Élan über Москва Ωmega");
    expect(Array.from(tokens.capitals)).toEqual([1, 0, 1, 1]);
  });
  test("tokenAt finds the token at or after an offset", () => {
    const tokens = tokenize("ab  cd");
    expect([0, 1, 2, 3, 4, 5, 6].map((o) => tokenAt(tokens, o))).toEqual([0, 0, 1, 1, 1, 1, 2]);
  });
  test("ten million equal letters are one token", () => {
    const tokens = tokenize("a".repeat(10_000_000));
    expect(tokens.count).toBe(1);
    expect(tokens.ends[0]).toBe(10_000_000);
  });
  test("tokens are ordered, non-empty, apart, and nothing but white space lies between them", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = tokenize(text);
        let end = 0;
        for (let t = 0; t < tokens.count; t++) {
          expect(tokens.starts[t]).toBeGreaterThanOrEqual(end);
          expect(tokens.ends[t]).toBeGreaterThan(tokens.starts[t]);
          expect(text.slice(end, tokens.starts[t])).toMatch(/^[\s\u0085\u200b\u2060]*$/);
          end = tokens.ends[t];
        }
        expect(text.slice(end)).toMatch(/^[\s\u0085\u200b\u2060]*$/);
      }),
    );
  });
  test("no token begins or ends inside a surrogate pair", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = tokenize(text);
        const splitsPair = (at: number) =>
          at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
        for (let t = 0; t < tokens.count; t++) {
          expect(splitsPair(tokens.starts[t]) || splitsPair(tokens.ends[t])).toBe(false);
        }
      }),
    );
  });
});

describe("sentences", () => {
  test("dots, question marks and closing quotes end a sentence", () => {
    expect(sentences('He left. "Why?" she asked. (Nobody knew.) Then rain fell!')).toEqual([
      "He left.",
      '"Why?" she asked.',
      "(Nobody knew.)",
      "Then rain fell!",
    ]);
  });
  test("abbreviations, initials and decimals do not", () => {
    expect(sentences("Dr. A. B. Jones of the U.S. Navy paid 3.5 dollars to St. Mary. He won.")).toEqual([
      "Dr. A. B. Jones of the U.S. Navy paid 3.5 dollars to St. Mary.",
      "He won.",
    ]);
  });
  test("initials end a sentence before a word that begins one", () => {
    expect(sentences("He moved to the U.S. The winter was long.")).toHaveLength(2);
  });
  test("a blank line and a short line end a sentence, a wrapped line does not", () => {
    expect(
      sentences(
        "A headline\nThe story began in the old town on the bank of the river, under\nthe hill\n\nnext",
      ),
    ).toEqual([
      "A headline",
      "The story began in the old town on the bank of the river, under\nthe hill",
      "next",
    ]);
  });
  test("any text has ascending sentence starts that begin with the first token", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = tokenize(text);
        const firsts = sentenceStarts(tokens);
        if (tokens.count > 0) expect(firsts[0]).toBe(0);
        for (let s = 1; s < firsts.length; s++) expect(firsts[s]).toBeGreaterThan(firsts[s - 1]);
      }),
    );
  });
});
