/** mulrel/node: opens linkers from files and links many documents on several threads. Re-exports only. */
export { type LinkAllOptions, linkAll } from "./loading/link-all.js";
export type { LinkerSource } from "./loading/linker-source.js";
export { type LoadLinkerOptions, loadLinker, shippedModel } from "./loading/load-linker.js";
export { type SharedModel, shareModel } from "./loading/shared-model.js";
export { enableRelaxedSimd } from "./math/enable-relaxed-simd.js";
