/** Rows of a table that were read lately, decoded: reading one again is a copy. */
import type { Address, Kernels } from "../math/kernels.js";
import { rowDecoder } from "./gather-rows.js";
import { VectorTable } from "./vector-table.js";

interface Rows {
  readonly rows: number;
  readonly d: number;
  readRow(row: number, out: Float32Array | Float64Array, offset: number): void;
}

/** Rows remembered by each of one or two threads at most, and by each of many at least, powers of two. Of a table in the order of frequency the first ones are nearly always there. */
const MOST_SLOTS = 8192;
const LEAST_SLOTS = 1024;

let slotsAllowed = MOST_SLOTS;

/** So many threads of this process remember rows: together no more than two would, down to a least. For tables that this thread opens from now on. */
export function shareOutRows(threads: number): void {
  const share = 2 ** Math.floor(Math.log2((2 * MOST_SLOTS) / threads));
  slotsAllowed = Math.min(MOST_SLOTS, Math.max(LEAST_SLOTS, share));
}

export class RememberedRows {
  readonly #table: Rows;
  readonly d: number;
  /** Of each slot the row in it and one more; 0 for none. */
  readonly #owners: Int32Array;
  /** Where the numbers lie, (slots, d) from `#at` on; the system gives memory only to slots that are used. */
  readonly #memory: { readonly floats: Float32Array | Float64Array };
  readonly #at: Address;
  readonly #decode: (row: number, at: Address) => void;

  /** With kernels the numbers lie in their memory for as long as that lasts: copying rows to where a model reads them is quick then. */
  constructor(table: Rows, kernels?: Kernels) {
    this.#table = table;
    this.d = table.d;
    const slots = Math.min(slotsAllowed, 2 ** Math.ceil(Math.log2(Math.max(1, table.rows))));
    this.#owners = new Int32Array(slots);
    const memory = kernels ?? { floats: new Float32Array(slots * table.d) };
    this.#memory = memory;
    this.#at = kernels?.alloc(slots * table.d) ?? 0;
    this.#decode =
      kernels && table instanceof VectorTable
        ? rowDecoder(kernels, table)
        : (row, at) => table.readRow(row, memory.floats, at);
  }

  /** The table itself where it remembers already. */
  static of(table: Rows): RememberedRows {
    return table instanceof RememberedRows ? table : new RememberedRows(table);
  }

  get rows(): number {
    return this.#table.rows;
  }

  readRow(row: number, out: Float32Array | Float64Array, offset: number): void {
    const from = this.#placeOf(row);
    const { d } = this;
    const { floats } = this.#memory;
    if (out === floats) floats.copyWithin(offset, from, from + d);
    else for (let k = 0; k < d; k++) out[offset + k] = floats[from + k];
  }

  /** Σ row[k] x[k], in four sums that need not wait for each other. */
  dot(row: number, x: ArrayLike<number>): number {
    const from = this.#placeOf(row);
    const { d } = this;
    const { floats } = this.#memory;
    let a = 0;
    let b = 0;
    let c = 0;
    let e = 0;
    let k = 0;
    for (; k + 4 <= d; k += 4) {
      a += floats[from + k] * x[k];
      b += floats[from + k + 1] * x[k + 1];
      c += floats[from + k + 2] * x[k + 2];
      e += floats[from + k + 3] * x[k + 3];
    }
    for (; k < d; k++) a += floats[from + k] * x[k];
    return a + b + (c + e);
  }

  /** to[k] += factor · row[k]. */
  addTo(to: Float64Array, row: number, factor: number): void {
    const from = this.#placeOf(row);
    const { d } = this;
    const { floats } = this.#memory;
    for (let k = 0; k < d; k++) to[k] += factor * floats[from + k];
  }

  /** Where the row's numbers begin. */
  #placeOf(row: number): Address {
    const slot = row & (this.#owners.length - 1);
    const at = this.#at + slot * this.d;
    if (this.#owners[slot] !== row + 1) {
      // first, for who has no such row throws
      this.#owners[slot] = 0;
      this.#decode(row, at);
      this.#owners[slot] = row + 1;
    }
    return at;
  }
}
