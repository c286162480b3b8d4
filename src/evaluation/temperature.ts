/** Turns final scores ρ into confidences: a softmax whose temperature is fitted on other documents than those it is used on. */

/** The scores of one mention, and the place of the right candidate (−1: not there, so no confidence can be right). */
export interface ScoredMention {
  scores: ArrayLike<number>;
  gold: number;
}

/** softmax(ρ / T) of the best candidate. */
export function confidenceAt(scores: ArrayLike<number>, temperature: number): number {
  let top = -Infinity;
  for (let i = 0; i < scores.length; i++) top = Math.max(top, scores[i]);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += Math.exp((scores[i] - top) / temperature);
  return 1 / sum;
}

/** Mean negative log likelihood of the gold candidates at a temperature. */
function surprise(mentions: ScoredMention[], temperature: number): number {
  let total = 0;
  let count = 0;
  for (const { scores, gold } of mentions) {
    if (gold < 0 || scores.length < 2) continue;
    let top = -Infinity;
    for (let i = 0; i < scores.length; i++) top = Math.max(top, scores[i]);
    let sum = 0;
    for (let i = 0; i < scores.length; i++) sum += Math.exp((scores[i] - top) / temperature);
    total += Math.log(sum) - (scores[gold] - top) / temperature;
    count++;
  }
  return count === 0 ? 0 : total / count;
}

/** The temperature with the least surprise, by golden-section search over its logarithm. */
export function fitTemperature(mentions: ScoredMention[]): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = Math.log(1e-4);
  let high = Math.log(10);
  for (let step = 0; step < 60; step++) {
    const left = high - ratio * (high - low);
    const right = low + ratio * (high - low);
    if (surprise(mentions, Math.exp(left)) < surprise(mentions, Math.exp(right))) high = right;
    else low = left;
  }
  return Math.exp((low + high) / 2);
}
