/** The bump allocator under every kernel build: one growing memory, arrays named by the index of their first element. */
import { LinkingError, messageOf } from "../errors.js";
import type { Address, KernelMemory } from "./kernels.js";

/** What the numbers are kept in: float32, or float64 in the plain build made for checking. */
export type Floats = Float32Array | Float64Array;

/** The three views of one memory. They are replaced together whenever it grows. */
export interface MemoryViews {
  floats: Floats;
  ints: Int32Array;
  bytes: Uint8Array;
}

/** Makes a memory at least `elements` long, keeping what is in it; throws when the engine gives no more. */
export type GrowMemory = (elements: number) => MemoryViews;

/** Elements of a fresh memory: 256 KiB of float32, enough for small documents without growing. */
const FIRST_SIZE = 65_536;

/** Address arithmetic in WebAssembly is 32 bits of bytes, so no build goes beyond 2³⁰ elements. */
const MOST_ELEMENTS = 2 ** 30;

export class Arena implements KernelMemory {
  floats: Floats;
  ints: Int32Array;
  bytes: Uint8Array;
  /** First address that may be handed out; what lies below belongs to the module. */
  readonly base: Address;
  #grow: GrowMemory;
  #most: number;
  #top: Address;
  #peakTop: Address;

  /** `maxBytes` bounds the memory (counted as 4 bytes an element); without it the engine's own bound holds. */
  constructor(grow: GrowMemory, base: Address = 0, maxBytes: number = MOST_ELEMENTS * 4) {
    if (!(maxBytes >= 0)) {
      throw new LinkingError("usage", `maxBytes is ${maxBytes}; give a number of bytes, 0 or more.`);
    }
    this.base = Math.ceil(base / 4) * 4;
    this.#grow = grow;
    this.#most = Math.min(MOST_ELEMENTS, Math.max(this.base, Math.floor(maxBytes / 4)));
    this.#top = this.base;
    this.#peakTop = this.base;
    const views = grow(Math.min(this.#most, this.base + FIRST_SIZE));
    this.floats = views.floats;
    this.ints = views.ints;
    this.bytes = views.bytes;
  }

  /** The address just after the last allocated element: kernels refuse to reach beyond it. */
  get limit(): Address {
    return this.#top;
  }

  get used(): number {
    return this.#top - this.base;
  }

  get peak(): number {
    return this.#peakTop - this.base;
  }

  alloc(length: number): Address {
    if (!(Number.isInteger(length) && length >= 0)) {
      throw new LinkingError(
        "usage",
        `Cannot allocate ${length} numbers; the length must be a whole number, 0 or more.`,
      );
    }
    const address = this.#top;
    const top = address + Math.ceil(length / 4) * 4;
    if (top > this.floats.length || top > this.#most) this.#growTo(top);
    this.#top = top;
    if (top > this.#peakTop) this.#peakTop = top;
    return address;
  }

  allocZero(length: number): Address {
    const address = this.alloc(length);
    const end = this.#top;
    this.floats.fill(0, address, end);
    if (this.ints.buffer !== this.floats.buffer) this.ints.fill(0, address, end);
    return address;
  }

  mark(): number {
    return this.#top;
  }

  release(mark: number): void {
    if (!(mark >= this.base && mark <= this.#top && mark % 4 === 0)) {
      throw new LinkingError(
        "usage",
        `Cannot release back to ${mark}: not a mark of this memory, which is in use from ${this.base} to ${this.#top}.`,
      );
    }
    this.#top = mark;
  }

  #growTo(elements: number): void {
    const roomy = Math.min(this.#most, Math.max(elements, this.floats.length * 2));
    let cause: unknown;
    for (const size of elements > this.#most ? [] : [roomy, elements]) {
      try {
        const views = this.#grow(size);
        this.floats = views.floats;
        this.ints = views.ints;
        this.bytes = views.bytes;
        return;
      } catch (error) {
        cause = error;
      }
    }
    const reason = cause === undefined ? `its limit is ${mebibytes(this.#most)}` : messageOf(cause);
    throw new LinkingError(
      "out-of-memory",
      `The kernels' memory cannot grow from ${mebibytes(this.floats.length)} to ${mebibytes(elements)} (${reason}). ` +
        "Work in smaller pieces, release what is no longer needed, or raise the limit.",
      { cause },
    );
  }
}

function mebibytes(elements: number): string {
  return `${(elements / 262_144).toFixed(1)} MiB`;
}
