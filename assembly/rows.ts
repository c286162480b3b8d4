// Operations on the rows of a matrix. Plain twins: src/math/plain/rows.ts.
import { bytesOf, NONE, loadPart, multiplyAdd, storePart } from "./lanes";
import { matmulNN } from "./matrix-nn";
import { addScaledBytes, dotBytes } from "./vectors";

/** out[r] = table[rows[r]]. out: (count, d), rows: int (count). */
export function gatherRows(out: i32, table: i32, rows: i32, count: i32, d: i32): void {
  const whole = (<usize>d & ~3) << 2;
  const rest = d & 3;
  const zero = f32x4.splat(0);
  for (let r = 0; r < count; r++) {
    const to = bytesOf(out + r * d);
    const from = bytesOf(table + load<i32>(bytesOf(rows + r)) * d);
    for (let c: usize = 0; c < whole; c += 16) v128.store(to + c, v128.load(from + c));
    if (rest) storePart(to + whole, loadPart(from + whole, rest, zero), rest);
  }
}

/** table[rows[r]] += x[r]. x: (count, d), rows: int (count). */
export function scatterAddRows(table: i32, rows: i32, x: i32, count: i32, d: i32): void {
  const one = f32x4.splat(1);
  for (let r = 0; r < count; r++) {
    addScaledBytes(bytesOf(table + load<i32>(bytesOf(rows + r)) * d), bytesOf(x + r * d), one, d);
  }
}

/** out (cols) (+)= Σ_r weights[r] · x[r]: the product of a single row with x. */
export function weightedRowSum(
  out: i32,
  x: i32,
  ldx: i32,
  weights: i32,
  rows: i32,
  cols: i32,
  accumulate: bool,
): void {
  matmulNN(out, cols, weights, rows, x, ldx, 1, cols, rows, NONE, accumulate);
}

/** dweights[r] += dout · x[r]; dx[r] += weights[r] · dout unless dx is −1. */
export function weightedRowSumBackward(
  dweights: i32,
  dx: i32,
  lddx: i32,
  dout: i32,
  x: i32,
  ldx: i32,
  weights: i32,
  rows: i32,
  cols: i32,
): void {
  const change = bytesOf(dout);
  for (let r = 0; r < rows; r++) {
    const at = bytesOf(dweights + r);
    store<f32>(at, load<f32>(at) + dotBytes(change, bytesOf(x + r * ldx), cols));
    if (dx >= 0) {
      addScaledBytes(bytesOf(dx + r * lddx), change, v128.load32_splat(bytesOf(weights + r)), cols);
    }
  }
}

/** out[r] (+)= x[r] ∘ scale. out, x: (rows, cols), scale: (cols). */
export function scaleColumns(
  out: i32,
  ldo: i32,
  x: i32,
  ldx: i32,
  scale: i32,
  rows: i32,
  cols: i32,
  accumulate: bool,
): void {
  const s = bytesOf(scale);
  const whole = (<usize>cols & ~3) << 2;
  const rest = cols & 3;
  const zero = f32x4.splat(0);
  for (let r = 0; r < rows; r++) {
    const to = bytesOf(out + r * ldo);
    const from = bytesOf(x + r * ldx);
    for (let c: usize = 0; c < whole; c += 16) {
      let y = f32x4.mul(v128.load(from + c), v128.load(s + c));
      if (accumulate) y = f32x4.add(y, v128.load(to + c));
      v128.store(to + c, y);
    }
    if (rest) {
      let y = f32x4.mul(loadPart(from + whole, rest, zero), loadPart(s + whole, rest, zero));
      if (accumulate) y = f32x4.add(y, loadPart(to + whole, rest, zero));
      storePart(to + whole, y, rest);
    }
  }
}

/** out (cols) += factor · Σ_r x[r] ∘ y[r]. x, y: (rows, cols); columns in strips of 16, 4 and the rest. */
export function columnProductSums(
  out: i32,
  x: i32,
  ldx: i32,
  y: i32,
  ldy: i32,
  factor: f32,
  rows: i32,
  cols: i32,
): void {
  const o = bytesOf(out);
  const x0 = bytesOf(x);
  const y0 = bytesOf(y);
  const xStep = bytesOf(ldx);
  const yStep = bytesOf(ldy);
  const f = f32x4.splat(factor);
  const zero = f32x4.splat(0);
  const whole = (<usize>cols & ~3) << 2;
  const fours = (<usize>cols & ~15) << 2;
  const rest = cols & 3;
  let c: usize = 0;
  for (; c < fours; c += 64) {
    let s0 = zero;
    let s1 = zero;
    let s2 = zero;
    let s3 = zero;
    let xr = x0 + c;
    let yr = y0 + c;
    for (let r = rows; r > 0; r--) {
      s0 = multiplyAdd(v128.load(xr), v128.load(yr), s0);
      s1 = multiplyAdd(v128.load(xr, 16), v128.load(yr, 16), s1);
      s2 = multiplyAdd(v128.load(xr, 32), v128.load(yr, 32), s2);
      s3 = multiplyAdd(v128.load(xr, 48), v128.load(yr, 48), s3);
      xr += xStep;
      yr += yStep;
    }
    v128.store(o + c, multiplyAdd(f, s0, v128.load(o + c)));
    v128.store(o + c, multiplyAdd(f, s1, v128.load(o + c, 16)), 16);
    v128.store(o + c, multiplyAdd(f, s2, v128.load(o + c, 32)), 32);
    v128.store(o + c, multiplyAdd(f, s3, v128.load(o + c, 48)), 48);
  }
  for (; c < whole; c += 16) {
    let s = zero;
    let xr = x0 + c;
    let yr = y0 + c;
    for (let r = rows; r > 0; r--) {
      s = multiplyAdd(v128.load(xr), v128.load(yr), s);
      xr += xStep;
      yr += yStep;
    }
    v128.store(o + c, multiplyAdd(f, s, v128.load(o + c)));
  }
  if (rest) {
    let s = zero;
    let xr = x0 + c;
    let yr = y0 + c;
    for (let r = rows; r > 0; r--) {
      s = multiplyAdd(loadPart(xr, rest, zero), loadPart(yr, rest, zero), s);
      xr += xStep;
      yr += yStep;
    }
    storePart(o + c, multiplyAdd(f, s, loadPart(o + c, rest, zero)), rest);
  }
}
