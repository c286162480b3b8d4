/** Several scorers of names as one whose scores are the means of theirs: their hidden layers side by side. */
import { LinkingError } from "../errors.js";
import { layoutOf, type NameScorerWeights, ROLES, type ScorerShape } from "../mentions/scorer-weights.js";

/** All of them look at the same features and word vectors. */
export function joinScorers(scorers: readonly NameScorerWeights[]): NameScorerWeights {
  if (scorers.length === 0)
    throw new LinkingError("usage", "There is no scorer of names to join; train one or more.");
  const [{ features, d }] = scorers;
  const sum = (of: (scorer: NameScorerWeights) => number) =>
    scorers.reduce((total, scorer) => total + of(scorer), 0);
  const shape = { features, d, rank: sum(({ rank }) => rank), hidden: sum(({ hidden }) => hidden) };
  const numbers = new Float32Array(layoutOf(shape).size);
  const joined = { ...shape, numbers };
  let rank = 0;
  let hidden = 0;
  for (const scorer of scorers) {
    copyScorer(scorer, joined, { rank, hidden, share: 1 / scorers.length });
    rank += scorer.rank;
    hidden += scorer.hidden;
  }
  return joined;
}

/** Where a scorer's numbers of a word and its hidden units begin among those of all, and what its answers count. */
interface Place {
  rank: number;
  hidden: number;
  share: number;
}

function copyScorer(from: NameScorerWeights, to: NameScorerWeights, place: Place): void {
  const [own, all] = [layoutOf(from), layoutOf(to)];
  for (let i = 0; i < from.d; i++) {
    const row = from.numbers.subarray(i * from.rank, (i + 1) * from.rank);
    to.numbers.set(row, i * to.rank + place.rank);
  }
  for (let row = 0; row < from.features + ROLES * from.rank; row++) {
    const weights = from.numbers.subarray(own.first + row * from.hidden, own.first + (row + 1) * from.hidden);
    to.numbers.set(weights, all.first + rowOf(row, from, to, place.rank) * to.hidden + place.hidden);
  }
  for (const answer of ["name", "worth"] as const) {
    for (let k = 0; k < from.hidden; k++)
      to.numbers[all[answer] + place.hidden + k] = place.share * from.numbers[own[answer] + k];
    to.numbers[all[answer] + to.hidden] += place.share * from.numbers[own[answer] + from.hidden];
  }
}

/** The row of W, among those of all, that takes what a row of one scorer's takes. */
function rowOf(row: number, from: ScorerShape, to: ScorerShape, rank: number): number {
  if (row < from.features) return row;
  const [role, r] = [Math.floor((row - from.features) / from.rank), (row - from.features) % from.rank];
  return from.features + role * to.rank + rank + r;
}
