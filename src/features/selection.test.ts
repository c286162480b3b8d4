import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSelection, selectCandidates } from "./selection.js";

const paper = { considered: 30, byPrior: 4, byContext: 3, fill: false };

test("the best four by prior and the best three by context are kept", () => {
  expect(selectCandidates(10, [0, 0, 0, 0, 1, 0, 9, 5, 0, 2], paper)).toEqual([0, 1, 2, 3, 6, 7, 9]);
});

test("candidates chosen twice leave a smaller list, or are filled up by prior", () => {
  const scores = [9, 8, 7, 0, 0, 0, 0, 0, 6, 0];
  expect(selectCandidates(10, scores, paper)).toEqual([0, 1, 2, 3]);
  expect(selectCandidates(10, scores, defaultSelection)).toEqual([0, 1, 2, 3, 4, 5, 6, 8]);
});

test("the default selection keeps eight wherever there are eight", () => {
  fc.assert(
    fc.property(fc.array(fc.float({ noNaN: true }), { maxLength: 60 }), (scores) => {
      expect(selectCandidates(scores.length, scores, defaultSelection).length).toBe(
        Math.min(8, scores.length),
      );
    }),
  );
});
