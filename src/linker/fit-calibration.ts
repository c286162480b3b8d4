/** Fits a calibration on held-out links whose truth is known. */
import { LinkingError } from "../errors.js";
import { type Calibration, confidenceOf, linkFeatures, type ScoredLink, sigmoid } from "./calibration.js";

/** One held-out mention. */
export interface CalibrationCase extends ScoredLink {
  right: boolean;
}

const NEWTON_STEPS = 30;
/** Few links must not give large weights. */
const RIDGE = 1;

/** Fits the regression by Newton's method and reads the precision at a hundred thresholds. */
export function fitCalibration(cases: readonly CalibrationCase[], temperature: number): Calibration {
  if (cases.length === 0) {
    throw new LinkingError("bad-input", "There is no held-out link to calibrate on.");
  }
  const rows = cases.map((c) => [...linkFeatures(c), 1]);
  const size = rows[0].length;
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
    confidence: confidenceOf(calibration, c),
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

/** Temperatures are tried in steps of this factor. */
const LADDER = 1.3;

/** The temperature whose softmax makes the right candidates likeliest: what shares the rest among the losers. */
export function fitTemperature(cases: readonly CalibrationCase[]): number {
  const known = cases.filter((c) => c.right && c.scores.length > 1);
  let best = { temperature: 0.01, likelihood: Number.NEGATIVE_INFINITY };
  for (let t = 0.001; t < 1; t *= LADDER) {
    let likelihood = 0;
    for (const { scores, best: at } of known) {
      let sum = 0;
      for (let e = 0; e < scores.length; e++) sum += Math.exp((scores[e] - scores[at]) / t);
      likelihood -= Math.log(sum);
    }
    if (likelihood > best.likelihood) best = { temperature: t, likelihood };
  }
  return best.temperature;
}
