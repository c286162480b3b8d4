import fc from "fast-check";
import { expect, test } from "vitest";
import { hiddenBytes } from "../../../test/fixtures/hidden-bytes.js";
import { LazyNumbers } from "../../files/lazy-bytes.js";
import { offsetsOf, StringTable } from "./string-table.js";

function encode(strings: string[]) {
  const encoded = strings.map((s) => new TextEncoder().encode(s));
  return {
    bytes: Uint8Array.from(encoded.flatMap((bytes) => [...bytes])),
    offsets: offsetsOf(Uint16Array.from(encoded, (bytes) => bytes.length)),
  };
}

function tableOf(strings: string[]): StringTable {
  const { bytes, offsets } = encode(strings);
  return new StringTable(bytes, { offsets: new LazyNumbers(offsets) });
}

/** The same with a ready-made hash table, all in one file of which nothing has been read yet. */
function lazyTableOf(strings: string[]): StringTable {
  const { bytes, offsets } = encode(strings);
  const slots = new StringTable(bytes, { offsets: new LazyNumbers(offsets) }).makeSlots();
  const file = new Uint8Array(offsets.byteLength + slots.byteLength + bytes.length);
  file.set(new Uint8Array(offsets.buffer));
  file.set(new Uint8Array(slots.buffer), offsets.byteLength);
  file.set(bytes, offsets.byteLength + slots.byteLength);
  const source = hiddenBytes(file);
  const index = {
    offsets: new LazyNumbers(new Uint32Array(source.buffer, 0, offsets.length), source),
    slots: new LazyNumbers(new Uint32Array(source.buffer, offsets.byteLength, slots.length), source),
  };
  return new StringTable(new Uint8Array(source.buffer, offsets.byteLength + slots.byteLength), index, source);
}

test("finds strings among very many blank ones, the first of equals, without comparing each with each", () => {
  const strings = [...new Array<string>(200_000).fill(""), "a", "é", "a"];
  for (const table of [tableOf(strings), lazyTableOf(strings)]) {
    expect([table.find("a"), table.find("é"), table.find(""), table.find("b")]).toEqual([
      200_000, 200_001, 0, -1,
    ]);
  }
});

const wellFormed = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));

test("finds any strings, whether the hash table is made or read, all there or only what was asked for", () => {
  // code units of their own kind: halves of pairs are kept as the replacement character, as every encoder does it
  const string = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("", "a", "aa", "\u{1f600}", "\uffff", "\u{10000}", "\ud800", "é", "e\u0301"),
  );
  fc.assert(
    fc.property(fc.array(string, { maxLength: 40 }), fc.array(string), (strings, others) => {
      const stored = strings.map(wellFormed);
      for (const table of [tableOf(strings), lazyTableOf(strings)]) {
        for (const text of [...stored, ...others.map(wellFormed)]) {
          expect(table.find(text)).toBe(stored.indexOf(text));
        }
        expect(stored.map((_, i) => table.at(i))).toEqual(stored);
        expect(table.size).toBe(strings.length);
      }
    }),
  );
});
