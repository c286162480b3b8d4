import { describe, expect, test } from "vitest";
import { isListed, languageOf, languages, languageWithRemark } from "./languages.js";

describe("languages", () => {
  test("every language has its lists, in lower case, and each code is its own", () => {
    expect(new Set(languages.map(({ code }) => code)).size).toBe(languages.length);
    for (const { name, pages, code, capitalNouns, titles, forms, givenNames, ...lists } of languages) {
      expect([pages, code], name).not.toContain(undefined);
      expect(
        [capitalNouns, titles, forms].map((each) => each instanceof Set),
        name,
      ).not.toContain(true);
      const all = { ...lists, ...(givenNames && { givenNames: new Set(givenNames.keys()) }) };
      for (const [list, words] of Object.entries(all)) {
        expect(words.size, `${name}: ${list}`).toBeGreaterThan(0);
        for (const word of words) expect(word, `${name}: ${list}`).toBe(word.toLowerCase());
      }
    }
  });

  test("particles are connectors too", () => {
    for (const { name, particles, connectors } of languages) {
      for (const word of particles) expect(connectors.has(word), `${name}: ${word}`).toBe(true);
    }
  });

  test("no code is English; a code that nobody listed is a language without lists", () => {
    expect(languageOf().name).toBe("English");
    expect(isListed("ltg")).toBe(false);
    expect(languageOf("ltg").stopWords.size).toBe(0);
  });

  test("who reads a language without lists is told so", () => {
    const remarks: string[] = [];
    const remark = (sentence: string) => void remarks.push(sentence);
    expect(languageWithRemark("de", remark).name).toBe("German");
    expect(languageWithRemark(undefined, remark).name).toBe("English");
    expect(remarks).toEqual([]);
    expect(languageWithRemark("ltg", remark).code).toBe("ltg");
    expect(remarks).toEqual([
      'There are no word lists for the language "ltg"; it is read without. docs/languages.md says how to add one.',
    ]);
  });
});
