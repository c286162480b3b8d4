import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "./bytes.js";
import { putUnits, readUnits } from "./unit-bytes.js";

const unit = fc.constantFrom(
  "\0",
  "a",
  "Z",
  "\x7f",
  "é",
  "\u07ff",
  "–",
  "漢",
  "\uffff",
  "\u{1f600}",
  "\ud800",
  "\udc00",
);
const text = fc.string({ unit, maxLength: 60 });

function bytesOf(...texts: string[]): Uint8Array {
  const out = new ByteWriter(1);
  for (const each of texts) putUnits(out, each);
  return out.done();
}

test("strings come back as they were, halves of pairs too", () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const reader = new ByteReader(bytesOf(...texts));
      expect(texts.map(() => readUnits(reader))).toEqual(texts);
      expect(reader.at).toBe(reader.bytes.length);
    }),
  );
});

test("bytes without their length are in the order of the strings", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const withoutLength = (each: string) => {
        const reader = new ByteReader(bytesOf(each));
        reader.varint();
        return reader.bytes.subarray(reader.at);
      };
      expect(Buffer.compare(withoutLength(a), withoutLength(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});
