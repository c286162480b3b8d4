import { expect, test } from "vitest";
import { describeProgress } from "./progress-view.js";

test("progress says stage and number, share, amount, rate, time left", () => {
  const progress = {
    stage: "reading",
    done: 420e6,
    total: 1000e6,
    unit: "bytes",
    step: [1, 5] as [number, number],
  };
  expect(describeProgress({ ...progress, detail: "7 pages" }, 12)).toBe(
    "1/5 reading 42 %, 420.0 MB of 1.0 GB, 35.0 MB a second, 0:17 left, 7 pages",
  );
  expect(describeProgress({ stage: "training", done: 50, total: 100, unit: "entities" }, 10, 40)).toBe(
    "training 50 %, 50 of 100 entities, 1 entities a second, 0:50 left",
  );
});

test("what nobody knows is not said", () => {
  expect(describeProgress({ stage: "resolving titles", done: 0 }, 30)).toBe("resolving titles");
  expect(describeProgress({ stage: "reading", done: 5e6, unit: "bytes" }, 0.5)).toBe("reading 5.0 MB");
});
