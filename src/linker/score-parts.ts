/**
 * Takes a final score apart in the order in which it was made: the name alone, the words around, what else speaks for a candidate, the
 * other names. Every part is a difference of scores, so that the parts add up to the score whatever the network g is.
 */
import type { Model } from "../model/model.js";

/** Where a score comes from, in units of ρ: all five add up to it. */
export interface ScoreParts {
  /** What every candidate has before anything is known of it. */
  start: number;
  /** How often the name means this. */
  name: number;
  /** The words around. */
  words: number;
  /** What else speaks for it: title and name, longer names, title words in the text. 0 where the model looks at none. */
  evidence: number;
  /** The other names. */
  names: number;
}

/** All that the final scores of a mention were made of; arrays by candidate. */
export interface ScoreMakings {
  scores: ArrayLike<number>;
  logPriors: ArrayLike<number>;
  addedToPrior: ArrayLike<number>;
  addedToLocal: ArrayLike<number>;
  /** What each word said of each candidate. */
  words: ArrayLike<number>[];
  /** What each other mention said; empty where nothing was said. */
  messages: ArrayLike<number>[];
  /** Beliefs are shares, as mentions talked to each other; otherwise they are Ψ itself. */
  isShared: boolean;
  /** What log p̂ counts beside ρ. */
  priorWeight: number;
}

export interface TakenApart {
  /** By candidate. */
  parts: ScoreParts[];
  /** By word and by other mention: what it adds to the lead of one candidate over another. */
  wordLeads: number[];
  messageLeads: number[];
}

/** ρ = g(q, log p̂) and its slope along q, of one candidate. */
export interface FinalScore {
  score(q: number, logPrior: number): number;
  slope(q: number, logPrior: number): number;
}

/** g as plain numbers: the network is small and is asked a few hundred times a link. */
export function finalScoreOf(model: Model): FinalScore {
  const w1 = Float64Array.from(model.parameter("score_combine.0.weight"));
  const b1 = Float64Array.from(model.parameter("score_combine.0.bias"));
  const w2 = Float64Array.from(model.parameter("score_combine.2.weight"));
  const b2 = model.parameter("score_combine.2.bias")[0];
  const sum = (q: number, logPrior: number, of: (h: number, z: number) => number) => {
    let total = 0;
    for (let h = 0; h < b1.length; h++) {
      const z = w1[2 * h] * q + w1[2 * h + 1] * logPrior + b1[h];
      if (z > 0) total += of(h, z);
    }
    return total;
  };
  return {
    score: (q, logPrior) => b2 + sum(q, logPrior, (h, z) => w2[h] * z),
    slope: (q, logPrior) => sum(q, logPrior, (h) => w2[h] * w1[2 * h]),
  };
}

/** Steps of the way from one belief to the next along which single words and names are credited. */
const STEPS = 16;

/** `lead`: the two candidates whose lead is told apart; the same one twice where there is no other. */
export function takeApart(g: FinalScore, makings: ScoreMakings, lead: [number, number]): TakenApart {
  const { scores, logPriors, addedToPrior, addedToLocal, words, messages, isShared, priorWeight } = makings;
  const count = scores.length;
  if (count === 0) return { parts: [], wordLeads: [], messageLeads: messages.map(() => 0) };
  const even = Math.log(1 / count);
  const nothing = new Float64Array(count);
  const read = sumOf(words, nothing);
  const known = sumOf([read, addedToLocal], nothing);
  const [q0, q1, q2] = [nothing, read, known].map((z) => beliefs(z, isShared));
  const isHeard = messages.some((m) => m.length > 0);
  const usesEvidence = [addedToPrior, addedToLocal].some((added) => Array.from(added).some((x) => x !== 0));
  const whole = (q: number, logPrior: number, e: number) => g.score(q, logPrior) + priorWeight * logPriors[e];
  const parts = Array.from({ length: count }, (_, e): ScoreParts => {
    const start = g.score(q0[e], even) + priorWeight * even;
    const named = whole(q0[e], logPriors[e], e);
    const withWords = whole(q1[e], logPriors[e], e);
    const withEvidence = whole(q2[e], logPriors[e] + addedToPrior[e], e);
    const made = { start, name: named - start, words: withWords - named, evidence: 0, names: 0 };
    // the kernels' rounding goes to whatever came last
    if (isHeard) return { ...made, evidence: withEvidence - withWords, names: scores[e] - withEvidence };
    if (usesEvidence) return { ...made, evidence: scores[e] - withWords };
    return { ...made, words: scores[e] - named };
  });
  const leadOf = (of: keyof ScoreParts) => parts[lead[0]][of] - parts[lead[1]][of];
  return {
    parts,
    wordLeads: credit({ g, logPriors, isShared, lead }, nothing, words, leadOf("words")),
    messageLeads: credit(
      { g, logPriors: sumOf([logPriors, addedToPrior], nothing), isShared, lead },
      known,
      messages,
      leadOf("names"),
    ),
  };
}

function sumOf(parts: ArrayLike<number>[], from: ArrayLike<number>): Float64Array {
  const sum = Float64Array.from(from);
  for (const part of parts) for (let e = 0; e < part.length; e++) sum[e] += part[e];
  return sum;
}

function beliefs(z: Float64Array, isShared: boolean): Float64Array {
  if (!isShared) return z;
  const top = Math.max(...z);
  const q = z.map((x) => Math.exp(x - top));
  const total = q.reduce((a, b) => a + b, 0);
  return q.map((x) => x / total);
}

interface Way {
  g: FinalScore;
  logPriors: ArrayLike<number>;
  isShared: boolean;
  lead: [number, number];
}

/**
 * What each of `parts` adds to the lead on the straight way from `from` to `from` + Σ parts: the integral of its share of the slope
 * (Aumann & Shapley's values), so that nobody's credit depends on an order. What the steps miss is shared in proportion.
 */
function credit(
  { g, logPriors, isShared, lead }: Way,
  from: Float64Array,
  parts: ArrayLike<number>[],
  total: number,
): number[] {
  const credits = parts.map(() => 0);
  if (lead[0] === lead[1]) return credits;
  const all = sumOf(parts, new Float64Array(from.length));
  for (let step = 0; step < STEPS; step++) {
    const q = beliefs(
      from.map((z, e) => z + ((step + 0.5) / STEPS) * all[e]),
      isShared,
    );
    const slopes = lead.map((e) => g.slope(q[e], logPriors[e]) / STEPS);
    parts.forEach((part, i) => {
      if (part.length === 0) return;
      const [ahead, behind] = lead.map((e, side) => slopes[side] * pull(part, q, e, isShared));
      credits[i] += ahead - behind;
    });
  }
  return shareMissing(credits, total);
}

/** How fast q(e) changes when `part` is added to the beliefs' logarithms. */
function pull(part: ArrayLike<number>, q: Float64Array, e: number, isShared: boolean): number {
  if (!isShared) return part[e];
  let mean = 0;
  for (let x = 0; x < q.length; x++) mean += q[x] * part[x];
  return q[e] * (part[e] - mean);
}

function shareMissing(credits: number[], total: number): number[] {
  const missing = total - credits.reduce((a, b) => a + b, 0);
  const size = credits.reduce((a, b) => a + Math.abs(b), 0);
  return size > 0 ? credits.map((c) => c + (missing * Math.abs(c)) / size) : credits;
}
