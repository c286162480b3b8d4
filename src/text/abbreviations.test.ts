import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findAbbreviations, longForms, spellOut } from "./abbreviations.js";

const formsIn = (text: string) => Object.fromEntries(longForms(text));

describe("longForms", () => {
  test.each([
    ["Cases of fish-eye disease (FED) are rare.", { FED: "fish-eye disease" }],
    ["Cases of FED (fish-eye disease) are rare.", { FED: "fish-eye disease" }],
    ["the sand-lung cough syndrome (SLCS; see below)", { SLCS: "sand-lung cough syndrome" }],
    ["In amber skin [AS], and in others", { AS: "amber skin" }],
    ["Type 2 amber skin (AS2)", {}],
    ["amber skin type 2 (AS2)", { AS2: "amber skin type 2" }],
    ["It was seen. Then came (TC) nobody", { TC: "Then came" }],
    ["the village (in the north) was quiet (1987)", {}],
    ["He has a cold (see Fig. 2) today (A)", {}],
    ["AS (no such thing)", {}],
  ])("%s", (text, forms) => {
    expect(formsIn(text)).toEqual(forms);
  });

  test("the first of several definitions counts, and what is spread over two sentences is none", () => {
    expect(formsIn("amber skin (AS) or arid sole (AS)")).toEqual({ AS: "amber skin" });
    expect(formsIn("We saw amber. Skin (AS) was dry")).toEqual({});
  });

  test("both forms are where they are said to be in any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("amber", "skin", "(", ")", "AS", " ", ".", "𝒜", "(AS)")),
        (parts) => {
          const text = parts.join(" ");
          for (const { short, long } of findAbbreviations(text)) {
            expect(text.slice(short.start, short.end)).toBe("AS");
            expect(text.slice(long.start, long.end)).toMatch(/^a/i);
          }
        },
      ),
    );
  });
});

describe("spellOut", () => {
  const forms = new Map([
    ["AS", "amber skin"],
    ["SL-2", "sand lung 2"],
  ]);

  test("short forms are spelled out alone, in the plural and inside longer names", () => {
    expect(
      ["AS", "ASs", "late AS", "AS-like cough", "SL-2", "ASK", "as"].map((n) => spellOut(n, forms)),
    ).toEqual([
      "amber skin",
      "amber skin",
      "late amber skin",
      "amber skin-like cough",
      "sand lung 2",
      "ASK",
      "as",
    ]);
  });
});
