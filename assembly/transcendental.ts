// exp, log and tanh of four numbers at once, within a few units in the last place of float32. Only + − × ÷ and bit
// operations, so the default build gives the same bits on every machine. The polynomials are those of Cephes (S. Moshier).
import { multiplyAdd } from "./lanes";

// ln 2 in two parts; n · LN2_HIGH is exact for every exponent n.
const LN2_HIGH: f32 = 0.693359375;
const LN2_LOW: f32 = -2.12194440e-4;

/** eʳ for |r| ≤ ½ ln 2. */
// @ts-ignore: decorator
@inline
function expNearZero4(r: v128): v128 {
  let y = multiplyAdd(f32x4.splat(1.9875691500e-4), r, f32x4.splat(1.3981999507e-3));
  y = multiplyAdd(y, r, f32x4.splat(8.3334519073e-3));
  y = multiplyAdd(y, r, f32x4.splat(4.1665795894e-2));
  y = multiplyAdd(y, r, f32x4.splat(1.6666665459e-1));
  y = multiplyAdd(y, r, f32x4.splat(5.0000001201e-1));
  return f32x4.add(multiplyAdd(y, f32x4.mul(r, r), r), f32x4.splat(1.0));
}

/** eˣ. Below −103.98 it is 0, above 88.73 infinity; NaN stays NaN. */
// @ts-ignore: decorator
@inline
export function exp4(x: v128): v128 {
  // In this order of arguments pmin and pmax keep NaN. Beyond the bounds the result is 0 or infinity anyway.
  x = f32x4.pmax(f32x4.pmin(x, f32x4.splat(89.5)), f32x4.splat(-105.0));
  // n = x / ln 2 rounded to nearest: adding 1.5·2²³ leaves n in the low bits.
  const shifter = f32x4.splat(12582912.0);
  const shifted = f32x4.add(f32x4.mul(x, f32x4.splat(1.44269504)), shifter);
  const n = f32x4.sub(shifted, shifter);
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(LN2_HIGH)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(LN2_LOW)));
  let y = expNearZero4(r);
  // 2ⁿ as 2^⌊n/2⌋ · 2^⌈n/2⌉, since n reaches from −151 to 129.
  const exponent = i32x4.sub(shifted, shifter);
  const half = i32x4.shr_s(exponent, 1);
  const bias = i32x4.splat(127);
  y = f32x4.mul(y, i32x4.shl(i32x4.add(half, bias), 23));
  return f32x4.mul(y, i32x4.shl(i32x4.add(i32x4.sub(exponent, half), bias), 23));
}

/** ln(m · 2ᵉ) for m from √½ to √2. */
// @ts-ignore: decorator
@inline
function logOfParts4(m: v128, exponent: v128): v128 {
  const r = f32x4.sub(m, f32x4.splat(1.0));
  const z = f32x4.mul(r, r);
  let y = multiplyAdd(f32x4.splat(7.0376836292e-2), r, f32x4.splat(-1.1514610310e-1));
  y = multiplyAdd(y, r, f32x4.splat(1.1676998740e-1));
  y = multiplyAdd(y, r, f32x4.splat(-1.2420140846e-1));
  y = multiplyAdd(y, r, f32x4.splat(1.4249322787e-1));
  y = multiplyAdd(y, r, f32x4.splat(-1.6668057665e-1));
  y = multiplyAdd(y, r, f32x4.splat(2.0000714765e-1));
  y = multiplyAdd(y, r, f32x4.splat(-2.4999993993e-1));
  y = multiplyAdd(y, r, f32x4.splat(3.3333331174e-1));
  y = f32x4.mul(f32x4.mul(y, z), r);
  y = multiplyAdd(exponent, f32x4.splat(LN2_LOW), y);
  y = multiplyAdd(f32x4.splat(-0.5), z, y);
  y = f32x4.add(r, y);
  return multiplyAdd(exponent, f32x4.splat(LN2_HIGH), y);
}

/** ln x. Of 0 it is −∞, of negative numbers NaN. */
// @ts-ignore: decorator
@inline
export function log4(x: v128): v128 {
  const isSmall = f32x4.lt(x, f32x4.splat(1.17549435e-38));
  const scaled = v128.bitselect(f32x4.mul(x, f32x4.splat(8388608.0)), x, isSmall);
  // x = m · 2ᵉ with m from √½ to √2.
  const e = i32x4.shr_s(i32x4.sub(scaled, i32x4.splat(0x3f3504f3)), 23);
  const m = i32x4.sub(scaled, i32x4.shl(e, 23));
  const scale = v128.and(isSmall, f32x4.splat(23.0));
  const exponent = f32x4.sub(f32x4.convert_i32x4_s(e), scale);
  let y = logOfParts4(m, exponent);
  const infinity = f32x4.splat(Infinity);
  y = v128.bitselect(y, x, f32x4.lt(x, infinity)); // +∞ and NaN stay
  y = v128.bitselect(f32x4.splat(-Infinity), y, f32x4.eq(x, f32x4.splat(0.0)));
  return v128.bitselect(f32x4.splat(NaN), y, f32x4.lt(x, f32x4.splat(0.0)));
}

/** tanh x: a polynomial near 0, 1 − 2 / (e²ˣ + 1) with x's sign beyond. */
// @ts-ignore: decorator
@inline
export function tanh4(x: v128): v128 {
  const z = f32x4.mul(x, x);
  let near = multiplyAdd(f32x4.splat(-5.70498872745e-3), z, f32x4.splat(2.06390887954e-2));
  near = multiplyAdd(near, z, f32x4.splat(-5.37397155531e-2));
  near = multiplyAdd(near, z, f32x4.splat(1.33314422036e-1));
  near = multiplyAdd(near, z, f32x4.splat(-3.33332819422e-1));
  near = multiplyAdd(f32x4.mul(near, z), x, x);
  const size = f32x4.abs(x);
  const one = f32x4.splat(1.0);
  const power = exp4(f32x4.add(size, size));
  const far = f32x4.sub(one, f32x4.div(f32x4.splat(2.0), f32x4.add(power, one)));
  const signed = v128.or(far, v128.and(x, i32x4.splat(0x80000000)));
  return v128.bitselect(near, signed, f32x4.lt(size, f32x4.splat(0.625)));
}

/** eˣ for x ≤ 0; below −87 it is about 1e-38 instead of less. Half the work of exp4. */
// @ts-ignore: decorator
@inline
export function expOfNegative4(x: v128): v128 {
  x = f32x4.pmax(x, f32x4.splat(-87.0));
  const shifter = f32x4.splat(12582912.0);
  const shifted = f32x4.add(f32x4.mul(x, f32x4.splat(1.44269504)), shifter);
  const n = f32x4.sub(shifted, shifter);
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(LN2_HIGH)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(LN2_LOW)));
  const exponent = i32x4.shl(i32x4.add(i32x4.sub(shifted, shifter), i32x4.splat(127)), 23);
  return f32x4.mul(expNearZero4(r), exponent);
}

/** ln x for normal x > 0, without the special cases of log4. */
// @ts-ignore: decorator
@inline
export function logOfPositive4(x: v128): v128 {
  const e = i32x4.shr_s(i32x4.sub(x, i32x4.splat(0x3f3504f3)), 23);
  return logOfParts4(i32x4.sub(x, i32x4.shl(e, 23)), f32x4.convert_i32x4_s(e));
}

/**
 * eˣ for |x| ≤ 80, within (2 + |x|) units in the last place: as exact as an x that has itself been rounded. A short chain of
 * operations, so that many run side by side. The coefficients are a minimax fit of 2ᶠ for |f| ≤ ½.
 */
// @ts-ignore: decorator
@inline
export function expOfSmall4(x: v128): v128 {
  const shifter = f32x4.splat(12582912.0);
  const scaled = f32x4.mul(x, f32x4.splat(1.44269504));
  const shifted = f32x4.add(scaled, shifter);
  const f = f32x4.sub(scaled, f32x4.sub(shifted, shifter));
  const square = f32x4.mul(f, f);
  const low = multiplyAdd(f, f32x4.splat(6.931469671e-1), f32x4.splat(1.0000000717));
  const middle = multiplyAdd(f, f32x4.splat(5.550713278e-2), f32x4.splat(2.4022119724e-1));
  const high = multiplyAdd(f, f32x4.splat(1.327647062e-3), f32x4.splat(9.675541324e-3));
  const y = multiplyAdd(square, multiplyAdd(square, high, middle), low);
  return i32x4.add(y, i32x4.shl(shifted, 23));
}
