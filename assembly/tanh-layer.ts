// The layer tanh(x wᵀ + b) and its backward. Plain twins: src/math/plain/rows.ts.
import { bytesOf, NONE, loadPart, storePart } from "./lanes";
import { matmulNN, matmulTN } from "./matrix-nn";
import { matmulNT } from "./matrix-nt";
import { tanh4 } from "./transcendental";

/** y (rows, outputs) = tanh(x (rows, inputs) · wᵀ + b), w (outputs, inputs), b (outputs). */
export function tanhLayer(y: i32, x: i32, w: i32, b: i32, rows: i32, inputs: i32, outputs: i32): void {
  matmulNT(y, outputs, x, inputs, w, inputs, rows, outputs, inputs, NONE, false);
  const bias = bytesOf(b);
  const whole = (<usize>outputs & ~3) << 2;
  const rest = outputs & 3;
  const zero = f32x4.splat(0);
  for (let r = 0; r < rows; r++) {
    const yr = bytesOf(y + r * outputs);
    for (let o: usize = 0; o < whole; o += 16) {
      v128.store(yr + o, tanh4(f32x4.add(v128.load(yr + o), v128.load(bias + o))));
    }
    if (rest) {
      const z = f32x4.add(loadPart(yr + whole, rest, zero), loadPart(bias + whole, rest, zero));
      storePart(yr + whole, tanh4(z), rest);
    }
  }
}

/** dz = dy ∘ (1 − y²) in place of dy; dw += dzᵀ x, db += Σ_r dz[r], dx += dz w unless dx is −1. */
export function tanhLayerBackward(
  dx: i32,
  dw: i32,
  db: i32,
  dy: i32,
  y: i32,
  x: i32,
  w: i32,
  rows: i32,
  inputs: i32,
  outputs: i32,
): void {
  const bias = bytesOf(db);
  const whole = (<usize>outputs & ~3) << 2;
  const rest = outputs & 3;
  const zero = f32x4.splat(0);
  for (let r = 0; r < rows; r++) {
    const yr = bytesOf(y + r * outputs);
    const dyr = bytesOf(dy + r * outputs);
    for (let o: usize = 0; o < whole; o += 16) {
      const dz = throughTanh(v128.load(dyr + o), v128.load(yr + o));
      v128.store(dyr + o, dz);
      v128.store(bias + o, f32x4.add(v128.load(bias + o), dz));
    }
    if (rest) {
      const dz = throughTanh(loadPart(dyr + whole, rest, zero), loadPart(yr + whole, rest, zero));
      storePart(dyr + whole, dz, rest);
      storePart(bias + whole, f32x4.add(loadPart(bias + whole, rest, zero), dz), rest);
    }
  }
  matmulTN(dw, inputs, dy, outputs, x, inputs, outputs, inputs, rows, NONE, true);
  if (dx >= 0) matmulNN(dx, inputs, dy, outputs, w, inputs, rows, inputs, outputs, NONE, true);
}

/** dy · (1 − y²). */
// @ts-ignore: decorator
@inline
function throughTanh(dy: v128, y: v128): v128 {
  return f32x4.mul(dy, f32x4.sub(f32x4.splat(1), f32x4.mul(y, y)));
}
