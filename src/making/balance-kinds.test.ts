import { expect, test } from "vitest";
import type { PreparedDocument, PreparedMention } from "../features/prepared-document.js";
import { balanceKinds } from "./balance-kinds.js";

const mention = {} as PreparedMention;
const documents = (kind: string, count: number, mentions: number): PreparedDocument[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `${kind} ${i}`,
    kind,
    mentions: Array(mentions).fill(mention),
  }));
const countOf = (list: PreparedDocument[], kind: string) => list.filter((doc) => doc.kind === kind).length;

test("a kind with few mentions comes again until it has half of the largest, in the same order each time", () => {
  const balanced = balanceKinds([...documents("pages", 10, 30), ...documents("annotated", 5, 10)]);
  expect(countOf(balanced, "pages")).toBe(10);
  expect(countOf(balanced, "annotated")).toBe(15);
  expect(balanced.slice(10, 16).map(({ id }) => id)).toEqual([
    "annotated 0",
    "annotated 1",
    "annotated 2",
    "annotated 3",
    "annotated 4",
    "annotated 0",
  ]);
});

test("no document comes more than five times, and one kind alone stays as it is", () => {
  const balanced = balanceKinds([...documents("pages", 10, 30), ...documents("annotated", 1, 2)]);
  expect(countOf(balanced, "annotated")).toBe(5);
  expect(balanceKinds(documents("pages", 3, 2))).toHaveLength(3);
  expect(balanceKinds([])).toEqual([]);
});
