// Matrix products whose second factor lies row by row along the inner index: the NN and TN forms, in tiles of 4 × 8.
// Every sum runs over the inner index from first to last, whatever the shape. Plain twins: src/math/plain/matrix.ts.
import { bytesOf, multiplyAdd } from "./lanes";

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

/** Element (i, p) of a lies at a + i·ai + p·ap. Columns in strips of 8, 4 and 1; rows in fours and ones. */
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
  const scaled = diag >= 0;
  const d = scaled ? bytesOf(diag) : 0;
  let j = 0;
  for (; j + 7 < n; j += 8) {
    const bj = bytesOf(b + j);
    const oj = o + bytesOf(j);
    let i = 0;
    for (; i + 3 < m; i += 4) {
      const at = oj + <usize>i * oStep;
      const from = a0 + <usize>i * aRow;
      if (scaled) tile4x8(at, oStep, from, aRow, aStep, bj, bStep, k, d, true, accumulate);
      else tile4x8(at, oStep, from, aRow, aStep, bj, bStep, k, 0, false, accumulate);
    }
    for (; i < m; i++) {
      tile1x8(oj + <usize>i * oStep, a0 + <usize>i * aRow, aStep, bj, bStep, k, d, scaled, accumulate);
    }
  }
  for (; j + 3 < n; j += 4) {
    const bj = bytesOf(b + j);
    const oj = o + bytesOf(j);
    for (let i = 0; i < m; i++) {
      tile1x4(oj + <usize>i * oStep, a0 + <usize>i * aRow, aStep, bj, bStep, k, d, scaled, accumulate);
    }
  }
  for (; j < n; j++) {
    const bj = bytesOf(b + j);
    const oj = o + bytesOf(j);
    for (let i = 0; i < m; i++) {
      tile1x1(oj + <usize>i * oStep, a0 + <usize>i * aRow, aStep, bj, bStep, k, d, scaled, accumulate);
    }
  }
}

// @ts-ignore: decorator
@inline
function addTo(at: usize, x: v128, accumulate: bool): void {
  if (accumulate) x = f32x4.add(x, v128.load(at));
  v128.store(at, x);
}

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
  addTo(o, s00, accumulate);
  addTo(o + 16, s01, accumulate);
  addTo(o + oStep, s10, accumulate);
  addTo(o + oStep + 16, s11, accumulate);
  addTo(o + 2 * oStep, s20, accumulate);
  addTo(o + 2 * oStep + 16, s21, accumulate);
  addTo(o + 3 * oStep, s30, accumulate);
  addTo(o + 3 * oStep + 16, s31, accumulate);
}

function tile1x8(
  o: usize,
  a: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  k: i32,
  d: usize,
  scaled: bool,
  accumulate: bool,
): void {
  let s0 = f32x4.splat(0);
  let s1 = s0;
  for (let p = k; p > 0; p--) {
    let y0 = v128.load(b);
    let y1 = v128.load(b, 16);
    if (scaled) {
      const w = v128.load32_splat(d);
      y0 = f32x4.mul(y0, w);
      y1 = f32x4.mul(y1, w);
      d += 4;
    }
    const x = v128.load32_splat(a);
    s0 = multiplyAdd(x, y0, s0);
    s1 = multiplyAdd(x, y1, s1);
    a += aStep;
    b += bStep;
  }
  addTo(o, s0, accumulate);
  addTo(o + 16, s1, accumulate);
}

function tile1x4(
  o: usize,
  a: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  k: i32,
  d: usize,
  scaled: bool,
  accumulate: bool,
): void {
  let s = f32x4.splat(0);
  for (let p = k; p > 0; p--) {
    let y = v128.load(b);
    if (scaled) {
      y = f32x4.mul(y, v128.load32_splat(d));
      d += 4;
    }
    s = multiplyAdd(v128.load32_splat(a), y, s);
    a += aStep;
    b += bStep;
  }
  addTo(o, s, accumulate);
}

function tile1x1(
  o: usize,
  a: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  k: i32,
  d: usize,
  scaled: bool,
  accumulate: bool,
): void {
  let s = f32x4.splat(0);
  for (let p = k; p > 0; p--) {
    let y = v128.load32_splat(b);
    if (scaled) {
      y = f32x4.mul(y, v128.load32_splat(d));
      d += 4;
    }
    s = multiplyAdd(v128.load32_splat(a), y, s);
    a += aStep;
    b += bStep;
  }
  let r = f32x4.extract_lane(s, 0);
  if (accumulate) r += load<f32>(o);
  store<f32>(o, r);
}
