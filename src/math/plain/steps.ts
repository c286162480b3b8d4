/** Loops that several plain twins share, at addresses of one array. */
import type { Address } from "../kernels.js";
import type { Floats } from "../memory.js";

/** Σ_i x[i] · y[i]. */
export function dotOf(f: Floats, x: Address, y: Address, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += f[x + i] * f[y + i];
  return sum;
}

/** y[i] += a · x[i]. */
export function addTo(f: Floats, y: Address, x: Address, a: number, count: number): void {
  for (let i = 0; i < count; i++) f[y + i] += a * f[x + i];
}

/** y[c] = exp(x[c] − max x) / Σ exp(x − max x). */
export function softmaxRow(f: Floats, y: Address, x: Address, cols: number): void {
  let max = -Infinity;
  for (let c = 0; c < cols; c++) if (f[x + c] > max) max = f[x + c];
  let sum = 0;
  for (let c = 0; c < cols; c++) sum += f[y + c] = Math.exp(f[x + c] - max);
  for (let c = 0; c < cols; c++) f[y + c] /= sum;
}
