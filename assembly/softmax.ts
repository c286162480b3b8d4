// Row softmax and its backward. Plain twins: src/math/plain/rows.ts.
import { bytesOf, loadPart, maxLane, multiplyAdd, storePart, sumLanes } from "./lanes";
import { exp4 } from "./transcendental";

/** y[r] = exp(x[r] − max x[r]) / Σ exp(x[r] − max x[r]). x, y: (rows, cols). */
export function softmaxRows(y: i32, ldy: i32, x: i32, ldx: i32, rows: i32, cols: i32): void {
  if (cols == 0) return;
  for (let r = 0; r < rows; r++) softmaxRow(bytesOf(y + r * ldy), bytesOf(x + r * ldx), cols);
}

// @ts-ignore: decorator
@inline
function softmaxRow(y: usize, x: usize, cols: i32): void {
  const whole = (<usize>cols & ~3) << 2;
  const rest = cols & 3;
  let greatest = f32x4.splat(-Infinity);
  for (let c: usize = 0; c < whole; c += 16) greatest = f32x4.pmax(greatest, v128.load(x + c));
  if (rest) greatest = f32x4.pmax(greatest, loadPart(x + whole, rest, greatest));
  const shift = f32x4.splat(maxLane(greatest));
  let sums = f32x4.splat(0);
  for (let c: usize = 0; c < whole; c += 16) {
    const e = exp4(f32x4.sub(v128.load(x + c), shift));
    sums = f32x4.add(sums, e);
    v128.store(y + c, e);
  }
  if (rest) {
    // The lanes after the row are −∞ here, so they add nothing to the sum.
    const e = exp4(f32x4.sub(loadPart(x + whole, rest, f32x4.splat(-Infinity)), shift));
    sums = f32x4.add(sums, e);
    storePart(y + whole, e, rest);
  }
  const factor = f32x4.splat(<f32>1 / sumLanes(sums));
  for (let c: usize = 0; c < whole; c += 16) v128.store(y + c, f32x4.mul(v128.load(y + c), factor));
  if (rest) storePart(y + whole, f32x4.mul(loadPart(y + whole, rest, factor), factor), rest);
}

/** dx[r] += y[r] ∘ (dy[r] − Σ y[r]·dy[r]). dx, y, dy: (rows, cols). */
export function softmaxRowsBackward(
  dx: i32,
  lddx: i32,
  y: i32,
  ldy: i32,
  dy: i32,
  lddy: i32,
  rows: i32,
  cols: i32,
): void {
  const whole = (<usize>cols & ~3) << 2;
  const rest = cols & 3;
  const zero = f32x4.splat(0);
  for (let r = 0; r < rows; r++) {
    const dxr = bytesOf(dx + r * lddx);
    const yr = bytesOf(y + r * ldy);
    const dyr = bytesOf(dy + r * lddy);
    let sums = zero;
    for (let c: usize = 0; c < whole; c += 16) sums = multiplyAdd(v128.load(yr + c), v128.load(dyr + c), sums);
    if (rest) sums = multiplyAdd(loadPart(yr + whole, rest, zero), loadPart(dyr + whole, rest, zero), sums);
    const sum = f32x4.splat(sumLanes(sums));
    for (let c: usize = 0; c < whole; c += 16) {
      const change = f32x4.sub(v128.load(dyr + c), sum);
      v128.store(dxr + c, multiplyAdd(v128.load(yr + c), change, v128.load(dxr + c)));
    }
    if (rest) {
      const change = f32x4.sub(loadPart(dyr + whole, rest, zero), sum);
      const before = loadPart(dxr + whole, rest, zero);
      storePart(dxr + whole, multiplyAdd(loadPart(yr + whole, rest, zero), change, before), rest);
    }
  }
}
