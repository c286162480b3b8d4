import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitByFold, turnsOf } from "./folds.js";

const numbered = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("folds", () => {
  test("every document judges once, and no document has two parts in one turn", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 0, max: 60 }), (folds, more) => {
        const documents = numbered(3 * folds + more);
        const turns = turnsOf(folds).map((turn) => splitByFold(documents, turn!));
        expect(turns.flatMap((t) => t.outside)).toEqual(documents);
        for (const { train, dev, outside } of turns) {
          expect([...train, ...dev, ...outside].sort((a, b) => a - b)).toEqual(documents);
          expect(Math.min(train.length, dev.length, outside.length)).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("parts are stretches, so that neighbours judge together", () => {
    const { outside, dev } = splitByFold(numbered(20), { folds: 5, fold: 2 });
    expect(outside).toEqual([4, 5, 6, 7]);
    expect(dev).toEqual([10, 11]);
  });

  test("the last part is followed by the first", () => {
    expect(splitByFold(numbered(20), { folds: 5, fold: 5 }).dev).toEqual([2, 3]);
  });

  test("too few documents and folds that are not there are sentences", () => {
    expect(() => splitByFold(numbered(9), { folds: 5, fold: 1 })).toThrow(/9 documents are too few/);
    expect(() => splitByFold(numbered(90), { folds: 5, fold: 6 })).toThrow(/no fold 6 of 5/);
  });
});
