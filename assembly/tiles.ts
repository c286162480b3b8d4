// The inner loops of the matrix products: small tiles of the result held in registers while the inner index runs. Eight running
// sums and six loads a round are what fits: engines load everything a round needs before they begin to multiply.
import { loadPart, multiplyAdd, storePart, sumLanesOfFour } from "./lanes";

/** Four rows by eight columns. The rows of a begin at a0 to a3; with `adjacent` those are side by side and only a0 is read. */
// @ts-ignore: decorator
@inline
export function tile4x8(
  o: usize,
  oStep: usize,
  a0: usize,
  a1: usize,
  a2: usize,
  a3: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  k: i32,
  d: usize,
  scaled: bool,
  adjacent: bool,
  accumulate: bool,
): void {
  let s00 = f32x4.splat(0);
  let s01 = s00;
  let s10 = s00;
  let s11 = s00;
  let s20 = s00;
  let s21 = s00;
  let s30 = s00;
  let s31 = s00;
  for (const end = b + <usize>k * bStep; b < end; b += bStep) {
    let y0 = v128.load(b);
    let y1 = v128.load(b, 16);
    if (scaled) {
      const w = v128.load32_splat(d);
      y0 = f32x4.mul(y0, w);
      y1 = f32x4.mul(y1, w);
      d += 4;
    }
    let x = v128.load32_splat(a0);
    s00 = multiplyAdd(x, y0, s00);
    s01 = multiplyAdd(x, y1, s01);
    x = adjacent ? v128.load32_splat(a0, 4) : v128.load32_splat(a1);
    s10 = multiplyAdd(x, y0, s10);
    s11 = multiplyAdd(x, y1, s11);
    x = adjacent ? v128.load32_splat(a0, 8) : v128.load32_splat(a2);
    s20 = multiplyAdd(x, y0, s20);
    s21 = multiplyAdd(x, y1, s21);
    x = adjacent ? v128.load32_splat(a0, 12) : v128.load32_splat(a3);
    s30 = multiplyAdd(x, y0, s30);
    s31 = multiplyAdd(x, y1, s31);
    a0 += aStep;
    if (!adjacent) {
      a1 += aStep;
      a2 += aStep;
      a3 += aStep;
    }
  }
  storeFour(o, s00, 4, accumulate);
  storeFour(o + 16, s01, 4, accumulate);
  storeFour(o + oStep, s10, 4, accumulate);
  storeFour(o + oStep + 16, s11, 4, accumulate);
  storeFour(o + 2 * oStep, s20, 4, accumulate);
  storeFour(o + 2 * oStep + 16, s21, 4, accumulate);
  storeFour(o + 3 * oStep, s30, 4, accumulate);
  storeFour(o + 3 * oStep + 16, s31, 4, accumulate);
}

/** Two rows by twelve columns, of an a whose rows are side by side. Three rows would be too many sums for the registers. */
// @ts-ignore: decorator
@inline
export function tile2x12(o: usize, a: usize, aStep: usize, b: usize, k: i32): void {
  let s00 = f32x4.splat(0);
  let s01 = s00;
  let s02 = s00;
  let s10 = s00;
  let s11 = s00;
  let s12 = s00;
  for (const end = b + <usize>k * 48; b < end; b += 48, a += aStep) {
    const y0 = v128.load(b);
    const y1 = v128.load(b, 16);
    const y2 = v128.load(b, 32);
    let x = v128.load32_splat(a);
    s00 = multiplyAdd(x, y0, s00);
    s01 = multiplyAdd(x, y1, s01);
    s02 = multiplyAdd(x, y2, s02);
    x = v128.load32_splat(a, 4);
    s10 = multiplyAdd(x, y0, s10);
    s11 = multiplyAdd(x, y1, s11);
    s12 = multiplyAdd(x, y2, s12);
  }
  v128.store(o, s00);
  v128.store(o, s01, 16);
  v128.store(o, s02, 32);
  v128.store(o, s10, 48);
  v128.store(o, s11, 64);
  v128.store(o, s12, 80);
}

/** Four rows by `width` (1 to 4) columns; the rows of a begin at a0 to a3. */
export function tile4x4(
  o: usize,
  oStep: usize,
  a0: usize,
  a1: usize,
  a2: usize,
  a3: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  k: i32,
  width: i32,
  d: usize,
  accumulate: bool,
): void {
  const zero = f32x4.splat(0);
  let s0 = zero;
  let s1 = zero;
  let s2 = zero;
  let s3 = zero;
  for (const end = b + <usize>k * bStep; b < end; b += bStep) {
    let y = width == 4 ? v128.load(b) : loadPart(b, width, zero);
    if (d) {
      y = f32x4.mul(y, v128.load32_splat(d));
      d += 4;
    }
    s0 = multiplyAdd(v128.load32_splat(a0), y, s0);
    s1 = multiplyAdd(v128.load32_splat(a1), y, s1);
    s2 = multiplyAdd(v128.load32_splat(a2), y, s2);
    s3 = multiplyAdd(v128.load32_splat(a3), y, s3);
    a0 += aStep;
    a1 += aStep;
    a2 += aStep;
    a3 += aStep;
  }
  storeFour(o, s0, width, accumulate);
  storeFour(o + oStep, s1, width, accumulate);
  storeFour(o + 2 * oStep, s2, width, accumulate);
  storeFour(o + 3 * oStep, s3, width, accumulate);
}

/** The first `width` (1 to 4) of four results, stored or added at `o`. */
// @ts-ignore: decorator
@inline
export function storeFour(o: usize, x: v128, width: i32, accumulate: bool): void {
  if (width == 4) {
    if (accumulate) x = f32x4.add(x, v128.load(o));
    v128.store(o, x);
  } else {
    if (accumulate) x = f32x4.add(x, loadPart(o, width, x));
    storePart(o, x, width);
  }
}

/** Dot products of rows a0 and a1 with rows b0 to b3: four numbers at `o` and four oStep bytes further. */
// @ts-ignore: decorator
@inline
export function dots2x4(
  o: usize,
  oStep: usize,
  a0: usize,
  a1: usize,
  b0: usize,
  b1: usize,
  b2: usize,
  b3: usize,
  k: i32,
  d: usize,
  scaled: bool,
  accumulate: bool,
): void {
  let s00 = f32x4.splat(0);
  let s01 = s00;
  let s02 = s00;
  let s03 = s00;
  let s10 = s00;
  let s11 = s00;
  let s12 = s00;
  let s13 = s00;
  const wholeEnd = a0 + ((<usize>k & ~3) << 2);
  // Not unrolled: with two steps at once the sums no longer fit into the processor's registers.
  while (a0 < wholeEnd) {
    let x0 = v128.load(a0);
    let x1 = v128.load(a1);
    if (scaled) {
      const w = v128.load(d);
      x0 = f32x4.mul(x0, w);
      x1 = f32x4.mul(x1, w);
      d += 16;
    }
    let y = v128.load(b0);
    s00 = multiplyAdd(x0, y, s00);
    s10 = multiplyAdd(x1, y, s10);
    y = v128.load(b1);
    s01 = multiplyAdd(x0, y, s01);
    s11 = multiplyAdd(x1, y, s11);
    y = v128.load(b2);
    s02 = multiplyAdd(x0, y, s02);
    s12 = multiplyAdd(x1, y, s12);
    y = v128.load(b3);
    s03 = multiplyAdd(x0, y, s03);
    s13 = multiplyAdd(x1, y, s13);
    a0 += 16;
    a1 += 16;
    b0 += 16;
    b1 += 16;
    b2 += 16;
    b3 += 16;
  }
  let r0 = sumLanesOfFour(s00, s01, s02, s03);
  let r1 = sumLanesOfFour(s10, s11, s12, s13);
  for (let p = k & ~3; p < k; p++) {
    const y = f32x4(load<f32>(b0), load<f32>(b1), load<f32>(b2), load<f32>(b3));
    let w: f32 = 1;
    if (scaled) w = load<f32>(d);
    r0 = multiplyAdd(f32x4.splat(load<f32>(a0) * w), y, r0);
    r1 = multiplyAdd(f32x4.splat(load<f32>(a1) * w), y, r1);
    a0 += 4;
    a1 += 4;
    b0 += 4;
    b1 += 4;
    b2 += 4;
    b3 += 4;
    d += 4;
  }
  if (accumulate) {
    r0 = f32x4.add(r0, v128.load(o));
    r1 = f32x4.add(r1, v128.load(o + oStep));
  }
  v128.store(o, r0);
  v128.store(o + oStep, r1);
}

/** x · y0, …, x · y3; the diagonal d scales x or the y. Added up as in dots2x4. */
// @ts-ignore: decorator
@inline
export function fourDots(x: usize, y0: usize, y1: usize, y2: usize, y3: usize, k: i32, d: usize, scaleX: bool, scaleY: bool): v128 {
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  const wholeEnd = x + ((<usize>k & ~3) << 2);
  while (x < wholeEnd) {
    let v = v128.load(x);
    let w0 = v128.load(y0);
    let w1 = v128.load(y1);
    let w2 = v128.load(y2);
    let w3 = v128.load(y3);
    if (scaleX || scaleY) {
      const w = v128.load(d);
      if (scaleX) v = f32x4.mul(v, w);
      if (scaleY) {
        w0 = f32x4.mul(w0, w);
        w1 = f32x4.mul(w1, w);
        w2 = f32x4.mul(w2, w);
        w3 = f32x4.mul(w3, w);
      }
      d += 16;
    }
    s0 = multiplyAdd(v, w0, s0);
    s1 = multiplyAdd(v, w1, s1);
    s2 = multiplyAdd(v, w2, s2);
    s3 = multiplyAdd(v, w3, s3);
    x += 16;
    y0 += 16;
    y1 += 16;
    y2 += 16;
    y3 += 16;
  }
  let r = sumLanesOfFour(s0, s1, s2, s3);
  for (let p = k & ~3; p < k; p++) {
    let v = v128.load32_splat(x);
    let w = f32x4(load<f32>(y0), load<f32>(y1), load<f32>(y2), load<f32>(y3));
    if (scaleX) v = f32x4.mul(v, v128.load32_splat(d));
    if (scaleY) w = f32x4.mul(w, v128.load32_splat(d));
    r = multiplyAdd(v, w, r);
    x += 4;
    y0 += 4;
    y1 += 4;
    y2 += 4;
    y3 += 4;
    d += 4;
  }
  return r;
}
