// Operations on single vectors. Plain twins: src/math/plain/vectors.ts.
import { bytesOf, loadPart, multiplyAdd, storePart, sumLanes } from "./lanes";
import { exp4, log4, tanh4 } from "./transcendental";

export function fill(out: i32, value: f32, count: i32): void {
  const o = bytesOf(out);
  const whole = (<usize>count & ~3) << 2;
  const x = f32x4.splat(value);
  for (let i: usize = 0; i < whole; i += 16) v128.store(o + i, x);
  if (count & 3) storePart(o + whole, x, count & 3);
}

/** Right also when the two overlap. */
export function copy(y: i32, x: i32, count: i32): void {
  memory.copy(bytesOf(y), bytesOf(x), <usize>count << 2);
}

/** y[i] += a · x[i]. */
export function addScaled(y: i32, x: i32, a: f32, count: i32): void {
  addScaledBytes(bytesOf(y), bytesOf(x), f32x4.splat(a), count);
}

/** addScaled at byte addresses. */
// @ts-ignore: decorator
@inline
export function addScaledBytes(y: usize, x: usize, a: v128, count: i32): void {
  const whole = (<usize>count & ~3) << 2;
  const rest = count & 3;
  for (let i: usize = 0; i < whole; i += 16) {
    v128.store(y + i, multiplyAdd(a, v128.load(x + i), v128.load(y + i)));
  }
  if (rest) {
    const before = loadPart(y + whole, rest, a);
    storePart(y + whole, multiplyAdd(a, loadPart(x + whole, rest, a), before), rest);
  }
}

/** Σ_i x[i] · y[i]. */
export function dot(x: i32, y: i32, count: i32): f32 {
  return dotBytes(bytesOf(x), bytesOf(y), count);
}

/** dot at byte addresses: four running sums of four lanes, so that additions do not wait for each other. */
// @ts-ignore: decorator
@inline
export function dotBytes(x: usize, y: usize, count: i32): f32 {
  const zero = f32x4.splat(0);
  let s0 = zero;
  let s1 = zero;
  let s2 = zero;
  let s3 = zero;
  const whole = (<usize>count & ~3) << 2;
  const fours = (<usize>count & ~15) << 2;
  const rest = count & 3;
  let i: usize = 0;
  for (; i < fours; i += 64) {
    s0 = multiplyAdd(v128.load(x + i), v128.load(y + i), s0);
    s1 = multiplyAdd(v128.load(x + i, 16), v128.load(y + i, 16), s1);
    s2 = multiplyAdd(v128.load(x + i, 32), v128.load(y + i, 32), s2);
    s3 = multiplyAdd(v128.load(x + i, 48), v128.load(y + i, 48), s3);
  }
  for (; i < whole; i += 16) s0 = multiplyAdd(v128.load(x + i), v128.load(y + i), s0);
  if (rest) s1 = multiplyAdd(loadPart(x + whole, rest, zero), loadPart(y + whole, rest, zero), s1);
  return sumLanes(f32x4.add(f32x4.add(s0, s1), f32x4.add(s2, s3)));
}

/** y[i] = eˣ of x[i]. */
export function exp(y: i32, x: i32, count: i32): void {
  const to = bytesOf(y);
  const from = bytesOf(x);
  const whole = (<usize>count & ~3) << 2;
  const rest = count & 3;
  for (let i: usize = 0; i < whole; i += 16) v128.store(to + i, exp4(v128.load(from + i)));
  if (rest) storePart(to + whole, exp4(loadPart(from + whole, rest, f32x4.splat(1))), rest);
}

/** y[i] = ln x[i]. */
export function log(y: i32, x: i32, count: i32): void {
  const to = bytesOf(y);
  const from = bytesOf(x);
  const whole = (<usize>count & ~3) << 2;
  const rest = count & 3;
  for (let i: usize = 0; i < whole; i += 16) v128.store(to + i, log4(v128.load(from + i)));
  if (rest) storePart(to + whole, log4(loadPart(from + whole, rest, f32x4.splat(1))), rest);
}

/** y[i] = tanh x[i]. */
export function tanh(y: i32, x: i32, count: i32): void {
  const to = bytesOf(y);
  const from = bytesOf(x);
  const whole = (<usize>count & ~3) << 2;
  const rest = count & 3;
  for (let i: usize = 0; i < whole; i += 16) v128.store(to + i, tanh4(v128.load(from + i)));
  if (rest) storePart(to + whole, tanh4(loadPart(from + whole, rest, f32x4.splat(1))), rest);
}

/** 1 when all numbers are finite: x − x is 0 for those and NaN for the others. */
export function allFinite(x: i32, count: i32): bool {
  const at = bytesOf(x);
  const whole = (<usize>count & ~3) << 2;
  const rest = count & 3;
  const zero = f32x4.splat(0);
  let sums = zero;
  for (let i: usize = 0; i < whole; i += 16) {
    const v = v128.load(at + i);
    sums = f32x4.add(sums, f32x4.sub(v, v));
  }
  if (rest) {
    const v = loadPart(at + whole, rest, zero);
    sums = f32x4.add(sums, f32x4.sub(v, v));
  }
  return sumLanes(sums) == 0;
}

/** y[i] = x[i] / (1 − rate) where the hash of (seed, i) is at least rate · 2³², else 0. */
export function dropout(y: i32, x: i32, count: i32, rate: f64, seed: f64): void {
  // 32 bits of a seed of up to 53; both halves count
  const high = <i32>(<i64>floor(seed / 4294967296.0));
  const bits = <i32>(<i64>seed) ^ (high * <i32>0x85ebca6b);
  const threshold = i32x4.splat(<i32>(<u32>(rate * 4294967296.0)));
  const scale = f32x4.splat(<f32>(1.0 / (1.0 - rate)));
  const from = bytesOf(x);
  const to = bytesOf(y);
  const whole = (<usize>count & ~3) << 2;
  const rest = count & 3;
  // Position i enters as i · 0x9e3779b9 + seed; four positions at a time.
  const golden: i32 = 0x9e3779b9;
  let position = i32x4.add(i32x4(0, golden, 2 * golden, 3 * golden), i32x4.splat(bits));
  const step = i32x4.splat(4 * golden);
  for (let i: usize = 0; i < whole; i += 16) {
    const keep = i32x4.ge_u(mix(position), threshold);
    v128.store(to + i, v128.and(keep, f32x4.mul(v128.load(from + i), scale)));
    position = i32x4.add(position, step);
  }
  if (rest) {
    const keep = i32x4.ge_u(mix(position), threshold);
    storePart(to + whole, v128.and(keep, f32x4.mul(loadPart(from + whole, rest, scale), scale)), rest);
  }
}

/** The mixer "lowbias32" (C. Wellons) on four numbers. */
// @ts-ignore: decorator
@inline
function mix(h: v128): v128 {
  h = i32x4.mul(v128.xor(h, i32x4.shr_u(h, 16)), i32x4.splat(0x21f0aaad));
  h = i32x4.mul(v128.xor(h, i32x4.shr_u(h, 15)), i32x4.splat(0xd35a2d97));
  return v128.xor(h, i32x4.shr_u(h, 15));
}
