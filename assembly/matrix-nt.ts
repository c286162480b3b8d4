// Matrix products with the second factor transposed, as dot products. Every sum runs over the inner index in an order that
// depends on its length alone, so a result does not change with the number of rows or columns beside it.
// Plain twins: src/math/plain/matrix.ts.
import { bytesOf } from "./lanes";
import { dots2x4, fourDots } from "./tiles";

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
  for (let j = j0; j < j1; j += 4) {
    const b0 = b + <usize>j * bStep;
    const b2 = b0 + 2 * bStep;
    dots2x4(o + bytesOf(j), oStep, a, a + aStep, b0, b0 + bStep, b2, b2 + bStep, k, d, scaled, accumulate);
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
    const b0 = b + <usize>j * bStep;
    const b2 = b0 + 2 * bStep;
    let r = fourDots(a, b0, b0 + bStep, b2, b2 + bStep, k, d, scaled, false);
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
    const r = fourDots(b, a, a + aStep, a + 2 * aStep, a + 3 * aStep, k, d, false, scaled);
    storeOrAdd(o, f32x4.extract_lane(r, 0), accumulate);
    storeOrAdd(o + oStep, f32x4.extract_lane(r, 1), accumulate);
    storeOrAdd(o + 2 * oStep, f32x4.extract_lane(r, 2), accumulate);
    storeOrAdd(o + 3 * oStep, f32x4.extract_lane(r, 3), accumulate);
    o += 4 * oStep;
    a += 4 * aStep;
  }
  // Of a row that is left over the same dot product is made four times and stored once.
  for (; i < m; i++) {
    storeOrAdd(o, f32x4.extract_lane(fourDots(b, a, a, a, a, k, d, false, scaled), 0), accumulate);
    o += oStep;
    a += aStep;
  }
}

// @ts-ignore: decorator
@inline
function storeOrAdd(o: usize, x: f32, accumulate: bool): void {
  store<f32>(o, accumulate ? x + load<f32>(o) : x);
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
