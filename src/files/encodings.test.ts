import { expect, test } from "vitest";
import { refuseUtf16 } from "./encodings.js";

const ascii = new TextEncoder().encode("Ada Brandt met Otto in Hallo on Monday.");
const pairs = (text: Uint8Array, first: boolean) =>
  Uint8Array.from([...text].flatMap((byte) => (first ? [0, byte] : [byte, 0])));

test("UTF-16 is told with and without its mark, in both orders", () => {
  const marked = Uint8Array.from([0xff, 0xfe, ...pairs(ascii.subarray(0, 3), false)]);
  for (const head of [marked, pairs(ascii, true), pairs(ascii, false)])
    expect(() => refuseUtf16(head, "list.csv")).toThrow(/list\.csv is written in UTF-16/);
});

test("bytes of a program are no text", () => {
  const program = Uint8Array.from([
    0x7f,
    0x45,
    0x4c,
    0x46,
    2,
    1,
    1,
    ...Array(9).fill(0),
    3,
    0,
    62,
    0,
    1,
    0,
    0,
    0,
  ]);
  expect(() => refuseUtf16(Uint8Array.from([...program, ...program]), "a.txt")).toThrow(/a\.txt is no text/);
});

test("text passes, an empty one too", () => {
  for (const head of [ascii, new Uint8Array(0)]) expect(() => refuseUtf16(head, "a.txt")).not.toThrow();
});
