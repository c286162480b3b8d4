import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { Random } from "../../math/random.js";
import { KeySorter } from "./key-sorter.js";

test.each([
  ["fit into one run", 50, ""],
  ["need several runs", 3000, "x".repeat(9000)],
])("entries that %s come back by key, number and text", (_, count, long) => {
  const runs = join(temporaryFolder(), "runs");
  const random = new Random(3);
  const sorter = new KeySorter(runs);
  const entries = Array.from({ length: count }, () => ({
    key: `k${random.below(count)}é`,
    number: random.below(3),
    text: `${random.below(5)}${long}`,
  }));
  for (const e of entries) sorter.add(e.key, e.number, e.text);
  expect(existsSync(runs)).toBe(long !== "");
  const order = (e: (typeof entries)[number]) => `${e.key}|${e.number}|${e.text}`;
  expect([...sorter.sorted()].map(order)).toEqual(entries.map(order).sort());
  sorter.close();
  expect(existsSync(runs)).toBe(false);
});
