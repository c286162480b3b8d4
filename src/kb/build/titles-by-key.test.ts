import fc from "fast-check";
import { expect, test } from "vitest";
import { SEVERAL, TitlesByKey } from "./titles-by-key.js";

test("answers as a map of lists would", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.nat(3)), { maxLength: 300 }), (entries) => {
      const byKey = new TitlesByKey();
      const map = new Map<string, number[]>();
      for (const [key, title] of entries) {
        byKey.add(key, title);
        map.set(key, [...(map.get(key) ?? []), title]);
      }
      for (const [key, titles] of map) {
        expect(byKey.get(key)).toEqual(titles);
        expect(byKey.only(key)).toBe(new Set(titles).size === 1 ? titles[0] : SEVERAL);
      }
      expect([...byKey.groups()]).toEqual([...map.values()].filter((titles) => titles.length > 1));
      expect(byKey.get("no such key")).toEqual([]);
      expect(byKey.only("no such key")).toBe(-1);
      expect(byKey.has("no such key")).toBe(false);
    }),
  );
});
