import fc from "fast-check";
import { expect, test } from "vitest";
import { publishedSelection, selectCandidates } from "./selection.js";

test("the best four by prior and the best three by context are kept", () => {
  expect(selectCandidates(10, [0, 0, 0, 0, 1, 0, 9, 5, 0, 2])).toEqual([0, 1, 2, 3, 6, 7, 9]);
});

test("candidates chosen twice leave a smaller list, or are filled up by prior as published", () => {
  const scores = [9, 8, 7, 0, 0, 0, 0, 0, 6, 0];
  expect(selectCandidates(10, scores)).toEqual([0, 1, 2, 3]);
  expect(selectCandidates(10, scores, publishedSelection)).toEqual([0, 1, 2, 3, 4, 5, 6, 8]);
});

test("the published selection keeps eight wherever there are eight", () => {
  fc.assert(
    fc.property(fc.array(fc.float({ noNaN: true }), { maxLength: 60 }), (scores) => {
      expect(selectCandidates(scores.length, scores, publishedSelection).length).toBe(
        Math.min(8, scores.length),
      );
    }),
  );
});
