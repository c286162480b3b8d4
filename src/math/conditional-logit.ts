/** Which of several choices is made, by weighed numbers of each: p(choice) = softmax(w · x), fitted by Newton's method. */

/** One question: the numbers of each choice, and which choices are right (several may be). */
export interface LogitExample {
  choices: Float64Array[];
  isRight: boolean[];
}

const MOST_STEPS = 30;
const CLOSE_ENOUGH = 1e-4;
const SMALLEST_STEP = 1e-4;

/**
 * The weights that make Σ log p(right) − λ/2 |w − start|² largest. Newton's steps use the variance of all choices as curvature, which is
 * positive definite also where several choices are right. Examples without a right choice, or without a wrong one, say nothing.
 */
export function fitConditionalLogit(
  examples: readonly LogitExample[],
  start: Float64Array,
  lambda: number,
): Float64Array {
  const n = start.length;
  let weights = start.slice();
  let value = objective(examples, weights, start, lambda);
  for (let step = 0; step < MOST_STEPS; step++) {
    const gradient = Float64Array.from(weights, (w, k) => lambda * (start[k] - w));
    const curvature = new Float64Array(n * n);
    for (let k = 0; k < n; k++) curvature[k * n + k] = lambda;
    for (const example of examples) addExample(example, weights, gradient, curvature);
    const change = solve(curvature, gradient);
    // far from the top a whole step may overshoot
    let size = 1;
    for (; size > SMALLEST_STEP; size /= 2) {
      const next = weights.map((w, k) => w + size * change[k]);
      const nextValue = objective(examples, next, start, lambda);
      if (nextValue < value) continue;
      weights = next;
      value = nextValue;
      break;
    }
    if (size <= SMALLEST_STEP || change.every((c) => Math.abs(size * c) < CLOSE_ENOUGH)) break;
  }
  return weights;
}

/** Σ log p(right) − λ/2 |w − start|². */
function objective(
  examples: readonly LogitExample[],
  weights: Float64Array,
  start: Float64Array,
  lambda: number,
): number {
  let value = 0;
  for (let k = 0; k < start.length; k++) value -= (lambda / 2) * (weights[k] - start[k]) ** 2;
  for (const { choices, isRight } of examples) {
    const scores = choices.map((x) => weigh(weights, x));
    const most = Math.max(...scores);
    let right = 0;
    let all = 0;
    for (let i = 0; i < scores.length; i++) {
      const share = Math.exp(scores[i] - most);
      all += share;
      if (isRight[i]) right += share;
    }
    if (right === 0 && !isRight.includes(true)) continue;
    // a right choice beyond all hope still counts as a number
    value += Math.log(Math.max(right, Number.MIN_VALUE) / all);
  }
  return value;
}

/** w · x. */
export function weigh(weights: ArrayLike<number>, numbers: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < numbers.length; k++) sum += weights[k] * numbers[k];
  return sum;
}

/** exp of each less the largest, over their sum; in place. */
export function softmaxInPlace(scores: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) most = Math.max(most, score);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += scores[i] = Math.exp(scores[i] - most);
  for (let i = 0; i < scores.length; i++) scores[i] /= sum;
  return scores;
}

/** Gradient E[x | right] − E[x]; curvature Σ p (x − E[x]) (x − E[x])ᵀ. */
function addExample(
  { choices, isRight }: LogitExample,
  weights: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const n = weights.length;
  const p = softmaxInPlace(Float64Array.from(choices, (x) => weigh(weights, x)));
  let right = 0;
  for (let i = 0; i < p.length; i++) if (isRight[i]) right += p[i];
  if (right === 0 || isRight.every(Boolean)) return;
  const mean = new Float64Array(n);
  for (let i = 0; i < p.length; i++) {
    const pull = (isRight[i] ? p[i] / right : 0) - p[i];
    for (let k = 0; k < n; k++) {
      mean[k] += p[i] * choices[i][k];
      gradient[k] += pull * choices[i][k];
    }
  }
  for (let i = 0; i < p.length; i++) {
    if (p[i] < 1e-9) continue;
    for (let a = 0; a < n; a++) {
      const off = p[i] * (choices[i][a] - mean[a]);
      if (off === 0) continue;
      for (let b = 0; b < n; b++) curvature[a * n + b] += off * (choices[i][b] - mean[b]);
    }
  }
}

/** x of A x = b for a symmetric positive definite A (n, n), by Cholesky's factors. */
function solve(a: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / l[j * n + j];
    }
  }
  const x = b.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= l[i * n + k] * x[k];
    x[i] /= l[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= l[k * n + i] * x[k];
    x[i] /= l[i * n + i];
  }
  return x;
}
