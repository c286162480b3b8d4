import fc from "fast-check";
import { expect, test } from "vitest";
import { WikitextSource } from "./wikitext-source.js";
import { decodeXmlText } from "./xml-text.js";

const contentsOf = ({ units, length, marks, markCount }: WikitextSource) => ({
  units: [...units.subarray(0, length)],
  marks: [...marks.subarray(0, markCount)],
});

const piece = fc.oneof(
  fc.constantFrom("&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#233;", "&#x1f600;", "&nbsp;", "&", "&l"),
  fc.constantFrom("[[", "]]", "{{", "|}", "''", "__", "\n", "a", " ", "plain letters, twenty of them"),
  fc.constantFrom("é", "ß", "東京", "😀", "\u0800", "\ud7ff", "\uffff", "\u{10ffff}"),
  fc.string({ unit: "binary" }),
);
const bad = fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes));
const xml = fc
  .array(
    fc.oneof(
      { arbitrary: piece.map((text) => Buffer.from(text)), weight: 20 },
      { arbitrary: bad, weight: 1 },
    ),
  )
  .map((pieces) => Buffer.concat(pieces));

test("a text out of the bytes of a dump is the text of the string, marks and all, at any place", () => {
  const fast = new WikitextSource();
  const plain = new WikitextSource();
  fc.assert(
    fc.property(xml, fc.nat(20), fc.nat(20), (bytes, before, behind) => {
      const to = Math.max(0, bytes.length - behind);
      const from = Math.min(before, to);
      fast.takeXml(bytes, from, to);
      plain.takeText(decodeXmlText(bytes.subarray(0, to), from, to));
      expect(contentsOf(fast)).toEqual(contentsOf(plain));
    }),
    { numRuns: 2000 },
  );
});

test("its room grows with the longest text", () => {
  const source = new WikitextSource();
  const text = "[[é]] &lt; ".repeat(50_000);
  for (const times of [1, 3]) {
    const bytes = Buffer.from(text.repeat(times));
    source.takeXml(bytes, 0, bytes.length);
    expect(source.slice(0, source.length)).toBe("[[é]] < ".repeat(50_000 * times));
    expect(source.markCount).toBe(5 * 50_000 * times);
  }
});
