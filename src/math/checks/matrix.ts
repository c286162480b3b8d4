/** Argument checks of the matrix kernels, the same for every build. */
import type { MatrixKernels } from "../kernels.js";
import type { Arena } from "../memory.js";
import { checkMatrix, checkOptionalVector, checkSize } from "./bounds.js";

export function checkedMatrixKernels(memory: Arena, raw: MatrixKernels): MatrixKernels {
  /** Wraps a product whose a has rows × cols of `aShape(m, k)`, and whose b those of `bShape(n, k)`. */
  function checkedProduct(name: "matmulNN" | "matmulNT" | "matmulTN"): MatrixKernels["matmulNN"] {
    const aIsTransposed = name === "matmulTN";
    const bIsTransposed = name === "matmulNT";
    const product = raw[name];
    return (out, ldo, a, lda, b, ldb, m, n, k, diag, accumulate) => {
      checkSize(name, "m", m);
      checkSize(name, "n", n);
      checkSize(name, "k", k);
      checkMatrix(memory, name, "out", out, ldo, m, n);
      checkMatrix(memory, name, "a", a, lda, aIsTransposed ? k : m, aIsTransposed ? m : k);
      checkMatrix(memory, name, "b", b, ldb, bIsTransposed ? n : k, bIsTransposed ? k : n);
      checkOptionalVector(memory, name, "diag", diag, k);
      product(out, ldo, a, lda, b, ldb, m, n, k, diag, accumulate);
    };
  }
  return {
    matmulNN: checkedProduct("matmulNN"),
    matmulNT: checkedProduct("matmulNT"),
    matmulTN: checkedProduct("matmulTN"),
    matmulSymmetric(out, ldo, a, lda, n, k, diag) {
      checkSize("matmulSymmetric", "n", n);
      checkSize("matmulSymmetric", "k", k);
      checkMatrix(memory, "matmulSymmetric", "out", out, ldo, n, n);
      checkMatrix(memory, "matmulSymmetric", "a", a, lda, n, k);
      checkOptionalVector(memory, "matmulSymmetric", "diag", diag, k);
      raw.matmulSymmetric(out, ldo, a, lda, n, k, diag);
    },
  };
}
