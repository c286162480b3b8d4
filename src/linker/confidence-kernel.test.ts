import { expect, test } from "vitest";
import { Random } from "../math/random.js";
import { loadKernels } from "../math/wasm-kernels.js";
import { type Calibration, confidenceOf, linkFeatures, type ScoredLink } from "./calibration.js";
import { ConfidenceKernel } from "./confidence-kernel.js";

const random = new Random(3);
const numbers = (count: number) => Array.from({ length: count }, () => random.normal(0, 1));

const madeUpLink = (candidates: number): ScoredLink => ({
  scores: numbers(candidates).sort((a, b) => b - a),
  priors: numbers(candidates).map((x) => Math.min(1, Math.abs(x))),
  best: 0,
  evidence: numbers(5),
  isFound: candidates % 2 === 0,
  chance: 0.9,
  worth: 0.4,
});

const inputs = linkFeatures(madeUpLink(3)).length;
const calibration: Calibration = {
  means: numbers(inputs),
  deviations: numbers(inputs).map((x) => 0.5 + Math.abs(x)),
  hidden: Array.from({ length: 7 }, () => numbers(inputs + 1)),
  output: numbers(8),
  temperature: 1,
  precisions: [],
};

test("links of a piece together are as sure as each by itself, and mentions without one are not sure at all", async () => {
  const kernels = await loadKernels();
  const confidence = new ConfidenceKernel(kernels, calibration);
  for (const sizes of [[], [0], [4], [1, 0, 3, 12, 2, 0]]) {
    const links = sizes.map((size) => (size > 0 ? madeUpLink(size) : undefined));
    const mark = kernels.mark();
    const together = confidence.of(links);
    kernels.release(mark);
    links.forEach((link, i) => {
      expect(together[i]).toBeCloseTo(link ? confidenceOf(calibration, link) : 0, 6);
    });
  }
});
