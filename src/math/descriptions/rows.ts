/** Operations on the rows of a matrix. `ldx` is the distance between rows of x. */
import {
  byName,
  distance,
  flag,
  float32,
  floats,
  matrix,
  orNone,
  rowNumbers,
  size,
  table,
} from "./describe.js";

export const rowKernels = {
  /** y[r] = softmax(x[r]) over cols. In place when y = x. A row of no columns is nothing. */
  softmaxRows: byName([
    matrix("y", "rows", "cols", "ldy"),
    distance("ldy"),
    matrix("x", "rows", "cols", "ldx"),
    distance("ldx"),
    size("rows"),
    size("cols"),
  ]),
  /** dx[r] += y[r] ∘ (dy[r] − Σ y[r]·dy[r]). */
  softmaxRowsBackward: byName([
    matrix("dx", "rows", "cols", "lddx"),
    distance("lddx"),
    matrix("y", "rows", "cols", "ldy"),
    distance("ldy"),
    matrix("dy", "rows", "cols", "lddy"),
    distance("lddy"),
    size("rows"),
    size("cols"),
  ]),
  /** y (rows, outputs) = tanh(x (rows, inputs) · wᵀ + b), w (outputs, inputs). */
  tanhLayer: byName([
    floats("y", "rows * outputs"),
    floats("x", "rows * inputs"),
    floats("w", "outputs * inputs"),
    floats("b", "outputs"),
    size("rows"),
    size("inputs"),
    size("outputs"),
  ]),
  /** With dz = dy ∘ (1 − y²): dw += dzᵀ x, db += Σ dz, dx += dz w (dx may be NONE). `dy` is overwritten with dz. */
  tanhLayerBackward: byName([
    orNone(floats("dx", "rows * inputs")),
    floats("dw", "outputs * inputs"),
    floats("db", "outputs"),
    floats("dy", "rows * outputs"),
    floats("y", "rows * outputs"),
    floats("x", "rows * inputs"),
    floats("w", "outputs * inputs"),
    size("rows"),
    size("inputs"),
    size("outputs"),
  ]),
  /** out[r] = table[rows[r]]. */
  gatherRows: byName([
    floats("out", "count * d"),
    table("table", "4 * d"),
    rowNumbers("rows", "count", "table"),
    size("count"),
    size("d"),
  ]),
  /** table[rows[r]] += x[r]. */
  scatterAddRows: byName([
    table("table", "4 * d"),
    rowNumbers("rows", "count", "table"),
    floats("x", "count * d"),
    size("count"),
    size("d"),
  ]),
  /** out (cols) = Σ_r weights[r] · x[r]. */
  weightedRowSum: byName([
    floats("out", "cols"),
    matrix("x", "rows", "cols", "ldx"),
    distance("ldx"),
    floats("weights", "rows"),
    size("rows"),
    size("cols"),
    flag("accumulate"),
  ]),
  /** dweights[r] += dout · x[r]; dx[r] += weights[r] · dout (dx may be NONE). */
  weightedRowSumBackward: byName([
    floats("dweights", "rows"),
    orNone(matrix("dx", "rows", "cols", "lddx")),
    distance("lddx"),
    floats("dout", "cols"),
    matrix("x", "rows", "cols", "ldx"),
    distance("ldx"),
    floats("weights", "rows"),
    size("rows"),
    size("cols"),
  ]),
  /** out[r] = x[r] ∘ scale. */
  scaleColumns: byName([
    matrix("out", "rows", "cols", "ldo"),
    distance("ldo"),
    matrix("x", "rows", "cols", "ldx"),
    distance("ldx"),
    floats("scale", "cols"),
    size("rows"),
    size("cols"),
    flag("accumulate"),
  ]),
  /** out (cols) += factor · Σ_r x[r] ∘ y[r]. */
  columnProductSums: byName([
    floats("out", "cols"),
    matrix("x", "rows", "cols", "ldx"),
    distance("ldx"),
    matrix("y", "rows", "cols", "ldy"),
    distance("ldy"),
    float32("factor"),
    size("rows"),
    size("cols"),
  ]),
};
