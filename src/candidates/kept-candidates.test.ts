import { expect, test } from "vitest";
import { asObjects, bestEntity, KeptCandidates } from "./kept-candidates.js";

test("candidates come back as they were", () => {
  const candidates = [
    { entity: 7_000_001, prior: 0.1 + 0.2, count: 4_000_000_000, sources: 0xffff },
    { entity: 0, prior: 1, count: 0, sources: 0 },
    { entity: 3, prior: 1e-9, count: 0.5, sources: 1 },
  ];
  const kept = new KeptCandidates(candidates);
  expect(kept).toHaveLength(3);
  expect(asObjects(kept)).toEqual(candidates);
  expect(asObjects(candidates)).toBe(candidates);
  expect(kept.readAll(2)).toEqual(candidates.slice(0, 2));
  expect(kept.read(2, 0.5)).toEqual({ ...candidates[2], prior: 0.5 });
  expect([bestEntity(kept), bestEntity(candidates)]).toEqual([7_000_001, 7_000_001]);
  expect(asObjects(new KeptCandidates([]))).toEqual([]);
});
