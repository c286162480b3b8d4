/**
 * The numeric operations the models are written in. One memory holds everything; an array is named by its
 * `Address`, the index of its first element, so that the same code runs on the SIMD kernels (float32 in
 * WebAssembly memory) and on their plain twins (float32 or float64 typed arrays). Each is described in descriptions/.
 */
import type { KernelFunctions } from "./descriptions/all.js";

/** Index of an array's first element in `floats` (or in `ints`; a place serves one of the two, never both). */
export type Address = number;

/** Stands for "no array" where an operand is optional. */
export const NONE: Address = -1;

/**
 * A bump allocator over one growing memory. Growing replaces the views: read `floats` and `ints` again after an `alloc`.
 * Addresses stay valid until they are released. Every address is a multiple of 4 elements.
 */
export interface KernelMemory {
  readonly floats: Float32Array | Float64Array;
  readonly ints: Int32Array;
  /** Four bytes an element: byte 4·address is where the array at `address` begins. For int8 and float16 tables. */
  readonly bytes: Uint8Array;
  /** Room for `length` elements, contents unspecified. Throws `out-of-memory`. */
  alloc(length: number): Address;
  /** `alloc`, filled with zeros. */
  allocZero(length: number): Address;
  mark(): number;
  /** Gives back everything allocated since `mark`. */
  release(mark: number): void;
  /** Elements in use now, and the most that ever were. */
  readonly used: number;
  readonly peak: number;
}

export interface Kernels extends KernelMemory, KernelFunctions {
  readonly build: KernelBuild;
}

/** Which arithmetic runs. `relaxed-simd` fuses multiply and add, so its last bits depend on the machine. */
export type KernelBuild = "simd" | "relaxed-simd" | "plain-float32" | "plain-float64";
