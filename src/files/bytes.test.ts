import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "./bytes.js";

const unitsOf = (text: string) => Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

test("strings are the bytes that the runtime's encoder makes of them, short and long, halves of pairs too; they can be passed over", () => {
  const unit = fc.constantFrom("a", "Z", "é", "ß", "–", "漢", "\u{1f600}", "\ud800", "\udc00");
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 60 })), (texts) => {
      const out = new ByteWriter(1);
      const reader = new ByteReader(out.bytes);
      for (const text of texts) {
        const wanted = new TextEncoder().encode(text);
        for (const write of [() => out.string(text), () => out.unitString(unitsOf(text), 0, text.length)]) {
          write();
          reader.bytes = out.bytes;
          const length = reader.varint();
          expect(out.bytes.slice(reader.at, reader.at + length)).toEqual(wanted);
          reader.at += length;
          expect(reader.at).toBe(out.length);
        }
      }
      reader.at = 0;
      for (const text of texts) {
        reader.passString();
        expect(reader.string()).toBe(new TextDecoder().decode(new TextEncoder().encode(text)));
      }
    }),
  );
});
