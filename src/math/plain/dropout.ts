/** Dropout by hash: which numbers stay depends on the seed and their position only, never on the build. */
import type { Address } from "../kernels.js";
import type { Floats } from "../memory.js";

/** Position i's 32 random bits: the mixer "lowbias32" (C. Wellons) over position and seed. */
function positionHash(seed: number, i: number): number {
  let h = (Math.imul(i, 0x9e3779b9) + seed) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0xd35a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

/** y[i] = x[i] / (1 − rate) where positionHash(seed, i) ≥ rate · 2³², else 0. x, y: (count). */
export function dropout(f: Floats, y: Address, x: Address, count: number, rate: number, seed: number): void {
  const threshold = Math.floor(rate * 2 ** 32);
  const scale = 1 / (1 - rate);
  for (let i = 0; i < count; i++) f[y + i] = positionHash(seed, i) >= threshold ? f[x + i] * scale : 0;
}
