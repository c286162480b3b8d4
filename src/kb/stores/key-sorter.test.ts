import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { Random } from "../../math/random.js";
import { KeySorter } from "./key-sorter.js";
import { compareEntries, type KeyedEntry, KeyedRecords } from "./keyed-records.js";

test.each([
  ["fit into memory", 1 << 30, false],
  ["need several runs", 1 << 14, true],
])("entries that %s come back by key, number and text", (_, memory, isOnDisk) => {
  const runs = join(temporaryFolder(), "runs");
  const random = new Random(3);
  const sorter = new KeySorter(runs, memory);
  const entries = Array.from({ length: 3000 }, () => ({
    key: `k${random.below(3000)}é`,
    number: random.below(3),
    text: "x".repeat(random.below(200)),
  }));
  for (const e of entries) sorter.add(e.key, e.number, e.text);
  expect(existsSync(runs)).toBe(isOnDisk);
  expect([...sorter.sorted()]).toEqual(entries.sort(compareEntries));
  sorter.close();
  expect(existsSync(runs)).toBe(false);
});

test("records are sorted as the entries themselves are, whatever their keys share", () => {
  const unit = fc.constantFrom("\0", "a", "b", "é", "漢", "\uffff", "\u{1f600}", "\ud800");
  const entry: fc.Arbitrary<KeyedEntry> = fc.record({
    key: fc.oneof(
      fc.string({ unit, maxLength: 12 }),
      fc.string({ unit, maxLength: 3 }).map((end) => `${"a".repeat(300)}${end}`),
    ),
    number: fc.constantFrom(0, 1, 2 ** 32, 2 ** 32 + 1),
    text: fc.string({ unit, maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
      const records = new KeyedRecords();
      for (const each of entries) records.add(each);
      expect([...records.sorted()]).toEqual(entries.sort(compareEntries));
    }),
  );
});
