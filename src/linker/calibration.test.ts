import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../math/random.js";
import {
  confidenceOf,
  forOtherScores,
  precisionAbout,
  shareConfidence,
  thresholdFor,
} from "./calibration.js";
import { type CalibrationCase, fitCalibration, fitTemperature } from "./fit-calibration.js";

/** Mentions whose margin tells the chance of being right. */
function madeUpCases(count: number): CalibrationCase[] {
  const random = new Random(5);
  return Array.from({ length: count }, () => {
    const margin = 0.2 * random.uniform();
    return {
      scores: [margin, 0],
      priors: [0.5, 0.5],
      best: 0,
      evidence: [1, 0],
      isFound: random.uniform() < 0.5,
      right: random.uniform() < 0.3 + 3.4 * margin,
    };
  });
}

describe("calibration", () => {
  test("what a confidence was worth is told of the links about as sure, not of all that are surer", () => {
    // of 100 links 50 are at least 0.5 sure and 45 of these right, of the others 10
    const precisions = [
      { threshold: 0, precision: 0.55, recall: 1 },
      { threshold: 0.5, precision: 0.9, recall: 45 / 55 },
    ];
    expect(precisionAbout({ precisions }, 0.3)).toBeCloseTo(0.2, 9);
    expect(precisionAbout({ precisions }, 0.9)).toBeCloseTo(0.9, 9);
    expect(precisionAbout({ precisions: [] }, 0.9)).toBeUndefined();
  });
  const cases = madeUpCases(4000);
  const calibration = fitCalibration(cases, 0.01);

  test("mean confidence equals the share of right links, in the low and in the high half", () => {
    for (const half of [(m: number) => m < 0.1, (m: number) => m >= 0.1]) {
      const chosen = cases.filter((c) => half(c.scores[0]));
      const confidence = chosen.reduce((sum, c) => sum + confidenceOf(calibration, c), 0) / chosen.length;
      const right = chosen.filter((c) => c.right).length / chosen.length;
      expect(Math.abs(confidence - right)).toBeLessThan(0.03);
    }
  });
  test("a target precision gives the lowest threshold that reached it, and never a lower one for more", () => {
    const at90 = thresholdFor(calibration, 0.9);
    expect(calibration.precisions.find((p) => p.threshold === at90)!.precision).toBeGreaterThanOrEqual(0.9);
    expect(thresholdFor(calibration, 0.7)).toBeLessThanOrEqual(at90);
    expect(thresholdFor(calibration, 1.1)).toBe(calibration.precisions.at(-1)!.threshold);
  });
  test("candidates share at most 1 and none is surer than the winner", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (scores, confidence) => {
          const best = scores.indexOf(Math.max(...scores));
          const shares = shareConfidence(scores, best, confidence, 0.01);
          expect(shares.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1 + 1e-9);
          for (const share of shares) expect(share).toBeLessThanOrEqual(confidence + 1e-9);
        },
      ),
    );
  });
  test("the rest is shared among the losers as wrong links teach: a lead of 0.1 that is three times as often right counts three times", () => {
    const wrong = (gold: number): CalibrationCase => ({
      ...cases[0],
      scores: [0.2, 0.5, 0.1],
      best: 1,
      right: false,
      gold,
    });
    const taught = [0, 0, 0, 2].flatMap((gold) => Array.from({ length: 10 }, () => wrong(gold)));
    const rights = Array.from({ length: 500 }, () => ({ ...wrong(1), right: true }));
    const shares = shareConfidence([0.2, 0.5, 0.1], 1, 0.6, fitTemperature([...taught, ...rights]));
    expect([...shares]).toEqual([expect.closeTo(0.15, 6), 0.6, expect.closeTo(0.05, 6)]);
    expect(fitTemperature(rights)).toBe(0.1);
  });
  test("scores a thousand times as large are as sure; of another model's only the distances count", () => {
    const larger = cases.map((c) => ({ ...c, scores: Array.from(c.scores, (s) => 1000 * s + 7) }));
    const fitted = fitCalibration(larger, 10);
    for (const i of [0, 1, 2]) {
      expect(confidenceOf(fitted, larger[i])).toBeCloseTo(confidenceOf(calibration, cases[i]), 1);
    }
    const taken = forOtherScores(fitted);
    const moved = { ...larger[0], scores: Array.from(larger[0].scores, (s) => s - 500) };
    expect(confidenceOf(taken, moved)).toBe(confidenceOf(taken, larger[0]));
    expect(confidenceOf(fitted, moved)).not.toBe(confidenceOf(fitted, larger[0]));
  });
});
