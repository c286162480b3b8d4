import { describe, expect, test } from "vitest";
import { evidenceNames } from "../evidence/name-evidence.js";
import { fitCalibration, fitTemperature } from "../linker/fit-calibration.js";
import { Random } from "../math/random.js";
import { type DocumentedCase, fitOwnConfidence } from "./own-confidence.js";

/** Links that are right as often as their lead says, or, `reversed`, as often as it does not. */
function links(count: number, seed: number, reversed = false): DocumentedCase[] {
  const random = Random.derive(seed, 1);
  return Array.from({ length: count }, (_, i) => {
    const lead = random.uniform();
    const isLikely = random.uniform() < 0.1 + 0.8 * lead;
    return {
      scores: Float64Array.of(lead, 0),
      priors: Float64Array.of(0.6, 0.4),
      best: 0,
      evidence: new Float64Array(evidenceNames.length),
      isFound: false,
      right: isLikely !== reversed,
      document: { id: `page ${i % 40}` },
    };
  });
}

const fitted = (cases: DocumentedCase[]) => fitCalibration(cases, fitTemperature(cases));
const fromMany = fitted(links(1500, 3));

describe("confidence of a linker's own", () => {
  test("few links fit none", () => {
    expect(fitOwnConfidence(links(199, 1), undefined)).toBeUndefined();
  });

  test("where nothing is taken over, enough links fit one", () => {
    expect(fitOwnConfidence(links(240, 1), undefined)).toEqual(fitted(links(240, 1)));
  });

  test("one from many links of the same kind is not given up for one from few", () => {
    expect(fitOwnConfidence(links(240, 2), fromMany)).toBeUndefined();
  });

  test("one that is wrong about these documents is", () => {
    const own = links(400, 2, true);
    expect(fitOwnConfidence(own, fromMany)).toEqual(fitted(own));
  });

  test("one of a version that looked at other numbers is not asked", () => {
    const given = { ...fromMany, means: [0] };
    expect(fitOwnConfidence(links(240, 2), given)).toBeDefined();
  });
});
