/** Turns scores into the probability that a link is right, and a wished precision into a threshold. */
import { LinkingError } from "../errors.js";

/**
 * A small network on what a link looks like, fitted on held-out documents in which a mention whose entity is missing from the
 * candidates counts as wrong: sigmoid(Σ_j output_j tanh(hidden_j · z) + bias), z the features brought to mean 0 and deviation 1.
 */
export interface Calibration {
  /** Left out by linkers of before 0.9.0. */
  bounds?: ScoreBounds;
  /** Of each of `linkFeatures`. */
  means: number[];
  deviations: number[];
  /** A row a unit: a weight for each feature, and its constant. */
  hidden: number[][];
  /** A weight for each unit, and the constant. */
  output: number[];
  /** Divides ρ before the softmax that shares what is left among the other candidates. */
  temperature: number;
  /** Held-out precision of the links whose confidence is at least the threshold, thresholds ascending. */
  precisions: { threshold: number; precision: number; recall: number }[];
}

/** Between which scores tell anything: how large they are is the model's own affair. */
export interface ScoreBounds {
  /** Two scores further apart than this tell no more. */
  widest: number;
  /** Best scores. */
  lowest: number;
  highest: number;
}

const EARLIER_BOUNDS: ScoreBounds = { widest: 0.2, lowest: -1, highest: 1 };

/** A link before anybody has said how sure it is. */
export interface ScoredLink {
  /** ρ and p̂ of one mention's candidates. */
  scores: ArrayLike<number>;
  priors: ArrayLike<number>;
  /** Place of the highest score. */
  best: number;
  /** `nameEvidence` of the best candidate. */
  evidence: ArrayLike<number>;
  /** Was the name found by us? Otherwise somebody vouches that it is a name. */
  isFound: boolean;
  /** How likely it is a name, and one that the knowledge base has, as the finder says; 1 where nobody does. */
  chance?: number;
  worth?: number;
}

/** What confidence is worked out from: the shape of the scores, the tie between name and entity, who says that it is a name. */
export function linkFeatures(link: ScoredLink, bounds: ScoreBounds = EARLIER_BOUNDS): number[] {
  const { evidence, isFound, chance = 1, worth = 1 } = link;
  const features = scoreFeatures(link, bounds);
  for (let k = 0; k < evidence.length; k++) features.push(evidence[k]);
  features.push(isFound ? 1 : 0, chance, worth);
  return features;
}

/** How far the best score is ahead of the next; 0 where there is none. */
export function leadOf({ scores, best }: Pick<ScoredLink, "scores" | "best">): number {
  let second = Number.NEGATIVE_INFINITY;
  for (let e = 0; e < scores.length; e++) if (e !== best && scores[e] > second) second = scores[e];
  return scores.length === 1 ? 0 : scores[best] - second;
}

function scoreFeatures({ scores, priors, best }: ScoredLink, bounds: ScoreBounds): number[] {
  let largestPrior = 0;
  for (let e = 0; e < scores.length; e++) largestPrior = Math.max(largestPrior, priors[e]);
  const alone = scores.length === 1;
  const margin = Math.min(bounds.widest, leadOf({ scores, best })) / bounds.widest;
  return [
    margin,
    Math.sqrt(margin),
    alone ? 1 : 0,
    Math.log(Math.max(1e-3, Math.min(1, priors[best]))),
    priors[best] >= largestPrior ? 1 : 0,
    Math.log(scores.length),
    Math.max(bounds.lowest, Math.min(bounds.highest, scores[best])),
  ];
}

/** Place of the best score among the features. */
const BEST_SCORE = 6;

/** The calibration for scores of another model: how large they are tells nothing, only how far apart they lie. */
export function forOtherScores(calibration: Calibration): Calibration {
  const usual = calibration.means[BEST_SCORE];
  const bounds = { ...EARLIER_BOUNDS, ...calibration.bounds, lowest: usual, highest: usual };
  return { ...calibration, bounds };
}

export function confidenceOf(calibration: Calibration, link: ScoredLink): number {
  return sigmoid(networkOutput(calibration, standardise(calibration, checkedFeatures(calibration, link))));
}

/** The features of a link, as many as the calibration was fitted with. */
export function checkedFeatures(calibration: Calibration, link: ScoredLink): number[] {
  const features = linkFeatures(link, calibration.bounds);
  const wanted = calibration.means?.length;
  if (wanted !== features.length) {
    throw new LinkingError(
      "mismatch",
      `The linker's confidence looks at ${wanted ?? "other"} numbers, this version has ${features.length}; make the linker anew with \`mulrel make\`.`,
    );
  }
  return features;
}

/** The features brought to mean 0 and deviation 1, with a 1 for the constant behind them. */
export function standardise(
  { means, deviations }: Pick<Calibration, "means" | "deviations">,
  x: number[],
): Float64Array {
  const z = new Float64Array(x.length + 1);
  for (let f = 0; f < x.length; f++) z[f] = (x[f] - means[f]) / deviations[f];
  z[x.length] = 1;
  return z;
}

/** Before the sigmoid; `activations` receives those of the hidden units. */
export function networkOutput(
  { hidden, output }: { hidden: ArrayLike<number>[]; output: ArrayLike<number> },
  z: ArrayLike<number>,
  activations = new Float64Array(hidden.length),
): number {
  let j = 0;
  for (; j + 4 <= hidden.length; j += 4) sumFour(hidden, j, z, activations);
  for (; j < hidden.length; j++) activations[j] = sumOne(hidden[j], z);
  let sum = output[hidden.length];
  for (let unit = 0; unit < hidden.length; unit++) {
    activations[unit] = Math.tanh(activations[unit]);
    sum += output[unit] * activations[unit];
  }
  return sum;
}

/** sums[j … j + 3] = the next four units' weights · z: four sums that need not wait for each other, each in the order of `sumOne`. */
function sumFour(hidden: ArrayLike<number>[], j: number, z: ArrayLike<number>, sums: Float64Array): void {
  const [a, b, c, d] = [hidden[j], hidden[j + 1], hidden[j + 2], hidden[j + 3]];
  let inA = 0;
  let inB = 0;
  let inC = 0;
  let inD = 0;
  for (let f = 0; f < z.length; f++) {
    const x = z[f];
    inA += a[f] * x;
    inB += b[f] * x;
    inC += c[f] * x;
    inD += d[f] * x;
  }
  sums[j] = inA;
  sums[j + 1] = inB;
  sums[j + 2] = inC;
  sums[j + 3] = inD;
}

function sumOne(weights: ArrayLike<number>, z: ArrayLike<number>): number {
  let sum = 0;
  for (let f = 0; f < z.length; f++) sum += weights[f] * z[f];
  return sum;
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** Confidence of every candidate: the best has its calibrated one, the others share half of the rest by their scores. */
export function shareConfidence(
  scores: ArrayLike<number>,
  best: number,
  confidence: number,
  temperature: number,
): Float64Array {
  const shares = new Float64Array(scores.length);
  const second = scores[best] - leadOf({ scores, best });
  let sum = 0;
  for (let e = 0; e < scores.length; e++) {
    if (e !== best) sum += shares[e] = Math.exp((scores[e] - second) / temperature);
  }
  // a runner-up is never surer than the winner, and something is left for "none of them"
  const rest = Math.min(confidence, (1 - confidence) / 2);
  for (let e = 0; e < scores.length; e++) {
    shares[e] = e === best ? confidence : sum > 0 ? (rest * shares[e]) / sum : 0;
  }
  return shares;
}

/** Has a threshold reached the precision on held-out documents? */
export function isReached({ precisions }: Pick<Calibration, "precisions">, targetPrecision: number): boolean {
  return precisions.some((p) => p.precision >= targetPrecision);
}

/** The lowest threshold that reached the precision on held-out documents; the strictest one when none did. */
export function thresholdFor(calibration: Calibration, targetPrecision: number): number {
  const reached = calibration.precisions.find((p) => p.precision >= targetPrecision);
  return reached?.threshold ?? calibration.precisions.at(-1)?.threshold ?? 1;
}

/** Links within this of a confidence are about as sure. */
const ABOUT = 0.05;
/** Fewer of all right links than this tell nothing. */
const LEAST_RECALL = 0.002;

/**
 * Share of the held-out links about as sure that were right; undefined where too few were. The table counts links from a threshold
 * up, so what lies between two thresholds is a difference: right links go as recall, all links as recall / precision.
 */
export function precisionAbout(
  { precisions }: Pick<Calibration, "precisions">,
  confidence: number,
): number | undefined {
  const low = precisions.findLast((p) => p.threshold <= Math.max(0, confidence - ABOUT));
  const high = precisions.find((p) => p.threshold >= confidence + ABOUT);
  if (!low) return undefined;
  const right = low.recall - (high?.recall ?? 0);
  const all = low.recall / low.precision - (high ? high.recall / high.precision : 0);
  return all > LEAST_RECALL ? Math.min(1, Math.max(0, right / all)) : undefined;
}
