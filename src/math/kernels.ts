/**
 * The numeric operations the models are written in. One memory holds everything; an array is named by its
 * `Address`, the index of its first element, so that the same code runs on the SIMD kernels (float32 in
 * WebAssembly memory) and on their plain twins (float32 or float64 typed arrays).
 */

import type { EmbeddingKernels } from "./embedding-kernels.js";
import type { ModelKernels } from "./model-kernels.js";

/** Index of an array's first element in `floats` (or in `ints`; a place serves one of the two, never both). */
export type Address = number;

/** Stands for "no array" where an operand is optional. */
export const NONE: Address = -1;

/**
 * A bump allocator over one growing memory. Growing replaces the views: read `floats` and `ints` again after an `alloc`.
 * Addresses stay valid until they are released. Every address is a multiple of 4 elements.
 */
export interface KernelMemory {
  readonly floats: Float32Array | Float64Array;
  readonly ints: Int32Array;
  /** Four bytes an element: byte 4·address is where the array at `address` begins. For int8 and float16 tables. */
  readonly bytes: Uint8Array;
  /** Room for `length` elements, contents unspecified. Throws `out-of-memory`. */
  alloc(length: number): Address;
  /** `alloc`, filled with zeros. */
  allocZero(length: number): Address;
  mark(): number;
  /** Gives back everything allocated since `mark`. */
  release(mark: number): void;
  /** Elements in use now, and the most that ever were. */
  readonly used: number;
  readonly peak: number;
}

/**
 * Shapes are row-major; `ldx` is the distance between rows of x. `diag` (or NONE) scales the inner index.
 * `accumulate` adds to `out` instead of replacing it.
 */
export interface MatrixKernels {
  /** out (m, n) = a (m, k) · diag(k) · b (k, n). */
  matmulNN(
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
  ): void;
  /** out (m, n) = a (m, k) · diag(k) · bᵀ, b (n, k). */
  matmulNT(
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
  ): void;
  /** out (m, n) = aᵀ · diag(k) · b, a (k, m), b (k, n). */
  matmulTN(
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
  ): void;
  /** out (n, n) = a (n, k) · diag(k) · aᵀ: symmetric, half the work of matmulNT. */
  matmulSymmetric(
    out: Address,
    ldo: number,
    a: Address,
    lda: number,
    n: number,
    k: number,
    diag: Address,
  ): void;
}

export interface RowKernels {
  /** y[r] = softmax(x[r]) over cols. In place when y = x. A row of no columns is nothing. */
  softmaxRows(y: Address, ldy: number, x: Address, ldx: number, rows: number, cols: number): void;
  /** dx[r] += y[r] ∘ (dy[r] − Σ y[r]·dy[r]). */
  softmaxRowsBackward(
    dx: Address,
    lddx: number,
    y: Address,
    ldy: number,
    dy: Address,
    lddy: number,
    rows: number,
    cols: number,
  ): void;
  /** y (rows, outputs) = tanh(x (rows, inputs) · wᵀ + b), w (outputs, inputs). */
  tanhLayer(
    y: Address,
    x: Address,
    w: Address,
    b: Address,
    rows: number,
    inputs: number,
    outputs: number,
  ): void;
  /** With dz = dy ∘ (1 − y²): dw += dzᵀ x, db += Σ dz, dx += dz w (dx may be NONE). `dy` is overwritten with dz. */
  tanhLayerBackward(
    dx: Address,
    dw: Address,
    db: Address,
    dy: Address,
    y: Address,
    x: Address,
    w: Address,
    rows: number,
    inputs: number,
    outputs: number,
  ): void;
  /** out[r] = table[rows[r]], `rows` an int array of `count`. */
  gatherRows(out: Address, table: Address, rows: Address, count: number, d: number): void;
  /** table[rows[r]] += x[r]. */
  scatterAddRows(table: Address, rows: Address, x: Address, count: number, d: number): void;
  /** out (cols) = Σ_r weights[r] · x[r]. */
  weightedRowSum(
    out: Address,
    x: Address,
    ldx: number,
    weights: Address,
    rows: number,
    cols: number,
    accumulate: boolean,
  ): void;
  /** dweights[r] += dout · x[r]; dx[r] += weights[r] · dout (dx may be NONE). */
  weightedRowSumBackward(
    dweights: Address,
    dx: Address,
    lddx: number,
    dout: Address,
    x: Address,
    ldx: number,
    weights: Address,
    rows: number,
    cols: number,
  ): void;
  /** out[r] = x[r] ∘ scale, scale (cols). */
  scaleColumns(
    out: Address,
    ldo: number,
    x: Address,
    ldx: number,
    scale: Address,
    rows: number,
    cols: number,
    accumulate: boolean,
  ): void;
  /** out (cols) += factor · Σ_r x[r] ∘ y[r]. */
  columnProductSums(
    out: Address,
    x: Address,
    ldx: number,
    y: Address,
    ldy: number,
    factor: number,
    rows: number,
    cols: number,
  ): void;
  /** y[i] = keep_i ? x[i] / (1 − rate) : 0, keep_i a hash of (seed, i): the same on every build. Its own backward. */
  dropout(y: Address, x: Address, count: number, rate: number, seed: number): void;
  fill(out: Address, value: number, count: number): void;
  copy(out: Address, from: Address, count: number): void;
  /** y += a·x */
  addScaled(y: Address, x: Address, a: number, count: number): void;
  dot(x: Address, y: Address, count: number): number;
  /** y[i] = eˣ, ln x, tanh x of x[i], within a few units in the last place of float32. */
  exp(y: Address, x: Address, count: number): void;
  log(y: Address, x: Address, count: number): void;
  tanh(y: Address, x: Address, count: number): void;
  /** False when any of the `count` numbers is NaN or infinite. */
  allFinite(x: Address, count: number): boolean;
}

export interface TrainingKernels {
  /**
   * Ranking loss (paper eq. 6): Σ_i weights[i] Σ_{e ≠ gold_i} max(0, margin − s[gold_i] + s[e]) over the scores of
   * mention i, s[starts[i] .. starts[i] + counts[i]); golds[i] is a position or −1 (no loss). Adds into dscores.
   */
  marginLoss(
    dscores: Address,
    scores: Address,
    starts: Address,
    counts: Address,
    golds: Address,
    weights: Address,
    mentions: number,
    margin: number,
  ): number;
  /** One step of Adam as PyTorch does it: ε outside the bias-corrected root. `step` counts from 1. */
  adamStep(
    params: Address,
    grads: Address,
    m: Address,
    v: Address,
    count: number,
    rate: number,
    beta1: number,
    beta2: number,
    epsilon: number,
    step: number,
  ): void;
}

export interface TableKernels {
  /** out[r] = scales[rows[r]] · table[rows[r]] for a table of int8 (d bytes a row, at byte 4·table). */
  decodeInt8Rows(
    out: Address,
    table: Address,
    scales: Address,
    rows: Address,
    count: number,
    d: number,
  ): void;
  /** out[r] = table[rows[r]] for a table of IEEE half floats (2d bytes a row, at byte 4·table). */
  decodeFloat16Rows(out: Address, table: Address, rows: Address, count: number, d: number): void;
}

export interface Kernels
  extends KernelMemory,
    MatrixKernels,
    RowKernels,
    TrainingKernels,
    TableKernels,
    ModelKernels,
    EmbeddingKernels {
  readonly build: KernelBuild;
}

/** Which arithmetic runs. `relaxed-simd` fuses multiply and add, so its last bits depend on the machine. */
export type KernelBuild = "simd" | "relaxed-simd" | "plain-float32" | "plain-float64";
