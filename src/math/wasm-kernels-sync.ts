/** Starts kernels without waiting, for workers and scripts; the plain twins are loaded along. No Node API. */
import type { Kernels } from "./kernels.js";
import { createPlainBuild } from "./plain-kernels.js";
import {
  chooseBuild,
  isWasmBuild,
  type KernelOptions,
  moduleBytes,
  modules,
  startModule,
} from "./wasm-kernels.js";

/** `loadKernels` without waiting. Compiling takes some milliseconds. */
export function loadKernelsSync(options: KernelOptions = {}): Kernels {
  const build = chooseBuild(options.build);
  if (!isWasmBuild(build)) return createPlainBuild(build, options);
  if (!modules.has(build)) modules.set(build, new WebAssembly.Module(moduleBytes(build)));
  return startModule(build, options);
}
