/** Which of a name's candidates the model gets to see: the most likely by prior, and the nearest to the context (docs/model.md, section 2). */

export interface SelectionSettings {
  /** Candidates looked at, by prior. */
  considered: number;
  /** Kept by prior. */
  byPrior: number;
  /** Kept by eᵀ Σ w over the words of the window. */
  byContext: number;
  /** Fill the places of candidates that were chosen twice with the next by prior, as the published code does. */
  fill: boolean;
  /** p̂ goes to the model no smaller than this. */
  leastPrior?: number;
}

/**
 * 4 + 4, filled up, as the published code has it. The paper's 4 + 3 without filling loses the gold entity of one dev mention
 * in a hundred (docs/results.md).
 */
export const defaultSelection: SelectionSettings = { considered: 30, byPrior: 4, byContext: 4, fill: true };

/** The published code's; models of an earlier file have it too. */
const LEAST_PRIOR = 0.001;

export function clampPrior(prior: number, { leastPrior = LEAST_PRIOR }: SelectionSettings): number {
  return Math.min(1, Math.max(leastPrior, prior));
}

/**
 * Positions kept, ascending. Candidates come best prior first; `contextScores[i]` is eᵀ Σ w of candidate i. Of equal
 * scores the earlier candidate wins.
 */
export function selectCandidates(
  candidates: number,
  contextScores: ArrayLike<number>,
  settings: SelectionSettings = defaultSelection,
): number[] {
  const considered = Math.min(candidates, settings.considered);
  const isKept = new Uint8Array(considered).fill(1, 0, settings.byPrior);
  const isFit = new Uint8Array(considered);
  for (let picked = Math.min(considered, settings.byContext); picked > 0; picked--) {
    let best = -1;
    for (let i = 0; i < considered; i++) {
      if (isFit[i] === 0 && (best < 0 || contextScores[i] > contextScores[best])) best = i;
    }
    isFit[best] = 1;
    isKept[best] = 1;
  }
  if (settings.fill) fillUp(isKept, settings.byPrior + settings.byContext);
  const places: number[] = [];
  for (let i = 0; i < considered; i++) if (isKept[i] === 1) places.push(i);
  return places;
}

/** Keeps the first ones that are not kept until there are so many. */
function fillUp(isKept: Uint8Array, wanted: number): void {
  let kept = 0;
  for (const one of isKept) kept += one;
  for (let i = 0; i < isKept.length && kept < wanted; i++) {
    if (isKept[i] === 1) continue;
    isKept[i] = 1;
    kept++;
  }
}
