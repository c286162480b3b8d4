/** Is the difference between two systems on the same documents more than luck? Paired bootstrap over documents. */
import { LinkingError } from "../errors.js";
import { Random } from "../math/random.js";
import { type LinkCounts, scoresOf } from "../training/dev-score.js";

export interface BootstrapResult {
  /** F1 of the first minus F1 of the second. */
  difference: number;
  /** Middle 95 % of the difference over resampled document sets. */
  low: number;
  high: number;
  /** Share of resamples in which the sign of the difference does not hold, both sides. */
  pValue: number;
  resamples: number;
}

/**
 * Is one system better than another on the same documents? Resamples documents with replacement.
 *
 * ```ts
 * import { type DocumentOutcome, documentCounts, pairedBootstrap } from "mulrel/train";
 *
 * declare const first: DocumentOutcome[];
 * declare const second: DocumentOutcome[];
 * const { difference, low, high } = pairedBootstrap(documentCounts(first), documentCounts(second), { seed: 1 });
 * console.log(`F1 differs by ${difference} (95 %: ${low} to ${high})`);
 * ```
 */
export function pairedBootstrap(
  first: LinkCounts[],
  second: LinkCounts[],
  { resamples = 10_000, seed = 1 }: { resamples?: number; seed?: number } = {},
): BootstrapResult {
  if (first.length !== second.length) {
    throw new LinkingError(
      "shape-mismatch",
      `Two systems must have linked the same documents; one has ${first.length}, the other ${second.length}.`,
    );
  }
  const n = first.length;
  const random = new Random(seed);
  const f1 = (c: LinkCounts) => scoresOf(c).f1;
  const sumOver = (list: LinkCounts[], picks: Int32Array) => {
    const sum = { gold: 0, linked: 0, right: 0 };
    for (const p of picks) {
      sum.gold += list[p].gold;
      sum.linked += list[p].linked;
      sum.right += list[p].right;
    }
    return sum;
  };
  const all = Int32Array.from({ length: n }, (_, i) => i);
  const difference = f1(sumOver(first, all)) - f1(sumOver(second, all));
  const picks = new Int32Array(n);
  const differences = new Float64Array(resamples);
  let against = 0;
  for (let r = 0; r < resamples; r++) {
    for (let i = 0; i < n; i++) picks[i] = random.below(n);
    differences[r] = f1(sumOver(first, picks)) - f1(sumOver(second, picks));
    if (differences[r] * Math.sign(difference) <= 0) against++;
  }
  differences.sort();
  return {
    difference,
    low: differences[Math.floor(0.025 * (resamples - 1))],
    high: differences[Math.ceil(0.975 * (resamples - 1))],
    pValue: difference === 0 ? 1 : Math.min(1, (2 * (against + 1)) / (resamples + 1)),
    resamples,
  };
}
