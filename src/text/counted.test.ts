import { expect, test } from "vitest";
import { counted } from "./counted.js";

test("one is one, everything else is many", () => {
  expect([0, 1, 2, 1234].map((n) => counted(n, "entity", "entities"))).toEqual([
    "0 entities",
    "1 entity",
    "2 entities",
    "1,234 entities",
  ]);
  expect(counted(1, "link")).toBe("1 link");
  expect(counted(3, "link")).toBe("3 links");
});
