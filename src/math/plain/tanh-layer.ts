/** The layer tanh(x wᵀ + b) and its backward in plain TypeScript (paper section 4.1: f is such a layer). */
import { type Address, NONE } from "../kernels.js";
import type { Floats } from "../memory.js";
import { matmulNN, matmulNT, matmulTN } from "./matrix.js";

/** y (rows, outputs) = tanh(x (rows, inputs) · wᵀ + b), w (outputs, inputs), b (outputs). */
export function tanhLayer(
  f: Floats,
  y: Address,
  x: Address,
  w: Address,
  b: Address,
  rows: number,
  inputs: number,
  outputs: number,
): void {
  matmulNT(f, y, outputs, x, inputs, w, inputs, rows, outputs, inputs, NONE, false);
  for (let r = 0; r < rows; r++) {
    for (let o = 0; o < outputs; o++) {
      const at = y + r * outputs + o;
      f[at] = Math.tanh(f[at] + f[b + o]);
    }
  }
}

/** dz = dy ∘ (1 − y²) in place of dy; dw += dzᵀ x, db += Σ_r dz[r], dx += dz w unless dx is NONE. */
export function tanhLayerBackward(
  f: Floats,
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
): void {
  for (let r = 0; r < rows; r++) {
    for (let o = 0; o < outputs; o++) {
      const at = r * outputs + o;
      const dz = f[dy + at] * (1 - f[y + at] * f[y + at]);
      f[dy + at] = dz;
      f[db + o] += dz;
    }
  }
  matmulTN(f, dw, inputs, dy, outputs, x, inputs, outputs, inputs, rows, NONE, true);
  if (dx !== NONE) matmulNN(f, dx, inputs, dy, outputs, w, inputs, rows, inputs, outputs, NONE, true);
}
