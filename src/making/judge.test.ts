import { expect, test } from "vitest";
import { balanceKinds, type HeldOutLink } from "./judge.js";

const links = (kind: string, count: number) =>
  Array.from(
    { length: count },
    () => ({ document: { kind, mentions: [] }, weight: 0.5 }) as unknown as HeldOutLink,
  );

test("kinds of documents count alike in calibration, but no link for more than four", () => {
  const balanced = balanceKinds([...links("pages", 20), ...links("annotated", 10), ...links("numbers", 2)]);
  const weights = (kind: string) => balanced.filter((l) => l.document.kind === kind).map((l) => l.weight);
  expect(new Set(weights("pages"))).toEqual(new Set([0.5]));
  expect(new Set(weights("annotated"))).toEqual(new Set([1]));
  expect(new Set(weights("numbers"))).toEqual(new Set([2]));
});
