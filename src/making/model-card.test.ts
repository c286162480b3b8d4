import { expect, test } from "vitest";
import { relationTable } from "./model-card.js";

test("relations that were judged just now come with their shares", () => {
  const [table] = relationTable({ relations: [{ name: "person to place", share: 0.081, lift: 1.78 }] });
  expect(table).toContain("| 1 | person to place | 8.1 | 1.78 |");
});

test("relations that are taken over are named only, as soon as one has no share", () => {
  const [list] = relationTable({
    relations: [{ name: "nobody in particular" }, { name: "thing to person", share: 0.04, lift: 2 }],
  });
  expect(list).toContain("1. nobody in particular\n2. thing to person");
  expect(list).not.toContain("|");
  expect(relationTable({ relations: [] })).toEqual([]);
});
