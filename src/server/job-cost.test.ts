import { describe, expect, test } from "vitest";
import { jobCost, LONG_JOB, queueShare } from "./job-cost.js";

const link = (text: string) =>
  jobCost({ kind: "link", request: { text }, linker: "default", answerLimit: 1e6 });

describe("the cost of a job", () => {
  test("grows with the text and its capital words", () => {
    expect(link("London and Paris.")).toBeGreaterThan(link("a town and a city"));
    expect(link("London. ".repeat(100))).toBeGreaterThan(50 * link("London. "));
  });
  test("short jobs wait nearly alike, long ones by what they cost", () => {
    expect(queueShare(32_000) / queueShare(2_000)).toBeCloseTo(2);
    expect(queueShare(LONG_JOB + 10_000) - queueShare(LONG_JOB)).toBe(10_000);
  });
});
