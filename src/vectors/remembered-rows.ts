/** Rows of a table that were read lately, decoded: reading one again is a copy. */

interface Rows {
  readonly rows: number;
  readonly d: number;
  readRow(row: number, out: Float32Array | Float64Array, offset: number): void;
}

/** Rows remembered at most, a power of two. Of a table in the order of frequency the first ones are nearly always there. */
const SLOTS = 8192;

export class RememberedRows {
  readonly #table: Rows;
  readonly d: number;
  /** Of each slot the row in it and one more; 0 for none. */
  readonly #owners = new Int32Array(SLOTS);
  /** (SLOTS, d); the system gives memory only to slots that are used. */
  readonly #numbers: Float32Array;

  constructor(table: Rows) {
    this.#table = table;
    this.d = table.d;
    this.#numbers = new Float32Array(SLOTS * table.d);
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
    const numbers = this.#numbers;
    for (let k = 0; k < d; k++) out[offset + k] = numbers[from + k];
  }

  /** Σ row[k] x[k], in four sums that need not wait for each other. */
  dot(row: number, x: ArrayLike<number>): number {
    const from = this.#placeOf(row);
    const { d } = this;
    const numbers = this.#numbers;
    let a = 0;
    let b = 0;
    let c = 0;
    let e = 0;
    let k = 0;
    for (; k + 4 <= d; k += 4) {
      a += numbers[from + k] * x[k];
      b += numbers[from + k + 1] * x[k + 1];
      c += numbers[from + k + 2] * x[k + 2];
      e += numbers[from + k + 3] * x[k + 3];
    }
    for (; k < d; k++) a += numbers[from + k] * x[k];
    return a + b + (c + e);
  }

  /** to[at + k] = from[fromAt + k] + row[k]. */
  addTo(to: Float64Array, at: number, before: Float64Array, beforeAt: number, row: number): void {
    const from = this.#placeOf(row);
    const { d } = this;
    const numbers = this.#numbers;
    for (let k = 0; k < d; k++) to[at + k] = before[beforeAt + k] + numbers[from + k];
  }

  /** Where the row's numbers begin. */
  #placeOf(row: number): number {
    const slot = row & (SLOTS - 1);
    const at = slot * this.d;
    if (this.#owners[slot] !== row + 1) {
      // first, for who has no such row throws
      this.#owners[slot] = 0;
      this.#table.readRow(row, this.#numbers, at);
      this.#owners[slot] = row + 1;
    }
    return at;
  }
}
