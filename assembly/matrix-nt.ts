// Matrix products with the second factor transposed, as dot products. Every sum runs over the inner index in an order that
// depends on its length alone, so a result does not change with the number of rows or columns beside it.
// Plain twins: src/math/plain/matrix.ts.
import { bytesOf, multiplyAdd, sumLanes, sumLanesOfFour } from "./lanes";

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
  for (let j0 = 0; j0 < n; j0 += block) {
    const j1 = min<i32>(n, j0 + block);
    let ai = bytesOf(a);
    let oi = bytesOf(out);
    for (let i = 0; i + 1 < m; i += 2) {
      dotRows2(oi, oStep, ai, aStep, bytesOf(b), bStep, j0, j1, k, d, scaled, accumulate);
      ai += aStep + aStep;
      oi += oStep + oStep;
    }
    if (m & 1) dotRows1(oi, ai, bytesOf(b), bStep, j0, j1, k, d, scaled, accumulate);
  }
}

/** Two rows of a against rows j0 ≤ j < j1 of b. */
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
  let j = j0;
  for (; j + 3 < j1; j += 4) {
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
  if (j < j1) {
    dotRows1(o, a, b, bStep, j, j1, k, d, scaled, accumulate);
    dotRows1(o + oStep, a + aStep, b, bStep, j, j1, k, d, scaled, accumulate);
  }
}

/** One row of a against rows j0 ≤ j < j1 of b, one dot product at a time, each added up as in the tiles. */
function dotRows1(
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
  for (let j = j0; j < j1; j++) {
    let s = f32x4.splat(0);
    let a0 = a;
    let b0 = b + <usize>j * bStep;
    let dp = d;
    const wholeEnd = a + ((<usize>k & ~3) << 2);
    while (a0 < wholeEnd) {
      let x = v128.load(a0);
      if (scaled) {
        x = f32x4.mul(x, v128.load(dp));
        dp += 16;
      }
      s = multiplyAdd(x, v128.load(b0), s);
      a0 += 16;
      b0 += 16;
    }
    let r = f32x4.splat(sumLanes(s));
    for (let p = k & ~3; p < k; p++) {
      let w: f32 = 1;
      if (scaled) w = load<f32>(dp);
      r = multiplyAdd(f32x4.splat(load<f32>(a0) * w), f32x4.splat(load<f32>(b0)), r);
      a0 += 4;
      b0 += 4;
      dp += 4;
    }
    const oj = o + (<usize>j << 2);
    if (accumulate) r = f32x4.add(r, f32x4.splat(load<f32>(oj)));
    store<f32>(oj, f32x4.extract_lane(r, 0));
  }
}

/** out (n, n) = a (n, k) · diag · aᵀ: pairs of rows from the diagonal on, then mirrored. */
export function matmulSymmetric(out: i32, ldo: i32, a: i32, lda: i32, n: i32, k: i32, diag: i32): void {
  for (let i = 0; i < n; i += 2) {
    const from = a + i * lda;
    matmulNT(out + i * ldo + i, ldo, from, lda, from, lda, min<i32>(2, n - i), n - i, k, diag, false);
  }
  const o = bytesOf(out);
  const oStep = bytesOf(ldo);
  for (let i: usize = 1; i < <usize>n; i++) {
    for (let j: usize = 0; j < i; j++) {
      store<f32>(o + i * oStep + (j << 2), load<f32>(o + j * oStep + (i << 2)));
    }
  }
}
