import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeSorted } from "./merge-sorted.js";

test("any number of sorted streams, empty ones too, come as one sorted stream", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(20))), (lists) => {
      const byNumber = (a: number, b: number) => a - b;
      const streams = lists.map((list) => list.toSorted(byNumber).values());
      expect([...mergeSorted(streams, byNumber)]).toEqual(lists.flat().sort(byNumber));
    }),
  );
});

test("who stops early ends every stream", () => {
  let open = 0;
  function* stream(from: number) {
    open++;
    try {
      for (let i = from; i < 100; i++) yield i;
    } finally {
      open--;
    }
  }
  for (const item of mergeSorted([stream(1), stream(5)], (a, b) => a - b)) if (item === 3) break;
  expect(open).toBe(0);
});
