import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InternTable } from "../../corpus/intern-table.js";
import { ByteReader, ByteWriter } from "../../files/bytes.js";
import { tokenize, tokenText } from "../../text/tokens.js";
import { LONG_TOKEN, WordLog } from "./word-log.js";

const unitsOf = (text: string) => {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
};

/** The numbers of a text's tokens, read back. */
function numbersOf(log: WordLog, text: string): number[] {
  const out = new ByteWriter(1);
  const units = unitsOf(text);
  log.add(units, units.length, out);
  const reader = new ByteReader(out.done());
  return Array.from({ length: log.count }, () => reader.varint());
}

function stringsOf(bytes: Uint8Array): string[] {
  const reader = new ByteReader(bytes);
  const strings: string[] = [];
  while (reader.at < bytes.length) strings.push(reader.string());
  return strings;
}

const piece = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)),
  fc.constantFrom(
    "U.S.",
    "a.",
    "England's",
    "O'Brien",
    "Zürich",
    "3.5",
    "10,000",
    "90s",
    "2U.S.",
    " ",
    "\n",
    "'",
    "’s",
    "東京",
    "x".repeat(61),
  ),
);

describe("the words of a chunk", () => {
  test("any text has the tokens that the tokeniser gives it", () => {
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join("")),
        (text) => {
          const log = new WordLog();
          const numbers = numbersOf(log, text);
          const tokens = tokenize(text);
          expect(log.count).toBe(tokens.count);
          expect(log.starts.slice(0, log.count)).toEqual(tokens.starts);
          expect(log.ends.slice(0, log.count)).toEqual(tokens.ends);
          const table = new InternTable(() => {});
          table.intern(LONG_TOKEN);
          const expected = Array.from({ length: tokens.count }, (_, t) => {
            const word = tokenText(tokens, t);
            return word.length > 60 ? 0 : table.intern(word);
          });
          expect(numbers).toEqual(expected);
        },
      ),
    );
  });

  test("words have the hashes of the build's tables and are counted; the next chunk begins anew", () => {
    const log = new WordLog();
    expect(numbersOf(log, "To be, or not to be")).toEqual([1, 2, 3, 4, 5, 6, 2]);
    const { words, counts } = log.take();
    expect(stringsOf(words.bytes)).toEqual([LONG_TOKEN, "To", "be", ",", "or", "not", "to"]);
    expect([...counts]).toEqual([0, 1, 2, 1, 1, 1, 1]);
    const hashes: number[] = [];
    const table = new InternTable((_, a, b) => hashes.push(a, b));
    for (const word of stringsOf(words.bytes)) table.intern(word);
    expect([...words.hashes]).toEqual(hashes);
    expect(numbersOf(log, "be")).toEqual([1]);
    expect([...log.take().counts]).toEqual([0, 1]);
  });

  test("tables grow with their words", () => {
    const log = new WordLog();
    const text = Array.from({ length: 50_000 }, (_, i) => `w${i}`).join(" ");
    expect(numbersOf(log, text)).toEqual(Array.from({ length: 50_000 }, (_, i) => i + 1));
    expect(numbersOf(log, text).at(-1)).toBe(50_000);
    expect(log.take().counts.at(-1)).toBe(2);
  });
});
