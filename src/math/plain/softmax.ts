/** Row softmax and its backward in plain TypeScript. */
import type { Address } from "../kernels.js";
import type { Floats } from "../memory.js";

/** y[r, c] = exp(x[r, c] − max_c x[r]) / Σ_c exp(x[r, c] − max_c x[r]). x, y: (rows, cols). */
export function softmaxRows(
  f: Floats,
  y: Address,
  ldy: number,
  x: Address,
  ldx: number,
  rows: number,
  cols: number,
): void {
  for (let r = 0; r < rows; r++) {
    const xr = x + r * ldx;
    const yr = y + r * ldy;
    let max = -Infinity;
    for (let c = 0; c < cols; c++) if (f[xr + c] > max) max = f[xr + c];
    let sum = 0;
    for (let c = 0; c < cols; c++) sum += f[yr + c] = Math.exp(f[xr + c] - max);
    for (let c = 0; c < cols; c++) f[yr + c] /= sum;
  }
}

/** dx[r, c] += y[r, c] · (dy[r, c] − Σ_c y[r, c] · dy[r, c]). dx, y, dy: (rows, cols). */
export function softmaxRowsBackward(
  f: Floats,
  dx: Address,
  lddx: number,
  y: Address,
  ldy: number,
  dy: Address,
  lddy: number,
  rows: number,
  cols: number,
): void {
  for (let r = 0; r < rows; r++) {
    const dxr = dx + r * lddx;
    const yr = y + r * ldy;
    const dyr = dy + r * lddy;
    let sum = 0;
    for (let c = 0; c < cols; c++) sum += f[yr + c] * f[dyr + c];
    for (let c = 0; c < cols; c++) f[dxr + c] += f[yr + c] * (f[dyr + c] - sum);
  }
}
