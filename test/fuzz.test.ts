/** Bent files of every kind: 2,000 cases here, as many as one likes with `npm run fuzz`. */
import { expect, test } from "vitest";
import { fuzzReaders } from "../scripts/fuzz/fuzz-readers.mjs";

test("no bent file ends the process, hangs, is refused without a sentence that names it, or passes its digest", {
  timeout: 1_200_000,
}, async () => {
  const { cases, refused, failures } = await fuzzReaders({ seed: 1, cases: 2000 });
  expect(failures).toEqual([]);
  expect(cases).toBe(2000);
  expect(refused).toBeGreaterThan(1000);
});
