/** Turns relaxed SIMD on in Node 20, where it is behind a flag. Node only: not part of the browser core. */
import { setFlagsFromString } from "node:v8";
import { LinkingError } from "../errors.js";
import { isBuildSupported } from "./wasm-kernels.js";

/**
 * After this call `loadKernels({ build: "relaxed-simd" })` works in this thread and in workers started later. Its
 * results are as exact as those of the default build but not the same bits on every machine, which is why it is a
 * choice.
 *
 * ```ts
 * import { loadKernels } from "mulrel";
 * import { enableRelaxedSimd, loadLinker } from "mulrel/node";
 *
 * enableRelaxedSimd();
 * const linker = await loadLinker(undefined, { kernels: await loadKernels({ build: "relaxed-simd" }) });
 * ```
 */
export function enableRelaxedSimd(): void {
  if (isBuildSupported("relaxed-simd")) return;
  setFlagsFromString("--experimental-wasm-relaxed-simd");
  if (isBuildSupported("relaxed-simd")) return;
  throw new LinkingError(
    "unsupported",
    `Node ${process.versions.node} cannot turn WebAssembly relaxed SIMD on. Use Node 22 or newer, or plain SIMD.`,
  );
}
