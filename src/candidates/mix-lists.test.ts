import { expect, test } from "vitest";
import { nameSources } from "../kb/name-sources.js";
import type { Candidate } from "../types.js";
import { mixLists } from "./mix-lists.js";

const { link, title } = nameSources;

test("two lists of candidates are one, best first, each with its share", () => {
  const first = [
    { entity: 1, prior: 0.7 },
    { entity: 2, prior: 0.3 },
  ];
  const second = [{ entity: 3, prior: 1 }];
  const mixed = mixLists(first, second, 0.6);
  expect(mixed.map(({ entity }) => entity)).toEqual([1, 3, 2]);
  expect(mixed.map(({ prior }) => Number(prior.toFixed(6)))).toEqual([0.42, 0.4, 0.18]);
});

test("of who is in both, what either list knows is kept", () => {
  const first: Candidate[] = [{ entity: 1, prior: 1, sources: title }];
  const second: Candidate[] = [{ entity: 1, prior: 0.5, count: 7, sources: link }];
  const [both] = mixLists(first, second, 0.9);
  expect(both).toMatchObject({ count: 7, sources: link | title });
  expect(both.prior).toBeCloseTo(0.95);
});

test("neither list is written to", () => {
  const first = [{ entity: 1, prior: 1 }];
  const second = [{ entity: 1, prior: 1, count: 3 }];
  mixLists(first, second, 0.5);
  expect([first, second]).toEqual([[{ entity: 1, prior: 1 }], [{ entity: 1, prior: 1, count: 3 }]]);
});
