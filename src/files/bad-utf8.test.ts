/** Where the first byte is that no UTF-8 has. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { firstBadByte, remarkOnBytes } from "./bad-utf8.js";

const utf8 = (text: string) => Buffer.from(text);

test("Latin-1 is told with the offset of its first letter", () => {
  const bytes = Buffer.from("André Gide lived in Paris.", "latin1");
  expect(remarkOnBytes(bytes, "l.txt")).toBe(
    "l.txt is not written in UTF-8: its first bad byte is at offset 4, and such bytes are read as �; convert it, for example: iconv -f latin1 -t utf-8.",
  );
});

test.each(["", "plain", "André Gide 漢字 🙂", "a genuine � is no bad byte", "\ufeffmarked"])(
  "nothing is said of %j",
  (text) => {
    expect(remarkOnBytes(utf8(text), "a.txt")).toBeUndefined();
    expect(firstBadByte(utf8(text))).toBe(utf8(text).length);
  },
);

test("wherever the bad byte is, also far into a text, inside a character and at the end", () => {
  const unit = fc.string({ unit: "binary", maxLength: 40 }).map(utf8);
  const filling = fc.constantFrom(0, 65_530, 65_536, 131_071).map((n) => Buffer.alloc(n, "a漢"));
  fc.assert(
    fc.property(unit, filling, unit, fc.constantFrom(0xff, 0xc0, 0xf8), (first, filled, rest, bad) => {
      const good = Buffer.concat([first, Buffer.from(filled.toString().replaceAll("�", ""))]);
      expect(firstBadByte(Buffer.concat([good, Buffer.of(bad), rest]))).toBe(good.length);
    }),
    { numRuns: 50 },
  );
  expect(firstBadByte(utf8("Paris é").subarray(0, 7))).toBe(6);
  expect(firstBadByte(Buffer.alloc(200_000, 0x80))).toBe(0);
});
