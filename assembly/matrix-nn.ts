// Matrix products whose second factor lies row by row along the inner index: the NN and TN forms, in tiles of 4 × 8.
// Every sum runs over the inner index in an order that depends on its length alone, so a result does not change with the number
// of rows or columns beside it. Plain twins: src/math/plain/matrix.ts.
import { bytesOf, loadPart, multiplyAdd, storePart } from "./lanes";

/** out (m, n) (+)= a (m, k) · diag(k) · b (k, n). */
export function matmulNN(
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
  product(out, ldo, a, lda, 1, b, ldb, m, n, k, diag, accumulate);
}

/** out (m, n) (+)= aᵀ · diag(k) · b, a (k, m), b (k, n). */
export function matmulTN(
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
  product(out, ldo, a, 1, lda, b, ldb, m, n, k, diag, accumulate);
}

/** Element (i, p) of a lies at a + i·ai + p·ap. Rows in fours, those left over one by one. */
function product(
  out: i32,
  ldo: i32,
  a: i32,
  ai: i32,
  ap: i32,
  b: i32,
  ldb: i32,
  m: i32,
  n: i32,
  k: i32,
  diag: i32,
  accumulate: bool,
): void {
  const o = bytesOf(out);
  const oStep = bytesOf(ldo);
  const a0 = bytesOf(a);
  const aRow = bytesOf(ai);
  const aStep = bytesOf(ap);
  const bStep = bytesOf(ldb);
  const d: usize = diag < 0 ? 0 : bytesOf(diag);
  const fours = m & ~3;
  for (let j = 0; j < n; j += 8) {
    const bj = bytesOf(b + j);
    let oi = o + bytesOf(j);
    let from = a0;
    for (let i = 0; i < fours; i += 4) {
      if (j + 8 > n) {
        tile4x4(oi, oStep, from, aRow, aStep, bj, bStep, k, min<i32>(4, n - j), d, accumulate);
        if (j + 4 < n) {
          tile4x4(oi + 16, oStep, from, aRow, aStep, bj + 16, bStep, k, n - j - 4, d, accumulate);
        }
      } else if (d) {
        tile4x8(oi, oStep, from, aRow, aStep, bj, bStep, k, d, true, accumulate);
      } else {
        tile4x8(oi, oStep, from, aRow, aStep, bj, bStep, k, d, false, accumulate);
      }
      oi += 4 * oStep;
      from += 4 * aRow;
    }
  }
  for (let i = fours; i < m; i++) {
    productOfRow(o + <usize>i * oStep, a0 + <usize>i * aRow, aStep, bytesOf(b), bStep, n, k, d, accumulate);
  }
}

/** Four rows by eight columns. */
// @ts-ignore: decorator
@inline
function tile4x8(
  o: usize,
  oStep: usize,
  a: usize,
  aRow: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  k: i32,
  d: usize,
  scaled: bool,
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
  let a0 = a;
  let a1 = a + aRow;
  let a2 = a1 + aRow;
  let a3 = a2 + aRow;
  for (let p = k; p > 0; p--) {
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
    x = v128.load32_splat(a1);
    s10 = multiplyAdd(x, y0, s10);
    s11 = multiplyAdd(x, y1, s11);
    x = v128.load32_splat(a2);
    s20 = multiplyAdd(x, y0, s20);
    s21 = multiplyAdd(x, y1, s21);
    x = v128.load32_splat(a3);
    s30 = multiplyAdd(x, y0, s30);
    s31 = multiplyAdd(x, y1, s31);
    b += bStep;
    a0 += aStep;
    a1 += aStep;
    a2 += aStep;
    a3 += aStep;
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

/** Four rows by `width` (1 to 4) columns. */
function tile4x4(
  o: usize,
  oStep: usize,
  a: usize,
  aRow: usize,
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
  let a0 = a;
  let a1 = a + aRow;
  let a2 = a1 + aRow;
  let a3 = a2 + aRow;
  for (let p = k; p > 0; p--) {
    let y = width == 4 ? v128.load(b) : loadPart(b, width, zero);
    if (d) {
      y = f32x4.mul(y, v128.load32_splat(d));
      d += 4;
    }
    s0 = multiplyAdd(v128.load32_splat(a0), y, s0);
    s1 = multiplyAdd(v128.load32_splat(a1), y, s1);
    s2 = multiplyAdd(v128.load32_splat(a2), y, s2);
    s3 = multiplyAdd(v128.load32_splat(a3), y, s3);
    b += bStep;
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

/** A single row, 16 columns of b at a time, the last ones in fours. */
function productOfRow(
  o: usize,
  a: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  n: i32,
  k: i32,
  d: usize,
  accumulate: bool,
): void {
  let j = 0;
  for (; j + 15 < n; j += 16) {
    tile1x16(o + bytesOf(j), a, aStep, b + bytesOf(j), bStep, k, d, accumulate);
  }
  for (; j < n; j += 4) {
    tile1x4(o + bytesOf(j), a, aStep, b + bytesOf(j), bStep, k, min<i32>(4, n - j), d, accumulate);
  }
}

/** One row by sixteen columns. */
function tile1x16(
  o: usize,
  a: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  k: i32,
  d: usize,
  accumulate: bool,
): void {
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  for (let p = k; p > 0; p--) {
    let y0 = v128.load(b);
    let y1 = v128.load(b, 16);
    let y2 = v128.load(b, 32);
    let y3 = v128.load(b, 48);
    if (d) {
      const w = v128.load32_splat(d);
      y0 = f32x4.mul(y0, w);
      y1 = f32x4.mul(y1, w);
      y2 = f32x4.mul(y2, w);
      y3 = f32x4.mul(y3, w);
      d += 4;
    }
    const x = v128.load32_splat(a);
    s0 = multiplyAdd(x, y0, s0);
    s1 = multiplyAdd(x, y1, s1);
    s2 = multiplyAdd(x, y2, s2);
    s3 = multiplyAdd(x, y3, s3);
    a += aStep;
    b += bStep;
  }
  storeFour(o, s0, 4, accumulate);
  storeFour(o + 16, s1, 4, accumulate);
  storeFour(o + 32, s2, 4, accumulate);
  storeFour(o + 48, s3, 4, accumulate);
}

/** One row by `width` (1 to 4) columns. */
function tile1x4(
  o: usize,
  a: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  k: i32,
  width: i32,
  d: usize,
  accumulate: bool,
): void {
  const zero = f32x4.splat(0);
  let s = zero;
  for (let p = k; p > 0; p--) {
    let y = width == 4 ? v128.load(b) : loadPart(b, width, zero);
    if (d) {
      y = f32x4.mul(y, v128.load32_splat(d));
      d += 4;
    }
    s = multiplyAdd(v128.load32_splat(a), y, s);
    a += aStep;
    b += bStep;
  }
  storeFour(o, s, width, accumulate);
}

/** The first `width` (1 to 4) of four results, stored or added at `o`. */
// @ts-ignore: decorator
@inline
function storeFour(o: usize, x: v128, width: i32, accumulate: bool): void {
  if (width == 4) {
    if (accumulate) x = f32x4.add(x, v128.load(o));
    v128.store(o, x);
  } else {
    if (accumulate) x = f32x4.add(x, loadPart(o, width, x));
    storePart(o, x, width);
  }
}
