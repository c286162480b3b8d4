import { expect, test } from "vitest";
import { sharesNothing } from "./name-likeness.js";

test("a name shares a word, the root of a word or initials with a title, or nothing", () => {
  expect(sharesNothing("Thames", "River Thames")).toBe(false);
  expect(sharesNothing("Germans", "Germany")).toBe(false);
  expect(sharesNothing("ESA", "European Space Agency")).toBe(false);
  expect(sharesNothing("Hu", "Hakan Ünsal")).toBe(true);
  expect(sharesNothing("report", "National Hurricane Center")).toBe(true);
});
