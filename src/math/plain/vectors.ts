/** Operations on single vectors in plain TypeScript: the twins of assembly/vectors.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import type { Address } from "../kernels.js";
import type { Arena } from "../memory.js";
import { addTo, dotOf } from "./steps.js";

export function fill({ floats }: Arena, out: Address, value: number, count: number): void {
  floats.fill(value, out, out + count);
}

export function copy({ floats }: Arena, y: Address, x: Address, count: number): void {
  floats.copyWithin(y, x, x + count);
}

export function addScaled({ floats }: Arena, y: Address, x: Address, a: number, count: number): void {
  addTo(floats, y, x, a, count);
}

export function dot({ floats }: Arena, x: Address, y: Address, count: number): number {
  return dotOf(floats, x, y, count);
}

export function exp({ floats: f }: Arena, y: Address, x: Address, count: number): void {
  for (let i = 0; i < count; i++) f[y + i] = Math.exp(f[x + i]);
}

export function log({ floats: f }: Arena, y: Address, x: Address, count: number): void {
  for (let i = 0; i < count; i++) f[y + i] = Math.log(f[x + i]);
}

export function tanh({ floats: f }: Arena, y: Address, x: Address, count: number): void {
  for (let i = 0; i < count; i++) f[y + i] = Math.tanh(f[x + i]);
}

/** x − x is 0 for every finite number and NaN for the others. */
export function allFinite({ floats: f }: Arena, x: Address, count: number): boolean {
  for (let i = 0; i < count; i++) if (f[x + i] - f[x + i] !== 0) return false;
  return true;
}

/** Which numbers stay depends on the seed and their position only, never on the build. */
export function dropout({ floats: f }: Arena, args: KernelArguments<"dropout">): void {
  const { y, x, count, rate, seed } = args;
  const bits = seedBits(seed);
  const threshold = Math.floor(rate * 2 ** 32);
  const scale = 1 / (1 - rate);
  for (let i = 0; i < count; i++) f[y + i] = positionHash(bits, i) >= threshold ? f[x + i] * scale : 0;
}

/** 32 bits of a seed of up to 53; both halves count. */
function seedBits(seed: number): number {
  return (seed | 0) ^ Math.imul(Math.floor(seed / 4294967296) | 0, 0x85ebca6b);
}

/** Position i's 32 random bits: the mixer "lowbias32" (C. Wellons) over position and seed. */
function positionHash(bits: number, i: number): number {
  let h = (Math.imul(i, 0x9e3779b9) + bits) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0xd35a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}
