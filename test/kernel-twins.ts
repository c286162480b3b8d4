/** Runs one piece of work on every kernel build and holds the results against the plain float64 one. */
import fc from "fast-check";
import { expect } from "vitest";
import { enableRelaxedSimd } from "../src/math/enable-relaxed-simd.js";
import type { Address, KernelBuild, Kernels } from "../src/math/kernels.js";
import { Random } from "../src/math/random.js";
import { loadKernelsSync } from "../src/math/wasm-kernels-sync.js";

/** Sizes where kernels go wrong: nothing, one, around the vector and tile widths, and anything small. */
export const size = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 33) },
  { weight: 1, arbitrary: fc.nat(40) },
);

/** How much longer the distance between rows is than a row. */
export const gap = fc.constantFrom(0, 0, 1, 3, 4);

export const seed = fc.nat();

/** Every build this engine has; the first is the reference. */
export const builds: KernelBuild[] = ["plain-float64", "plain-float32", "simd"];
try {
  enableRelaxedSimd();
  builds.push("relaxed-simd");
} catch {
  // An engine without relaxed SIMD: the other builds are still tested.
}

const kernelsOf = new Map<KernelBuild, Kernels>();

function kernels(build: KernelBuild): Kernels {
  let found = kernelsOf.get(build);
  if (found === undefined) kernelsOf.set(build, (found = loadKernelsSync({ build })));
  return found;
}

export interface TwinWork {
  /** Elements the work may touch. */
  length: number;
  seed: number;
  /** The largest difference allowed, relative to max(1, |reference|). */
  tolerance: number;
  /** Numbers from −scale to scale; 1 when left out. */
  scale?: number;
  /** Puts integers or special numbers in place, before the call. */
  prepare?: (k: Kernels, at: Address, random: Random) => void;
  /** The work, on `length` random numbers at `at`; what it returns is compared too. */
  run: (k: Kernels, at: Address) => unknown;
}

/** Asserts that after the work all builds hold the same numbers everywhere, so also where nothing may be written. */
export function expectTwinsAgree(work: TwinWork): void {
  const random = new Random(work.seed);
  const scale = work.scale ?? 1;
  const start = Float32Array.from({ length: work.length }, () => (random.uniform() * 2 - 1) * scale);
  let reference: Float64Array | undefined;
  let wantedResult: unknown;
  for (const build of builds) {
    const k = kernels(build);
    const mark = k.mark();
    const at = k.alloc(work.length);
    k.floats.set(start, at);
    work.prepare?.(k, at, new Random(work.seed));
    const result = work.run(k, at);
    const found = Float64Array.from(k.floats.subarray(at, at + work.length));
    k.release(mark);
    if (reference === undefined) {
      reference = found;
      wantedResult = result;
      continue;
    }
    for (let i = 0; i < work.length; i++)
      expectClose(build, `element ${i}`, found[i], reference[i], work.tolerance);
    if (typeof wantedResult === "number") {
      expectClose(build, "the returned number", result as number, wantedResult, work.tolerance);
    } else {
      expect(result).toBe(wantedResult);
    }
  }
}

function expectClose(build: string, what: string, found: number, wanted: number, tolerance: number): void {
  if (Object.is(found, wanted) || found === wanted) return;
  const bound = tolerance * Math.max(1, Math.abs(wanted));
  if (Math.abs(found - wanted) <= bound) return;
  expect.fail(
    `${build}: ${what} is ${found}, the plain float64 kernel gives ${wanted} (allowed difference ${bound})`,
  );
}
