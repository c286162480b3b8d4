// Matrix products with the second factor transposed, as dot products. Every sum runs over the inner index in an order that
// depends on its length alone, so a result does not change with the number of rows or columns beside it.
// Plain twins: src/math/plain/matrix.ts.
import { bytesOf, multiplyAdd, sumLanesOfFour } from "./lanes";

/** Bytes of b that a pass over the rows of a keeps in the first-level cache. */
const CACHED_BYTES: i32 = 20480;

/** out (m, n) (+)= a (m, k) · diag(k) · bᵀ, b (n, k): dot products in tiles of 2 × 4. */
export function matmulNT(
  out: i32,
  ldo: i32,
  a: i32,
  lda: i32,
  b: i32,
  ldb: i32,
  m: i32,
  n: i32,
  k: i32,
  diag: i32,
  accumulate: bool,
): void {
  if (diag < 0) {
    productNT(out, ldo, a, lda, b, ldb, m, n, k, 0, false, accumulate);
  } else {
    productNT(out, ldo, a, lda, b, ldb, m, n, k, bytesOf(diag), true, accumulate);
  }
}

/** matmulNT for one choice of `scaled`; b in blocks of rows that stay in the cache while all of a passes. */
// @ts-ignore: decorator
@inline
function productNT(
  out: i32,
  ldo: i32,
  a: i32,
  lda: i32,
  b: i32,
  ldb: i32,
  m: i32,
  n: i32,
  k: i32,
  d: usize,
  scaled: bool,
  accumulate: bool,
): void {
  const aStep = bytesOf(lda);
  const bStep = bytesOf(ldb);
  const oStep = bytesOf(ldo);
  const block = max<i32>(4, (CACHED_BYTES / max<i32>(1, k << 2)) & ~3);
  const fours = n & ~3;
  for (let j0 = 0; j0 < fours; j0 += block) {
    const j1 = min<i32>(fours, j0 + block);
    let ai = bytesOf(a);
    let oi = bytesOf(out);
    for (let i = 0; i + 1 < m; i += 2) {
      dotRows2(oi, oStep, ai, aStep, bytesOf(b), bStep, j0, j1, k, d, scaled, accumulate);
      ai += aStep + aStep;
      oi += oStep + oStep;
    }
    if (m & 1) dotRow(oi, ai, bytesOf(b), bStep, j0, j1, k, d, scaled, accumulate);
  }
  for (let j = fours; j < n; j++) {
    dotColumn(bytesOf(out + j), oStep, bytesOf(a), aStep, bytesOf(b + j * ldb), m, k, d, scaled, accumulate);
  }
}

/** Two rows of a against rows j0 ≤ j < j1 of b, four at a time. */
// @ts-ignore: decorator
@inline
function dotRows2(
  o: usize,
  oStep: usize,
  a: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  j0: i32,
  j1: i32,
  k: i32,
  d: usize,
  scaled: bool,
  accumulate: bool,
): void {
  const whole = (<usize>k & ~3) << 2;
  for (let j = j0; j < j1; j += 4) {
    let s00 = f32x4.splat(0);
    let s01 = s00;
    let s02 = s00;
    let s03 = s00;
    let s10 = s00;
    let s11 = s00;
    let s12 = s00;
    let s13 = s00;
    let a0 = a;
    let a1 = a + aStep;
    let b0 = b + <usize>j * bStep;
    let b1 = b0 + bStep;
    let b2 = b1 + bStep;
    let b3 = b2 + bStep;
    let dp = d;
    const wholeEnd = a + whole;
    // Not unrolled: with two steps at once the sums no longer fit into the processor's registers.
    while (a0 < wholeEnd) {
      let x0 = v128.load(a0);
      let x1 = v128.load(a1);
      if (scaled) {
        const w = v128.load(dp);
        x0 = f32x4.mul(x0, w);
        x1 = f32x4.mul(x1, w);
        dp += 16;
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
      if (scaled) w = load<f32>(dp);
      r0 = multiplyAdd(f32x4.splat(load<f32>(a0) * w), y, r0);
      r1 = multiplyAdd(f32x4.splat(load<f32>(a1) * w), y, r1);
      a0 += 4;
      a1 += 4;
      b0 += 4;
      b1 += 4;
      b2 += 4;
      b3 += 4;
      dp += 4;
    }
    const oj = o + (<usize>j << 2);
    if (accumulate) {
      r0 = f32x4.add(r0, v128.load(oj));
      r1 = f32x4.add(r1, v128.load(oj + oStep));
    }
    v128.store(oj, r0);
    v128.store(oj + oStep, r1);
  }
}

/** One row of a against rows j0 ≤ j < j1 of b, four at a time. */
function dotRow(
  o: usize,
  a: usize,
  b: usize,
  bStep: usize,
  j0: i32,
  j1: i32,
  k: i32,
  d: usize,
  scaled: bool,
  accumulate: bool,
): void {
  for (let j = j0; j < j1; j += 4) {
    let r = fourDots(a, b + <usize>j * bStep, bStep, k, d, scaled, false);
    const oj = o + bytesOf(j);
    if (accumulate) r = f32x4.add(r, v128.load(oj));
    v128.store(oj, r);
  }
}

/** All rows of a against one row of b: a column of the result, four of its numbers at a time. */
function dotColumn(
  o: usize,
  oStep: usize,
  a: usize,
  aStep: usize,
  b: usize,
  m: i32,
  k: i32,
  d: usize,
  scaled: bool,
  accumulate: bool,
): void {
  let i = 0;
  for (; i + 3 < m; i += 4) {
    const r = fourDots(b, a, aStep, k, d, false, scaled);
    storeOrAdd(o, f32x4.extract_lane(r, 0), accumulate);
    storeOrAdd(o + oStep, f32x4.extract_lane(r, 1), accumulate);
    storeOrAdd(o + 2 * oStep, f32x4.extract_lane(r, 2), accumulate);
    storeOrAdd(o + 3 * oStep, f32x4.extract_lane(r, 3), accumulate);
    o += 4 * oStep;
    a += 4 * aStep;
  }
  // Of a row that is left over the same dot product is made four times and stored once.
  for (; i < m; i++) {
    storeOrAdd(o, f32x4.extract_lane(fourDots(b, a, 0, k, d, false, scaled), 0), accumulate);
    o += oStep;
    a += aStep;
  }
}

// @ts-ignore: decorator
@inline
function storeOrAdd(o: usize, x: f32, accumulate: bool): void {
  store<f32>(o, accumulate ? x + load<f32>(o) : x);
}

/** x · y_0, …, x · y_3, the rows y yStep bytes apart; the diagonal d scales x or the y. Added up as in the tiles. */
// @ts-ignore: decorator
@inline
function fourDots(x: usize, y: usize, yStep: usize, k: i32, d: usize, scaleX: bool, scaleY: bool): v128 {
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let y0 = y;
  let y1 = y0 + yStep;
  let y2 = y1 + yStep;
  let y3 = y2 + yStep;
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

/**
 * out (n, n) = a (n, k) · diag · aᵀ: pairs of rows from the diagonal on, then mirrored. A pair begins up to 3 columns before
 * the diagonal, so that the number of its columns is a multiple of 4.
 */
export function matmulSymmetric(out: i32, ldo: i32, a: i32, lda: i32, n: i32, k: i32, diag: i32): void {
  for (let i = 0; i < n; i += 2) {
    const j = max<i32>(0, i - ((i - n) & 3));
    matmulNT(out + i * ldo + j, ldo, a + i * lda, lda, a + j * lda, lda, min<i32>(2, n - i), n - j, k, diag, false);
  }
  const o = bytesOf(out);
  const oStep = bytesOf(ldo);
  for (let i: usize = 1; i < <usize>n; i++) {
    for (let j: usize = 0; j < i; j++) {
      store<f32>(o + i * oStep + (j << 2), load<f32>(o + j * oStep + (i << 2)));
    }
  }
}
