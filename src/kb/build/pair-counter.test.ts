import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "../../files/bytes.js";
import { PairCounter } from "./pair-counter.js";

test("pairs come in the order of their surfaces' UTF-16 units, then by title, and are counted", () => {
  const letters = fc.constantFrom("a", "b", "~", "\u007f", "é", "z", " ", "\ud83d\ude00", "\uffff");
  const surface = fc.array(letters, { minLength: 1, maxLength: 9 }).map((all) => all.join(""));
  fc.assert(
    fc.property(fc.array(fc.tuple(surface, fc.nat(3), fc.boolean()), { maxLength: 60 }), (links) => {
      const counter = new PairCounter();
      const counts = new Map<string, number>();
      for (let round = 0; round < 2; round++) {
        counter.clear();
        counts.clear();
        for (const [name, title, inTable] of links) {
          counter.addLink(counter.add(name, title, 0), inTable);
          const key = JSON.stringify([name, title]);
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
      const out = new ByteWriter();
      counter.writeSorted(out);
      const reader = new ByteReader(out.done());
      const read: [string, number][] = [];
      while (reader.at < out.length) {
        const pair: [string, number] = [reader.string(), reader.varint()];
        read.push(pair);
        expect(reader.varint() + reader.varint()).toBe(counts.get(JSON.stringify(pair)));
        reader.byte();
      }
      const expected = [...counts.keys()].map((key) => JSON.parse(key) as [string, number]);
      expected.sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1));
      expect(read).toEqual(expected);
    }),
  );
});
