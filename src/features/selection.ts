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
  const kept = new Set<number>();
  for (let i = 0; i < Math.min(considered, settings.byPrior); i++) kept.add(i);
  const byContext = Array.from({ length: considered }, (_, i) => i).sort(
    (a, b) => contextScores[b] - contextScores[a] || a - b,
  );
  for (const i of byContext.slice(0, settings.byContext)) kept.add(i);
  if (settings.fill) {
    const whole = Math.min(considered, settings.byPrior + settings.byContext);
    for (let i = 0; kept.size < whole; i++) kept.add(i);
  }
  return [...kept].sort((a, b) => a - b);
}
