/** Matrix products in plain TypeScript, 4×4 register blocks: the twins of assembly/matrix-nn.ts and matrix-nt.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import type { Address } from "../kernels.js";
import type { Arena, Floats } from "../memory.js";

/**
 * out[i, j] (+)= Σ_p a[i, p] · diag[p] · b[p, j] for i < m, j < n, p < k; diag < 0 stands for ones.
 * Element (i, p) of a lies at a + i·ai + p·ap, element (p, j) of b at b + p·bp + j·bj: all three forms are this loop.
 */
interface Product {
  out: Address;
  ldo: number;
  a: Address;
  ai: number;
  ap: number;
  b: Address;
  bp: number;
  bj: number;
  m: number;
  n: number;
  k: number;
  diag: Address;
  accumulate: boolean;
}

function multiply(f: Floats, product: Product): void {
  const { m, n } = product;
  const mBlocked = m - (m % 4);
  const nBlocked = n - (n % 4);
  for (let i = 0; i < mBlocked; i += 4) {
    for (let j = 0; j < nBlocked; j += 4) multiplyBlock(f, product, i, j);
    multiplyEdge(f, product, i, i + 4, nBlocked);
  }
  multiplyEdge(f, product, mBlocked, m, 0);
}

/** The 4×4 block of `multiply` at (i, j), its sixteen sums held in registers over the whole inner index. */
function multiplyBlock(f: Floats, product: Product, i: number, j: number): void {
  const { ldo, ai, ap, bp, bj, k, diag } = product;
  const a = product.a + i * ai;
  const b = product.b + j * bj;
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
  for (let p = 0, ia = a, ib = b; p < k; p++, ia += ap, ib += bp) {
    const scale = diag >= 0 ? f[diag + p] : 1;
    const b0 = f[ib] * scale;
    const b1 = f[ib + bj] * scale;
    const b2 = f[ib + 2 * bj] * scale;
    const b3 = f[ib + 3 * bj] * scale;
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
  const at = product.out + i * ldo + j;
  if (product.accumulate) {
    addFour(f, at, s00, s01, s02, s03);
    addFour(f, at + ldo, s10, s11, s12, s13);
    addFour(f, at + 2 * ldo, s20, s21, s22, s23);
    addFour(f, at + 3 * ldo, s30, s31, s32, s33);
  } else {
    storeFour(f, at, s00, s01, s02, s03);
    storeFour(f, at + ldo, s10, s11, s12, s13);
    storeFour(f, at + 2 * ldo, s20, s21, s22, s23);
    storeFour(f, at + 3 * ldo, s30, s31, s32, s33);
  }
}

function storeFour(f: Floats, at: Address, s0: number, s1: number, s2: number, s3: number): void {
  f[at] = s0;
  f[at + 1] = s1;
  f[at + 2] = s2;
  f[at + 3] = s3;
}

function addFour(f: Floats, at: Address, s0: number, s1: number, s2: number, s3: number): void {
  f[at] += s0;
  f[at + 1] += s1;
  f[at + 2] += s2;
  f[at + 3] += s3;
}

/** `multiply` for rows first ≤ i < last and columns from `column` on, one dot product at a time. */
function multiplyEdge(f: Floats, product: Product, first: number, last: number, column: number): void {
  const { out, ldo, a, ai, ap, b, bp, bj, n, k, diag, accumulate } = product;
  for (let i = first; i < last; i++) {
    for (let j = column; j < n; j++) {
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

export function matmulNN({ floats }: Arena, args: KernelArguments<"matmulNN">): void {
  const { out, ldo, a, lda, b, ldb, m, n, k, diag, accumulate } = args;
  multiply(floats, { out, ldo, a, ai: lda, ap: 1, b, bp: ldb, bj: 1, m, n, k, diag, accumulate });
}

export function matmulNT({ floats }: Arena, args: KernelArguments<"matmulNT">): void {
  const { out, ldo, a, lda, b, ldb, m, n, k, diag, accumulate } = args;
  multiply(floats, { out, ldo, a, ai: lda, ap: 1, b, bp: 1, bj: ldb, m, n, k, diag, accumulate });
}

export function matmulTN({ floats }: Arena, args: KernelArguments<"matmulTN">): void {
  const { out, ldo, a, lda, b, ldb, m, n, k, diag, accumulate } = args;
  multiply(floats, { out, ldo, a, ai: 1, ap: lda, b, bp: ldb, bj: 1, m, n, k, diag, accumulate });
}

/** Rows in fours from the diagonal on, then mirrored. */
export function matmulSymmetric({ floats: f }: Arena, args: KernelArguments<"matmulSymmetric">): void {
  const { out, ldo, a, lda, n, k, diag } = args;
  for (let i = 0; i < n; i += 4) {
    const rows = a + i * lda;
    const m = Math.min(4, n - i);
    const at = out + i * ldo + i;
    multiply(f, {
      out: at,
      ldo,
      a: rows,
      ai: lda,
      ap: 1,
      b: rows,
      bp: 1,
      bj: lda,
      m,
      n: n - i,
      k,
      diag,
      accumulate: false,
    });
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) f[out + i * ldo + j] = f[out + j * ldo + i];
  }
}
