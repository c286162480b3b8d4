/** Cuts a run of tokens into names: how likely each stretch is a name among all ways to cut, and the best way. */
import type { Run } from "./lattice.js";

/**
 * P(span) for every span of the run, in order, when a cut is as likely as exp of the sum of its spans' scores
 * (a semi-Markov field; a token outside all names adds 0). `logZ` is the log of the sum over all cuts.
 */
export function spanChances(run: Run, scores: ArrayLike<number>): { chances: Float64Array; logZ: number } {
  const size = run.to - run.from;
  const { spans } = run;
  // spans come ordered by their first token; ahead[i]: log-sum over cuts of tokens [0, i), behind[i]: of [i, size)
  const ahead = new Float64Array(size + 1).fill(Number.NEGATIVE_INFINITY);
  const behind = new Float64Array(size + 1).fill(Number.NEGATIVE_INFINITY);
  ahead[0] = 0;
  for (let i = 0, s = 0; i < size; i++) {
    ahead[i + 1] = logAdd(ahead[i + 1], ahead[i]);
    for (; s < spans.length && spans[s].first - run.from === i; s++) {
      const end = spans[s].end - run.from;
      ahead[end] = logAdd(ahead[end], ahead[i] + scores[s]);
    }
  }
  behind[size] = 0;
  for (let i = size - 1, s = spans.length - 1; i >= 0; i--) {
    behind[i] = behind[i + 1];
    for (; s >= 0 && spans[s].first - run.from === i; s--) {
      behind[i] = logAdd(behind[i], behind[spans[s].end - run.from] + scores[s]);
    }
  }
  const logZ = ahead[size];
  const chances = new Float64Array(spans.length);
  for (let s = 0; s < spans.length; s++) {
    const { first, end } = spans[s];
    chances[s] = Math.exp(ahead[first - run.from] + scores[s] + behind[end - run.from] - logZ);
  }
  return { chances, logZ };
}

function logAdd(a: number, b: number): number {
  if (a === Number.NEGATIVE_INFINITY) return b;
  return a > b ? a + Math.log1p(Math.exp(b - a)) : b + Math.log1p(Math.exp(a - b));
}

/** Numbers of the spans, apart from each other, whose chances exceed `least` by the largest sum. */
export function bestCut(run: Run, chances: ArrayLike<number>, least: number): number[] {
  const size = run.to - run.from;
  const best = new Float64Array(size + 1);
  const choice = new Int32Array(size).fill(-1);
  for (let i = size - 1, s = run.spans.length - 1; i >= 0; i--) {
    best[i] = best[i + 1];
    for (; s >= 0 && run.spans[s].first - run.from === i; s--) {
      const sum = chances[s] - least + best[run.spans[s].end - run.from];
      if (sum > best[i]) {
        best[i] = sum;
        choice[i] = s;
      }
    }
  }
  const chosen: number[] = [];
  for (let i = 0; i < size; ) {
    const s = choice[i];
    if (s >= 0) chosen.push(s);
    i = s >= 0 ? run.spans[s].end - run.from : i + 1;
  }
  return chosen;
}
