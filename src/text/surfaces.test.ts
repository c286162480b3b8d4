import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldSurface, isAllCapitals, stripPossessive, titleCase, unifySigns } from "./surfaces.js";

describe("surfaces", () => {
  test("folding forgets case, accents, quotes, dashes and spare blanks", () => {
    expect(foldSurface("  Beyoncé   Knowles–Carter’s ")).toBe("beyonce knowles-carter's");
    expect(foldSurface("ŁÓDŹ")).toBe("lodz");
    expect(foldSurface("Großer Ærø")).toBe("grosser aero");
    expect(foldSurface("ΟΔΟΣ")).toBe(foldSurface("οδος"));
  });
  test("marks that are letters of their script stay", () => {
    expect(foldSurface("हिन्दी")).toBe("हिन्दी");
    expect(foldSurface("ガ")).toBe("ガ");
    expect(foldSurface("한국")).toBe("한국");
  });
  test("folding twice is folding once, for every character and any text", () => {
    for (let c = 0; c < 0x20000; c++) {
      const folded = foldSurface(String.fromCodePoint(c));
      if (foldSurface(folded) !== folded) throw new Error(`U+${c.toString(16)}`);
    }
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (s) => foldSurface(foldSurface(s)) === foldSurface(s)),
    );
  });
  test("letters of Latin are folded one by one as they are in a text with letters of another script", () => {
    const unit = fc.integer({ min: 0x20, max: 0x17f }).map((code) => String.fromCharCode(code));
    const text = fc.string({ unit, minLength: 1, maxLength: 12 });
    fc.assert(fc.property(text, (s) => foldSurface(`a${s}a`) === foldSurface(`a${s}д`).replace(/д$/, "a")));
  });
  test("lone surrogates survive", () => {
    expect(foldSurface("A\ud800b")).toBe("a\ud800b");
  });
  test("capitals become title case, small words inside stay small", () => {
    expect(titleCase("BANK OF ENGLAND")).toBe("Bank of England");
    expect(titleCase("STOKE-ON-TRENT")).toBe("Stoke-on-Trent");
    expect(titleCase("THE WHO")).toBe("The Who");
    expect(titleCase("ÖSTERREICH")).toBe("Österreich");
  });
  test("all-capitals needs two letters and no small one", () => {
    expect(["WEST", "U.S.", "West", "A", "1966", ""].map(isAllCapitals)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
  test("possessives go, other apostrophes stay", () => {
    expect(["England's", "Wales’", "O'Brien", "rock 'n'", "IT’S"].map(stripPossessive)).toEqual([
      "England",
      "Wales",
      "O'Brien",
      "rock 'n'",
      "IT",
    ]);
  });
  test("unifying signs keeps case and accents", () => {
    expect(unifySigns("“Côte\u00a0d’Ivoire” — x")).toBe('"Côte d\'Ivoire" - x');
  });
});
