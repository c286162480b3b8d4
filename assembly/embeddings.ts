// Training of entity vectors (max-margin) and word vectors (skip-gram). Plain twins: src/math/plain/embeddings.ts.
import { bytesOf, loadPart, multiplyAdd, storePart } from "./lanes";
import { exp4 } from "./transcendental";
import { addScaledBytes, dotBytes } from "./vectors";

/** x ← x / |x|; a vector of zeros stays. */
function normalize(x: usize, d: i32): void {
  const square = dotBytes(x, x, d);
  if (square > 0) scale(x, f32x4.splat(1 / sqrt(square)), d);
}

function scale(x: usize, factor: v128, d: i32): void {
  const whole = (<usize>d & ~3) << 2;
  for (let i: usize = 0; i < whole; i += 16) v128.store(x + i, f32x4.mul(v128.load(x + i), factor));
  if (d & 3) storePart(x + whole, f32x4.mul(loadPart(x + whole, d & 3, factor), factor), d & 3);
}

/** Four numbers of AdaGrad: returns the change of x, and the new sum of squares in `adaSquares`. */
let adaSquares: v128 = f32x4.splat(0);
// @ts-ignore: decorator
@inline
function adaGrad(g: v128, squares: v128, rate: v128): v128 {
  adaSquares = multiplyAdd(g, g, squares);
  return f32x4.div(f32x4.mul(rate, g), f32x4.add(f32x4.sqrt(adaSquares), f32x4.splat(1e-10)));
}

export function marginSteps(
  x: i32,
  squares: i32,
  gradient: i32,
  sum: i32,
  words: i32,
  positives: i32,
  negatives: i32,
  steps: i32,
  pairs: i32,
  choices: i32,
  d: i32,
  margin: f32,
  rate: f32,
): f64 {
  const x0 = bytesOf(x);
  const g0 = bytesOf(gradient);
  const h0 = bytesOf(squares);
  const table = bytesOf(words);
  const rowBytes = bytesOf(d);
  let positive = bytesOf(positives);
  let negative = bytesOf(negatives);
  const whole = (<usize>d & ~3) << 2;
  const rest = d & 3;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const rates = f32x4.splat(rate);
  const share = f32x4.splat(1 / <f32>(pairs * choices));
  let violations: f64 = 0;
  for (let s = 0; s < steps; s++) {
    memory.fill(g0, 0, rowBytes);
    let found = 0;
    for (let p = 0; p < pairs; p++, positive += 4) {
      const good = table + <usize>load<i32>(positive) * rowBytes;
      const bar = dotBytes(x0, good, d) - margin;
      let wrong = 0;
      for (let c = 0; c < choices; c++, negative += 4) {
        const bad = table + <usize>load<i32>(negative) * rowBytes;
        if (dotBytes(x0, bad, d) > bar) {
          wrong++;
          addScaledBytes(g0, bad, one, d);
        }
      }
      if (wrong) addScaledBytes(g0, good, f32x4.splat(<f32>-wrong), d);
      found += wrong;
    }
    violations += <f64>found;
    if (found) {
      // Along x itself a unit vector cannot move.
      addScaledBytes(g0, x0, f32x4.splat(-dotBytes(g0, x0, d)), d);
      for (let i: usize = 0; i < whole; i += 16) {
        const change = adaGrad(f32x4.mul(v128.load(g0 + i), share), v128.load(h0 + i), rates);
        v128.store(h0 + i, adaSquares);
        v128.store(x0 + i, f32x4.sub(v128.load(x0 + i), change));
      }
      if (rest) {
        const g = f32x4.mul(loadPart(g0 + whole, rest, zero), share);
        const change = adaGrad(g, loadPart(h0 + whole, rest, zero), rates);
        storePart(h0 + whole, adaSquares, rest);
        storePart(x0 + whole, f32x4.sub(loadPart(x0 + whole, rest, zero), change), rest);
      }
      normalize(x0, d);
    }
    addScaledBytes(bytesOf(sum), x0, one, d);
  }
  return violations;
}

/** σ(z) = 1 / (1 + e^−z). */
function sigmoid(z: f32): f32 {
  return 1 / (1 + f32x4.extract_lane(exp4(f32x4.splat(-z)), 0));
}

export function skipGramSteps(
  inputs: i32,
  outputs: i32,
  gradient: i32,
  centers: i32,
  targets: i32,
  pairs: i32,
  choices: i32,
  d: i32,
  rate: f32,
): void {
  const rowBytes = bytesOf(d);
  const g = bytesOf(gradient);
  const one = f32x4.splat(1);
  let target = bytesOf(targets);
  for (let p = 0; p < pairs; p++) {
    const center = bytesOf(inputs) + <usize>load<i32>(bytesOf(centers + p)) * rowBytes;
    memory.fill(g, 0, rowBytes);
    for (let c = 0; c < choices; c++, target += 4) {
      const output = bytesOf(outputs) + <usize>load<i32>(target) * rowBytes;
      const wanted: f32 = c == 0 ? 1 : 0;
      const step = f32x4.splat(rate * (wanted - sigmoid(dotBytes(center, output, d))));
      addScaledBytes(g, output, step, d);
      addScaledBytes(output, center, step, d);
    }
    addScaledBytes(center, g, one, d);
  }
}
