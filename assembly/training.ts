// Margin loss and Adam. Plain twins: src/math/plain/training.ts.
import { bytesOf, loadPart, multiplyAdd, storePart } from "./lanes";

/** Σ_i weights[i] Σ_{e ≠ gold} max(0, margin − s[gold] + s[e]) (paper eq. 6), its gradient added into dscores. */
export function marginLoss(
  dscores: i32,
  scores: i32,
  starts: i32,
  counts: i32,
  golds: i32,
  weights: i32,
  mentions: i32,
  margin: f64,
): f64 {
  let loss: f64 = 0;
  for (let i = 0; i < mentions; i++) {
    const gold = load<i32>(bytesOf(golds + i));
    if (gold < 0) continue;
    const start = load<i32>(bytesOf(starts + i));
    const count = load<i32>(bytesOf(counts + i));
    const s = bytesOf(scores + start);
    const ds = bytesOf(dscores + start);
    const weight = load<f32>(bytesOf(weights + i));
    const floor = margin - <f64>load<f32>(s + bytesOf(gold));
    let violations = 0;
    for (let e = 0; e < count; e++) {
      const excess = floor + <f64>load<f32>(s + bytesOf(e));
      if (e == gold || !(excess > 0)) continue;
      loss += <f64>weight * excess;
      violations++;
      store<f32>(ds + bytesOf(e), load<f32>(ds + bytesOf(e)) + weight);
    }
    const at = ds + bytesOf(gold);
    store<f32>(at, load<f32>(at) - weight * <f32>violations);
  }
  return loss;
}

/** baseⁿ by repeated squaring: multiplications only. */
function power(base: f64, n: f64): f64 {
  let result: f64 = 1;
  let square = base;
  for (let rest = <u64>n; rest > 0; rest >>= 1) {
    if (rest & 1) result *= square;
    square *= square;
  }
  return result;
}

/** Steps of Adam after which subnormal numbers are cleared. */
const CLEARING_INTERVAL: u64 = 64;

/**
 * Sets the subnormal numbers of x (count) to 0. A mean that decays would otherwise end on one of the smallest and stay there for
 * good, and processors are many times slower on them. NaN stays.
 */
function clearSubnormal(x: usize, count: i32): void {
  const smallest = f32x4.splat(1.17549435e-38);
  const whole = (<usize>count & ~3) << 2;
  const rest = count & 3;
  for (let i: usize = 0; i < whole; i += 16) {
    const v = v128.load(x + i);
    v128.store(x + i, v128.andnot(v, f32x4.lt(f32x4.abs(v), smallest)));
  }
  if (rest) {
    const v = loadPart(x + whole, rest, smallest);
    storePart(x + whole, v128.andnot(v, f32x4.lt(f32x4.abs(v), smallest)), rest);
  }
}

/**
 * m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g², p ← p − rate/(1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + ε)
 * (Kingma & Ba 2015, in PyTorch's order). All arrays: (count).
 */
export function adamStep(
  params: i32,
  grads: i32,
  m: i32,
  v: i32,
  count: i32,
  rate: f64,
  beta1: f64,
  beta2: f64,
  epsilon: f64,
  step: f64,
): void {
  const p = bytesOf(params);
  const g = bytesOf(grads);
  const m0 = bytesOf(m);
  const v0 = bytesOf(v);
  const whole = (<usize>count & ~3) << 2;
  const rest = count & 3;
  const zero = f32x4.splat(0);
  const stepSize = f32x4.splat(<f32>(rate / (1 - power(beta1, step))));
  const rootScale = f32x4.splat(<f32>(1 / sqrt(1 - power(beta2, step))));
  const eps = f32x4.splat(<f32>epsilon);
  const keep1 = f32x4.splat(<f32>beta1);
  const take1 = f32x4.splat(<f32>(1 - beta1));
  const keep2 = f32x4.splat(<f32>beta2);
  const take2 = f32x4.splat(<f32>(1 - beta2));
  for (let i: usize = 0; i < whole; i += 16) {
    const gi = v128.load(g + i);
    const mi = multiplyAdd(keep1, v128.load(m0 + i), f32x4.mul(take1, gi));
    const vi = multiplyAdd(keep2, v128.load(v0 + i), f32x4.mul(f32x4.mul(take2, gi), gi));
    v128.store(m0 + i, mi);
    v128.store(v0 + i, vi);
    const root = multiplyAdd(f32x4.sqrt(vi), rootScale, eps);
    v128.store(p + i, f32x4.sub(v128.load(p + i), f32x4.div(f32x4.mul(stepSize, mi), root)));
  }
  if (rest) {
    const gi = loadPart(g + whole, rest, zero);
    const mi = multiplyAdd(keep1, loadPart(m0 + whole, rest, zero), f32x4.mul(take1, gi));
    const vi = multiplyAdd(keep2, loadPart(v0 + whole, rest, zero), f32x4.mul(f32x4.mul(take2, gi), gi));
    storePart(m0 + whole, mi, rest);
    storePart(v0 + whole, vi, rest);
    const root = multiplyAdd(f32x4.sqrt(vi), rootScale, eps);
    const before = loadPart(p + whole, rest, zero);
    storePart(p + whole, f32x4.sub(before, f32x4.div(f32x4.mul(stepSize, mi), root)), rest);
  }
  if (<u64>step % CLEARING_INTERVAL == 0) {
    clearSubnormal(m0, count);
    clearSubnormal(v0, count);
  }
}
