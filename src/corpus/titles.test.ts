import { expect, test } from "vitest";
import { withoutBracket } from "./titles.js";

test.each([
  ["Mercury (planet)", "Mercury"],
  ["Mercury", "Mercury"],
  ["f(x)", "f(x)"],
  ["Orm (mill) in Norway", "Orm (mill) in Norway"],
  ["Orm (a) (b)", "Orm (a)"],
])("%s is called %s without the bracket that tells it from others", (title, bare) => {
  expect(withoutBracket(title)).toBe(bare);
});
