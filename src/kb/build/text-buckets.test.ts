import { expect, test } from "vitest";
import { cutRows } from "./text-buckets.js";

test("buckets are neighbouring rows with about the same weight each, whatever a few rows weigh", () => {
  const weights = Float64Array.from({ length: 10_000 }, (_, row) => 1e6 / (row + 1));
  const { starts, bucketOf } = cutRows(weights, 16);
  expect([starts[0], starts[16]]).toEqual([0, 10_000]);
  for (let bucket = 0; bucket < 16; bucket++) {
    expect(starts[bucket + 1]).toBeGreaterThanOrEqual(starts[bucket]);
    for (let row = starts[bucket]; row < starts[bucket + 1]; row++) expect(bucketOf[row]).toBe(bucket);
  }
  const rows = Array.from({ length: 16 }, (_, bucket) => starts[bucket + 1] - starts[bucket]);
  expect(Math.max(...rows)).toBeLessThan((2 * 10_000) / 16 + 2);
  expect([...cutRows(new Float64Array(3), 2).starts]).toEqual([0, 2, 3]);
});
