/** Operations on rows and plain vectors, in plain TypeScript: the twins of assembly/rows.ts. */
import { type Address, NONE, type RowKernels } from "../kernels.js";
import type { Arena, Floats } from "../memory.js";
import { dropout } from "./dropout.js";
import { softmaxRows, softmaxRowsBackward } from "./softmax.js";
import { tanhLayer, tanhLayerBackward } from "./tanh-layer.js";

/** out[r] = table[rows[r]]. out: (count, d), rows: int (count). */
function gatherRows(
  f: Floats,
  ints: Int32Array,
  out: Address,
  table: Address,
  rows: Address,
  count: number,
  d: number,
): void {
  for (let r = 0; r < count; r++) {
    const from = table + ints[rows + r] * d;
    f.copyWithin(out + r * d, from, from + d);
  }
}

/** table[rows[r]] += x[r]. x: (count, d), rows: int (count). */
function scatterAddRows(
  f: Floats,
  ints: Int32Array,
  table: Address,
  rows: Address,
  x: Address,
  count: number,
  d: number,
): void {
  for (let r = 0; r < count; r++) {
    const to = table + ints[rows + r] * d;
    const from = x + r * d;
    for (let c = 0; c < d; c++) f[to + c] += f[from + c];
  }
}

/** out[c] (+)= Σ_r weights[r] · x[r, c]. out: (cols), x: (rows, cols). */
function weightedRowSum(
  f: Floats,
  out: Address,
  x: Address,
  ldx: number,
  weights: Address,
  rows: number,
  cols: number,
  accumulate: boolean,
): void {
  if (!accumulate) f.fill(0, out, out + cols);
  for (let r = 0; r < rows; r++) {
    const weight = f[weights + r];
    const xr = x + r * ldx;
    for (let c = 0; c < cols; c++) f[out + c] += weight * f[xr + c];
  }
}

/** dweights[r] += Σ_c dout[c] · x[r, c]; dx[r, c] += weights[r] · dout[c] unless dx is NONE. */
function weightedRowSumBackward(
  f: Floats,
  dweights: Address,
  dx: Address,
  lddx: number,
  dout: Address,
  x: Address,
  ldx: number,
  weights: Address,
  rows: number,
  cols: number,
): void {
  for (let r = 0; r < rows; r++) {
    f[dweights + r] += dot(f, dout, x + r * ldx, cols);
    if (dx !== NONE) addScaled(f, dx + r * lddx, dout, f[weights + r], cols);
  }
}

/** out[r, c] (+)= x[r, c] · scale[c]. out, x: (rows, cols). */
function scaleColumns(
  f: Floats,
  out: Address,
  ldo: number,
  x: Address,
  ldx: number,
  scale: Address,
  rows: number,
  cols: number,
  accumulate: boolean,
): void {
  for (let r = 0; r < rows; r++) {
    const to = out + r * ldo;
    const xr = x + r * ldx;
    for (let c = 0; c < cols; c++) {
      const scaled = f[xr + c] * f[scale + c];
      f[to + c] = accumulate ? f[to + c] + scaled : scaled;
    }
  }
}

/** out[c] += factor · Σ_r x[r, c] · y[r, c]. out: (cols), x, y: (rows, cols). */
function columnProductSums(
  f: Floats,
  out: Address,
  x: Address,
  ldx: number,
  y: Address,
  ldy: number,
  factor: number,
  rows: number,
  cols: number,
): void {
  for (let r = 0; r < rows; r++) {
    const xr = x + r * ldx;
    const yr = y + r * ldy;
    for (let c = 0; c < cols; c++) f[out + c] += factor * f[xr + c] * f[yr + c];
  }
}

/** y[i] += a · x[i]. */
function addScaled(f: Floats, y: Address, x: Address, a: number, count: number): void {
  for (let i = 0; i < count; i++) f[y + i] += a * f[x + i];
}

/** Σ_i x[i] · y[i]. */
function dot(f: Floats, x: Address, y: Address, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += f[x + i] * f[y + i];
  return sum;
}

/** y[i] = eˣ of x[i]. */
function exp(f: Floats, y: Address, x: Address, count: number): void {
  for (let i = 0; i < count; i++) f[y + i] = Math.exp(f[x + i]);
}

/** y[i] = ln x[i]. */
function log(f: Floats, y: Address, x: Address, count: number): void {
  for (let i = 0; i < count; i++) f[y + i] = Math.log(f[x + i]);
}

/** y[i] = tanh x[i]. */
function tanh(f: Floats, y: Address, x: Address, count: number): void {
  for (let i = 0; i < count; i++) f[y + i] = Math.tanh(f[x + i]);
}

/** x − x is 0 for every finite number and NaN for the others. */
function allFinite(f: Floats, x: Address, count: number): boolean {
  for (let i = 0; i < count; i++) if (f[x + i] - f[x + i] !== 0) return false;
  return true;
}

export function plainRowKernels(memory: Arena): RowKernels {
  return {
    softmaxRows: (...args) => softmaxRows(memory.floats, ...args),
    softmaxRowsBackward: (...args) => softmaxRowsBackward(memory.floats, ...args),
    tanhLayer: (...args) => tanhLayer(memory.floats, ...args),
    tanhLayerBackward: (...args) => tanhLayerBackward(memory.floats, ...args),
    gatherRows: (...args) => gatherRows(memory.floats, memory.ints, ...args),
    scatterAddRows: (...args) => scatterAddRows(memory.floats, memory.ints, ...args),
    weightedRowSum: (...args) => weightedRowSum(memory.floats, ...args),
    weightedRowSumBackward: (...args) => weightedRowSumBackward(memory.floats, ...args),
    scaleColumns: (...args) => scaleColumns(memory.floats, ...args),
    columnProductSums: (...args) => columnProductSums(memory.floats, ...args),
    dropout: (...args) => dropout(memory.floats, ...args),
    fill: (out, value, count) => void memory.floats.fill(value, out, out + count),
    copy: (out, from, count) => void memory.floats.copyWithin(out, from, from + count),
    addScaled: (...args) => addScaled(memory.floats, ...args),
    dot: (...args) => dot(memory.floats, ...args),
    exp: (...args) => exp(memory.floats, ...args),
    log: (...args) => log(memory.floats, ...args),
    tanh: (...args) => tanh(memory.floats, ...args),
    allFinite: (...args) => allFinite(memory.floats, ...args),
  };
}
