import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { builds } from "../../test/kernel-twins.js";
import type { KernelBuild } from "./kernels.js";
import { loadKernels } from "./wasm-kernels.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

describe("loading kernels", () => {
  it("takes SIMD unless told otherwise, and records what it took", async () => {
    expect((await loadKernels()).build).toBe("simd");
    for (const build of builds) expect((await loadKernels({ build })).build).toBe(build);
  });

  it("gives each caller a memory of its own", () => {
    const [a, b] = [loadKernelsSync(), loadKernelsSync()];
    const at = a.allocZero(4);
    expect(b.allocZero(4)).toBe(at);
    a.fill(at, 7, 4);
    expect(b.floats[at]).toBe(0);
  });

  it("refuses a build that does not exist", async () => {
    await expect(loadKernels({ build: "fast" as KernelBuild })).rejects.toThrow(/no kernel build "fast"/);
  });

  it("says what to do where relaxed SIMD is not there", () => {
    // A process of its own, since the tests here turn relaxed SIMD on.
    const source = `
      const { loadKernels, isBuildSupported } = await import(${JSON.stringify(new URL("../../dist/math/wasm-kernels.js", import.meta.url).href)});
      if (isBuildSupported("relaxed-simd")) console.log("supported");
      else await loadKernels({ build: "relaxed-simd" }).catch((e) => console.log(e.code + ": " + e.message));
    `;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", source], {
      encoding: "utf8",
    });
    expect(output.trim()).toMatch(/^supported$|^unsupported: .*enableRelaxedSimd/);
  });
});

describe.each(builds)("the memory of the %s build", (build) => {
  it("keeps its contents and its kernels when it grows", () => {
    const k = loadKernelsSync({ build });
    const a = k.alloc(5);
    k.floats.set([1, 2, 3, 4, 5], a);
    k.alloc(2_000_000);
    const b = k.alloc(5);
    k.copy(b, a, 5);
    expect([...k.floats.subarray(b, b + 5)]).toEqual([1, 2, 3, 4, 5]);
    expect(k.floats.length).toBeGreaterThan(2_000_000);
  });

  it("stops at its limit with out-of-memory and goes on working", () => {
    const k = loadKernelsSync({ build, maxBytes: 1_000_000 });
    const a = k.alloc(100);
    expect(() => k.alloc(250_000)).toThrow(expect.objectContaining({ code: "out-of-memory" }));
    expect(() => k.alloc(2 ** 31)).toThrow(expect.objectContaining({ code: "out-of-memory" }));
    k.fill(a, 2, 100);
    expect(k.dot(a, a, 100)).toBe(400);
  });
});
