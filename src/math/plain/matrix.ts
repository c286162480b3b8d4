/** Matrix products in plain TypeScript, 4×4 register blocks: the reference and the fallback of assembly/matrix.ts. */
import type { Address, MatrixKernels } from "../kernels.js";
import type { Arena, Floats } from "../memory.js";

/**
 * out[i, j] (+)= Σ_p a[i, p] · diag[p] · b[p, j] for i < m, j < n, p < k; diag < 0 stands for ones.
 * Element (i, p) of a lies at a + i·ai + p·ap, element (p, j) of b at b + p·bp + j·bj: all three forms are this loop.
 */
function multiply(
  f: Floats,
  out: Address,
  ldo: number,
  a: Address,
  ai: number,
  ap: number,
  b: Address,
  bp: number,
  bj: number,
  m: number,
  n: number,
  k: number,
  diag: Address,
  accumulate: boolean,
): void {
  const mBlocked = m - (m % 4);
  const nBlocked = n - (n % 4);
  for (let i = 0; i < mBlocked; i += 4) {
    for (let j = 0; j < nBlocked; j += 4) {
      const at = out + i * ldo + j;
      multiplyBlock(f, at, ldo, a + i * ai, ai, ap, b + j * bj, bp, bj, k, diag, accumulate);
    }
    multiplyEdge(f, out, ldo, a, ai, ap, b, bp, bj, i, i + 4, nBlocked, n, k, diag, accumulate);
  }
  multiplyEdge(f, out, ldo, a, ai, ap, b, bp, bj, mBlocked, m, 0, n, k, diag, accumulate);
}

/** One 4×4 block of `multiply`, its sixteen sums held in registers over the whole inner index. */
function multiplyBlock(
  f: Floats,
  out: Address,
  ldo: number,
  a: Address,
  ai: number,
  ap: number,
  b: Address,
  bp: number,
  bj: number,
  k: number,
  diag: Address,
  accumulate: boolean,
): void {
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s03 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  let s23 = 0;
  let s30 = 0;
  let s31 = 0;
  let s32 = 0;
  let s33 = 0;
  for (let p = 0; p < k; p++) {
    const ia = a + p * ap;
    const ib = b + p * bp;
    let b0 = f[ib];
    let b1 = f[ib + bj];
    let b2 = f[ib + 2 * bj];
    let b3 = f[ib + 3 * bj];
    if (diag >= 0) {
      const d = f[diag + p];
      b0 *= d;
      b1 *= d;
      b2 *= d;
      b3 *= d;
    }
    const a0 = f[ia];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    const a1 = f[ia + ai];
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    const a2 = f[ia + 2 * ai];
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    const a3 = f[ia + 3 * ai];
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
  }
  storeFour(f, out, s00, s01, s02, s03, accumulate);
  storeFour(f, out + ldo, s10, s11, s12, s13, accumulate);
  storeFour(f, out + 2 * ldo, s20, s21, s22, s23, accumulate);
  storeFour(f, out + 3 * ldo, s30, s31, s32, s33, accumulate);
}

function storeFour(
  f: Floats,
  at: Address,
  s0: number,
  s1: number,
  s2: number,
  s3: number,
  accumulate: boolean,
): void {
  f[at] = accumulate ? f[at] + s0 : s0;
  f[at + 1] = accumulate ? f[at + 1] + s1 : s1;
  f[at + 2] = accumulate ? f[at + 2] + s2 : s2;
  f[at + 3] = accumulate ? f[at + 3] + s3 : s3;
}

/** `multiply` for rows i0 ≤ i < i1 and columns j0 ≤ j < j1, one dot product at a time. */
function multiplyEdge(
  f: Floats,
  out: Address,
  ldo: number,
  a: Address,
  ai: number,
  ap: number,
  b: Address,
  bp: number,
  bj: number,
  i0: number,
  i1: number,
  j0: number,
  j1: number,
  k: number,
  diag: Address,
  accumulate: boolean,
): void {
  for (let i = i0; i < i1; i++) {
    for (let j = j0; j < j1; j++) {
      const ia = a + i * ai;
      const ib = b + j * bj;
      let sum = 0;
      if (diag >= 0) for (let p = 0; p < k; p++) sum += f[ia + p * ap] * f[diag + p] * f[ib + p * bp];
      else for (let p = 0; p < k; p++) sum += f[ia + p * ap] * f[ib + p * bp];
      const at = out + i * ldo + j;
      f[at] = accumulate ? f[at] + sum : sum;
    }
  }
}

/** out (m, n) (+)= a (m, k) · diag · b (k, n). */
export function matmulNN(
  f: Floats,
  out: Address,
  ldo: number,
  a: Address,
  lda: number,
  b: Address,
  ldb: number,
  m: number,
  n: number,
  k: number,
  diag: Address,
  accumulate: boolean,
): void {
  multiply(f, out, ldo, a, lda, 1, b, ldb, 1, m, n, k, diag, accumulate);
}

/** out (m, n) (+)= a (m, k) · diag · bᵀ, b (n, k). */
export function matmulNT(
  f: Floats,
  out: Address,
  ldo: number,
  a: Address,
  lda: number,
  b: Address,
  ldb: number,
  m: number,
  n: number,
  k: number,
  diag: Address,
  accumulate: boolean,
): void {
  multiply(f, out, ldo, a, lda, 1, b, 1, ldb, m, n, k, diag, accumulate);
}

/** out (m, n) (+)= aᵀ · diag · b, a (k, m), b (k, n). */
export function matmulTN(
  f: Floats,
  out: Address,
  ldo: number,
  a: Address,
  lda: number,
  b: Address,
  ldb: number,
  m: number,
  n: number,
  k: number,
  diag: Address,
  accumulate: boolean,
): void {
  multiply(f, out, ldo, a, 1, lda, b, ldb, 1, m, n, k, diag, accumulate);
}

/** out (n, n) = a (n, k) · diag · aᵀ: rows in fours from the diagonal on, then mirrored. */
export function matmulSymmetric(
  f: Floats,
  out: Address,
  ldo: number,
  a: Address,
  lda: number,
  n: number,
  k: number,
  diag: Address,
): void {
  for (let i = 0; i < n; i += 4) {
    const rows = Math.min(4, n - i);
    const from = a + i * lda;
    multiply(f, out + i * ldo + i, ldo, from, lda, 1, from, 1, lda, rows, n - i, k, diag, false);
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) f[out + i * ldo + j] = f[out + j * ldo + i];
  }
}

export function plainMatrixKernels(memory: Arena): MatrixKernels {
  return {
    matmulNN: (...args) => matmulNN(memory.floats, ...args),
    matmulNT: (...args) => matmulNT(memory.floats, ...args),
    matmulTN: (...args) => matmulTN(memory.floats, ...args),
    matmulSymmetric: (...args) => matmulSymmetric(memory.floats, ...args),
  };
}
