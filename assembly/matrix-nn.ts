// Matrix products whose second factor lies row by row along the inner index: the NN and TN forms, in tiles of 4 × 8.
// Every sum runs over the inner index in an order that depends on its length alone, so a result does not change with the number
// of rows or columns beside it. Plain twins: src/math/plain/matrix.ts.
import { bytesOf, loadPart, multiplyAdd } from "./lanes";
import { storeFour, tile4x4, tile4x8 } from "./tiles";

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
      const a1 = from + aRow;
      const a2 = a1 + aRow;
      const a3 = a2 + aRow;
      if (j + 8 > n) {
        tile4x4(oi, oStep, from, a1, a2, a3, aStep, bj, bStep, k, min<i32>(4, n - j), d, accumulate);
        if (j + 4 < n) {
          tile4x4(oi + 16, oStep, from, a1, a2, a3, aStep, bj + 16, bStep, k, n - j - 4, d, accumulate);
        }
      } else if (d) {
        tile4x8(oi, oStep, from, a1, a2, a3, aStep, bj, bStep, k, d, true, false, accumulate);
      } else if (ai == 1) {
        tile4x8(oi, oStep, from, a1, a2, a3, aStep, bj, bStep, k, d, false, true, accumulate);
      } else {
        tile4x8(oi, oStep, from, a1, a2, a3, aStep, bj, bStep, k, d, false, false, accumulate);
      }
      oi += 4 * oStep;
      from += 4 * aRow;
    }
  }
  for (let i = fours; i < m; i++) {
    productOfRow(o + <usize>i * oStep, a0 + <usize>i * aRow, aStep, bytesOf(b), bStep, n, k, d, accumulate);
  }
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
