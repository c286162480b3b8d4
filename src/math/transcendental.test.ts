import { describe, expect, it } from "vitest";
import { builds } from "../../test/kernel-twins.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

const simdBuilds = builds.filter((build) => !build.startsWith("plain"));

/** Distance of two float32 numbers, counted in representable numbers. */
function ulps(a: number, b: number): number {
  if (Object.is(a, b) || a === b) return 0;
  const bits = new Int32Array(new Float32Array([a, b]).buffer);
  const ordered = (x: number) => (x < 0 ? -(x & 0x7fffffff) : x);
  return Math.abs(ordered(bits[0]) - ordered(bits[1]));
}

/** Every 977th float32 from `from` to `to`, both of one sign, smallest magnitude first. */
function spread(from: number, to: number): Float32Array {
  const ends = new Int32Array(new Float32Array([from, to]).buffer);
  const count = Math.floor((ends[1] - ends[0]) / 977);
  return new Float32Array(Int32Array.from({ length: count }, (_, i) => ends[0] + 977 * i).buffer);
}

function worst(build: (typeof builds)[number], name: "exp" | "log" | "tanh", x: Float32Array): number {
  const k = loadKernelsSync({ build });
  const [from, to] = [k.alloc(x.length), k.alloc(x.length)];
  k.floats.set(x, from);
  k[name](to, from, x.length);
  let most = 0;
  for (let i = 0; i < x.length; i++)
    most = Math.max(most, ulps(k.floats[to + i], Math.fround(Math[name](x[i]))));
  return most;
}

describe.each(simdBuilds)("float32 functions of the %s build", (build) => {
  it("exp is within 2 units in the last place from underflow to overflow", () => {
    expect(worst(build, "exp", spread(1e-8, 88.72))).toBeLessThanOrEqual(2);
    expect(worst(build, "exp", spread(-1e-8, -87.3))).toBeLessThanOrEqual(2);
    expect(worst(build, "exp", spread(-87.3, -104))).toBeLessThanOrEqual(2);
  });

  it("log is within 2 units in the last place for every size, subnormal numbers included", () => {
    expect(worst(build, "log", spread(1e-45, 3.4e38))).toBeLessThanOrEqual(2);
  });

  it("tanh is within 3 units in the last place and odd", () => {
    expect(worst(build, "tanh", spread(1e-30, 20))).toBeLessThanOrEqual(3);
    expect(worst(build, "tanh", spread(-1e-30, -20))).toBeLessThanOrEqual(3);
  });

  it("the ends of the number line come out as in Math", () => {
    const x = [0, -0, 1, Infinity, -Infinity, Number.NaN, -1, 200, -200];
    const k = loadKernelsSync({ build });
    const [from, to] = [k.alloc(x.length), k.alloc(x.length)];
    k.floats.set(x, from);
    for (const name of ["exp", "log", "tanh"] as const) {
      k[name](to, from, x.length);
      x.forEach((value, i) => {
        const wanted = Math.fround(Math[name](value));
        if (!(ulps(k.floats[to + i], wanted) <= 1)) {
          expect(`${name}(${value}) = ${k.floats[to + i]}`).toBe(`${name}(${value}) = ${wanted}`);
        }
      });
    }
  });
});
