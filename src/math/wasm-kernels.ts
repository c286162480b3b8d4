/** Chooses and starts a kernel build: the SIMD modules embedded in the package, or the plain twins. No Node API. */
import { LinkingError } from "../errors.js";
import { callWasm, checkedKernels, type WasmFunctions } from "./generated/kernel-calls.js";
import { relaxedWasm, simdWasm } from "./generated/wasm-bytes.js";
import type { KernelBuild, Kernels } from "./kernels.js";
import { Arena, type GrowMemory } from "./memory.js";

export interface KernelOptions {
  /**
   * Which arithmetic to use. Without it: `simd`, the same bits on every machine, or `plain-float32` on an engine
   * that has no WebAssembly SIMD. `relaxed-simd` is faster and its last bits depend on the machine.
   */
  build?: KernelBuild;
  /** The most memory the kernels may take, in bytes; the engine's own limit (at most 4 GiB) when left out. */
  maxBytes?: number;
}

type WasmBuild = "simd" | "relaxed-simd";

type WasmExports = WasmFunctions & { memory: WebAssembly.Memory; memoryBase(): number };

const PAGE_BYTES = 65_536;

/** Compiled modules, one a build: every set of kernels of a thread shares the code. */
export const modules = new Map<WasmBuild, WebAssembly.Module>();

/**
 * Starts the kernels of a build. Each call gives a memory of its own.
 *
 * ```ts
 * import { loadKernels, openLinker } from "mulrel";
 *
 * const linker = await openLinker("/model/", { kernels: await loadKernels({ maxBytes: 2 ** 28 }) });
 * ```
 */
export async function loadKernels(options: KernelOptions = {}): Promise<Kernels> {
  const build = chooseBuild(options.build);
  // the plain kernels are loaded only where they are asked for or nothing else runs
  if (!isWasmBuild(build)) return (await import("./plain-kernels.js")).createPlainBuild(build, options);
  if (!modules.has(build)) modules.set(build, await WebAssembly.compile(moduleBytes(build)));
  return startModule(build, options);
}

/** Whether this engine can run a build now. Relaxed SIMD on Node 20 has to be enabled first (`enableRelaxedSimd`). */
export function isBuildSupported(build: KernelBuild): boolean {
  if (!isWasmBuild(build)) return true;
  if (modules.has(build)) return true;
  return typeof WebAssembly === "object" && WebAssembly.validate(moduleBytes(build));
}

export function isWasmBuild(build: KernelBuild): build is WasmBuild {
  return build === "simd" || build === "relaxed-simd";
}

export function chooseBuild(wanted: KernelBuild | undefined): KernelBuild {
  if (wanted === undefined) return isBuildSupported("simd") ? "simd" : "plain-float32";
  if (!["simd", "relaxed-simd", "plain-float32", "plain-float64"].includes(wanted)) {
    throw new LinkingError(
      "usage",
      `There is no kernel build "${wanted}"; take simd, relaxed-simd, plain-float32 or plain-float64.`,
    );
  }
  if (isBuildSupported(wanted)) return wanted;
  throw new LinkingError(
    "unsupported",
    wanted === "relaxed-simd"
      ? "This engine does not run WebAssembly with relaxed SIMD. Use Node 22 or newer, call enableRelaxedSimd() of mulrel/node " +
          "before loading the kernels on Node 20, or leave the build out to take plain SIMD."
      : "This engine does not run WebAssembly with SIMD. Use a newer engine, or the build plain-float32, which is about ten times slower.",
  );
}

/** Asked for to see whether the engine runs them and again to compile them: decoded once. */
const decoded = new Map<WasmBuild, Uint8Array<ArrayBuffer>>();

export function moduleBytes(build: WasmBuild): Uint8Array<ArrayBuffer> {
  const known = decoded.get(build);
  if (known) return known;
  const text = atob(build === "simd" ? simdWasm : relaxedWasm);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  decoded.set(build, bytes);
  return bytes;
}

export function startModule(build: WasmBuild, options: KernelOptions): Kernels {
  const instance = new WebAssembly.Instance(modules.get(build)!);
  const raw = instance.exports as unknown as WasmExports;
  const memory = new Arena(growPages(raw.memory), raw.memoryBase() / 4, options.maxBytes);
  return Object.assign(memory, checkedKernels(memory, callWasm(raw)), { build });
}

function growPages(memory: WebAssembly.Memory): GrowMemory {
  return (elements) => {
    const missing = elements * 4 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    const buffer = memory.buffer;
    return { floats: new Float32Array(buffer), ints: new Int32Array(buffer), bytes: new Uint8Array(buffer) };
  };
}
