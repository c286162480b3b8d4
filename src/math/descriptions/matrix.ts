/**
 * Matrix products. Shapes are row-major; `ldx` is the distance between rows of x. `diag` (or NONE) scales the inner index.
 * `accumulate` adds to `out` instead of replacing it.
 */
import { byName, distance, flag, floats, matrix, orNone, size } from "./describe.js";

/** out (m, n) out of a and b of these rows and columns. */
const product = (a: [rows: string, cols: string], b: [rows: string, cols: string]) =>
  byName([
    matrix("out", "m", "n", "ldo"),
    distance("ldo"),
    matrix("a", ...a, "lda"),
    distance("lda"),
    matrix("b", ...b, "ldb"),
    distance("ldb"),
    size("m"),
    size("n"),
    size("k"),
    orNone(floats("diag", "k")),
    flag("accumulate"),
  ]);

export const matrixKernels = {
  /** out (m, n) = a (m, k) · diag(k) · b (k, n). */
  matmulNN: product(["m", "k"], ["k", "n"]),
  /** out (m, n) = a (m, k) · diag(k) · bᵀ, b (n, k). */
  matmulNT: product(["m", "k"], ["n", "k"]),
  /** out (m, n) = aᵀ · diag(k) · b, a (k, m), b (k, n). */
  matmulTN: product(["k", "m"], ["k", "n"]),
  /** out (n, n) = a (n, k) · diag(k) · aᵀ: symmetric, half the work of matmulNT. */
  matmulSymmetric: byName([
    matrix("out", "n", "n", "ldo"),
    distance("ldo"),
    matrix("a", "n", "k", "lda"),
    distance("lda"),
    size("n"),
    size("k"),
    orNone(floats("diag", "k")),
  ]),
};
