/** Turns scores into the probability that a link is right, and a wished precision into a threshold. */

/**
 * Logistic regression on what the scores of one mention look like, fitted on held-out documents in which a mention whose
 * entity is missing from the candidates counts as wrong.
 */
export interface Calibration {
  /** One for each of `scoreFeatures`, and the constant. */
  weights: number[];
  /** Divides ρ before the softmax that shares what is left among the other candidates. */
  temperature: number;
  /** Held-out precision of the links whose confidence is at least the threshold, thresholds ascending. */
  precisions: { threshold: number; precision: number; recall: number }[];
}

/** Two scores further apart than this tell no more; the ranking loss asks for 0.01. */
const WIDEST_MARGIN = 0.2;

/** What calibration looks at; scores and priors belong to one mention's candidates, `best` is the highest score's place. */
export function scoreFeatures(scores: ArrayLike<number>, priors: ArrayLike<number>, best: number): number[] {
  let second = Number.NEGATIVE_INFINITY;
  let largestPrior = 0;
  for (let e = 0; e < scores.length; e++) {
    if (e !== best && scores[e] > second) second = scores[e];
    largestPrior = Math.max(largestPrior, priors[e]);
  }
  const alone = scores.length === 1;
  const margin = alone ? 0 : Math.min(WIDEST_MARGIN, scores[best] - second) / WIDEST_MARGIN;
  return [
    margin,
    Math.sqrt(margin),
    alone ? 1 : 0,
    Math.log(Math.max(1e-3, Math.min(1, priors[best]))),
    priors[best] >= largestPrior ? 1 : 0,
    Math.log(scores.length),
    Math.max(-1, Math.min(1, scores[best])),
  ];
}

export function confidenceOf(
  calibration: Calibration,
  scores: ArrayLike<number>,
  priors: ArrayLike<number>,
  best: number,
): number {
  return sigmoid(linear(calibration.weights, scoreFeatures(scores, priors, best)));
}

function linear(weights: ArrayLike<number>, features: ArrayLike<number>): number {
  let sum = weights[features.length];
  for (let f = 0; f < features.length; f++) sum += weights[f] * features[f];
  return sum;
}

function sigmoid(x: number): number {
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
  let sum = 0;
  for (let e = 0; e < scores.length; e++) {
    if (e !== best) sum += shares[e] = Math.exp((scores[e] - scores[best]) / temperature);
  }
  // a runner-up is never surer than the winner, and something is left for "none of them"
  const rest = Math.min(confidence, (1 - confidence) / 2);
  for (let e = 0; e < scores.length; e++) {
    shares[e] = e === best ? confidence : sum > 0 ? (rest * shares[e]) / sum : 0;
  }
  return shares;
}

/** The lowest threshold that reached the precision on held-out documents; the strictest one when none did. */
export function thresholdFor(calibration: Calibration, targetPrecision: number): number {
  const reached = calibration.precisions.find((p) => p.precision >= targetPrecision);
  return reached?.threshold ?? calibration.precisions.at(-1)?.threshold ?? 1;
}

/** One held-out mention. */
export interface CalibrationCase {
  scores: ArrayLike<number>;
  priors: ArrayLike<number>;
  best: number;
  right: boolean;
}

const NEWTON_STEPS = 30;
const RIDGE = 1e-3;

/** Fits the regression by Newton's method and reads the precision at a hundred thresholds. */
export function fitCalibration(cases: readonly CalibrationCase[], temperature: number): Calibration {
  const rows = cases.map((c) => [...scoreFeatures(c.scores, c.priors, c.best), 1]);
  const size = rows[0]?.length ?? scoreFeatures([0], [1], 0).length + 1;
  const weights = new Array<number>(size).fill(0);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const gradient = weights.map((w) => -RIDGE * w);
    const hessian = weights.map((_, i) => weights.map((_, j) => (i === j ? RIDGE : 0)));
    for (let r = 0; r < rows.length; r++) {
      const x = rows[r];
      let z = 0;
      for (let f = 0; f < size; f++) z += weights[f] * x[f];
      const p = sigmoid(z);
      const error = (cases[r].right ? 1 : 0) - p;
      for (let f = 0; f < size; f++) {
        gradient[f] += error * x[f];
        for (let g = 0; g < size; g++) hessian[f][g] += p * (1 - p) * x[f] * x[g];
      }
    }
    const change = solve(hessian, gradient);
    for (let f = 0; f < size; f++) weights[f] += change[f];
  }
  const calibration: Calibration = { weights, temperature, precisions: [] };
  calibration.precisions = precisionTable(cases, calibration);
  return calibration;
}

function precisionTable(cases: readonly CalibrationCase[], calibration: Calibration) {
  const judged = cases.map((c) => ({
    confidence: confidenceOf(calibration, c.scores, c.priors, c.best),
    right: c.right,
  }));
  const rights = judged.filter((j) => j.right).length;
  const table: Calibration["precisions"] = [];
  for (let percent = 0; percent < 100; percent++) {
    const kept = judged.filter((j) => j.confidence >= percent / 100);
    if (kept.length === 0) break;
    const right = kept.filter((j) => j.right).length;
    table.push({
      threshold: percent / 100,
      precision: right / kept.length,
      recall: right / Math.max(1, rights),
    });
  }
  return table;
}

/** x with a·x = b, by Gaussian elimination with pivoting; a is small and regular. */
function solve(a: number[][], b: number[]): number[] {
  const size = b.length;
  const rows = a.map((row, i) => [...row, b[i]]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let r = column + 1; r < size; r++) {
      if (Math.abs(rows[r][column]) > Math.abs(rows[pivot][column])) pivot = r;
    }
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let r = column + 1; r < size; r++) {
      const factor = rows[r][column] / rows[column][column];
      for (let c = column; c <= size; c++) rows[r][c] -= factor * rows[column][c];
    }
  }
  const x = new Array<number>(size).fill(0);
  for (let r = size - 1; r >= 0; r--) {
    let sum = rows[r][size];
    for (let c = r + 1; c < size; c++) sum -= rows[r][c] * x[c];
    x[r] = sum / rows[r][r];
  }
  return x;
}
