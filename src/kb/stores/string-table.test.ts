import fc from "fast-check";
import { expect, test } from "vitest";
import { offsetsOf, StringTable } from "./string-table.js";

function tableOf(strings: string[]): StringTable {
  const encoded = strings.map((s) => new TextEncoder().encode(s));
  const bytes = Uint8Array.from(encoded.flatMap((bytes) => [...bytes]));
  return new StringTable(bytes, offsetsOf(Uint16Array.from(encoded, (bytes) => bytes.length)));
}

test("finds strings among very many blank ones, the first of equals, without comparing each with each", () => {
  const strings = [...new Array<string>(200_000).fill(""), "a", "é", "a"];
  const table = tableOf(strings);
  expect([table.find("a"), table.find("é"), table.find(""), table.find("b")]).toEqual([
    200_000, 200_001, 0, -1,
  ]);
});

const wellFormed = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));

test("finds any strings", () => {
  // code units of their own kind: halves of pairs are kept as the replacement character, as every encoder does it
  const string = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("", "a", "aa", "\u{1f600}", "\uffff", "\u{10000}", "\ud800", "é", "e\u0301"),
  );
  fc.assert(
    fc.property(fc.array(string, { maxLength: 40 }), fc.array(string), (strings, others) => {
      const stored = strings.map(wellFormed);
      const table = tableOf(strings);
      for (const text of [...stored, ...others.map(wellFormed)]) {
        expect(table.find(text)).toBe(stored.indexOf(text));
      }
      expect(stored.map((_, i) => table.at(i))).toEqual(stored);
      expect(table.size).toBe(strings.length);
    }),
  );
});
