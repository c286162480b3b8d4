/** A table of vectors, one a row, stored as float32, float16, int8 or pieces from books, and decoded when read. */
import { LinkingError } from "../errors.js";
import { type LazyBytes, needAll, wholeBytes } from "../files/lazy-bytes.js";
import { encodeFloat16, float16Values } from "./float16.js";
import type { Names } from "./names.js";
import type { ProductBooks } from "./product-books.js";

/** int8 has a scale per row: x = scale · q with q in −127 to 127. */
export type VectorStorage = "float32" | "float16" | "int8";

/** float32 numbers, the bits of half floats, int8 steps, or numbers of pieces in books; never copied by the table. */
export type VectorData = Float32Array | Uint16Array | Int8Array | Uint8Array;

export interface VectorTableParts {
  rows: number;
  d: number;
  /** (rows, d), row-major; with books the bytes of each row. */
  data: VectorData;
  /** What the bytes of `data` stand for when they are no numbers themselves; such rows have length 1. */
  books?: ProductBooks;
  /** (rows): a factor for every number of the row. int8 needs it; the others may have it. */
  scales?: Float32Array;
  names?: Names;
  /** (rows): how each row was made, see RowFlag. */
  flags?: Uint8Array;
  /** What the table was made from and how; kept in its file. */
  metadata?: Record<string, string>;
  /** When data, scales and flags are not all there yet: what they are views of. */
  source?: LazyBytes;
}

/** What linking reads of entities' vectors: a table, or something that stands for one. */
export type EntityVectors = Pick<VectorTable, "rows" | "d" | "readRow" | "vector" | "dot">;

/** How an entity's vector was made. */
export const RowFlag = { trained: 0, composed: 1, unknown: 2 } as const;

/**
 * A matrix with names for its rows: float32, half floats, or bytes with a scale a row.
 *
 * ```ts
 * import { openVectorTable } from "mulrel/train";
 *
 * const table = await openVectorTable("words.safetensors");
 * const vector = new Float32Array(table.d);
 * table.readRow(table.rowOf("river"), vector, 0);
 * ```
 */
export class VectorTable {
  readonly rows: number;
  readonly d: number;
  readonly storage: VectorStorage | "product";
  readonly books: ProductBooks | undefined;
  readonly names: Names | undefined;
  readonly metadata: Record<string, string>;
  readonly #data: VectorData;
  readonly #scales: Float32Array | undefined;
  readonly #flags: Uint8Array | undefined;
  readonly #source: LazyBytes;
  /** Where data and scales begin in the source, and the bytes of a row. */
  readonly #dataAt: number;
  readonly #scalesAt: number;
  readonly #rowBytes: number;
  #unit: VectorTable | undefined;

  constructor(parts: VectorTableParts) {
    const { rows, d, data, books, scales, names, flags } = parts;
    this.rows = rows;
    this.books = books;
    this.d = d;
    this.storage = books ? "product" : storageOf(data);
    this.names = names;
    this.metadata = parts.metadata ?? {};
    this.#data = data;
    this.#scales = scales;
    this.#flags = flags;
    this.#source = parts.source ?? wholeBytes(data.buffer);
    this.#dataAt = data.byteOffset;
    this.#scalesAt = scales?.byteOffset ?? 0;
    this.#rowBytes = d * data.BYTES_PER_ELEMENT;
    const numbers = books?.bytes ?? rows * d;
    const wrong = (what: string, found: number, wanted: number) =>
      new LinkingError("shape-mismatch", `A table of ${rows} × ${d} has ${found} ${what}, wanted ${wanted}.`);
    if (data.length !== numbers) throw wrong("numbers", data.length, numbers);
    if (books && books.rows !== rows) throw wrong("rows in its books", books.rows, rows);
    if (scales && scales.length !== rows) throw wrong("scales", scales.length, rows);
    if (!scales && this.storage === "int8") throw wrong("scales", 0, rows);
    if (flags && flags.length !== rows) throw wrong("flags", flags.length, rows);
    if (names && names.size !== rows) throw wrong("names", names.size, rows);
  }

  /** All numbers, (rows, d). Of a table that is read as it is needed, this and the next two read everything. */
  get data(): VectorData {
    needAll(this.#source, this.#data);
    return this.#data;
  }

  get scales(): Float32Array | undefined {
    if (this.#scales) needAll(this.#source, this.#scales);
    return this.#scales;
  }

  get flags(): Uint8Array | undefined {
    if (this.#flags) needAll(this.#source, this.#flags);
    return this.#flags;
  }

  /** What the table is made of, to make another with some of it changed. */
  parts(): VectorTableParts {
    const { rows, d, data, books, scales, flags, names, metadata } = this;
    return { rows, d, data, books, scales, flags, names, metadata };
  }

  /** Is there a factor for each row? */
  get isScaled(): boolean {
    return this.#scales !== undefined;
  }

  /** Makes a row's numbers be there and returns its factor. */
  #scaleOf(row: number): number {
    const { books } = this;
    const from = this.#dataAt + (books ? books.placeOf(row) : row * this.#rowBytes);
    this.#source.need(from, books ? this.#dataAt + books.placeOf(row + 1) : from + this.#rowBytes);
    if (!this.#scales) return 1;
    this.#source.need(this.#scalesAt + 4 * row, this.#scalesAt + 4 * row + 4);
    return this.#scales[row];
  }

  #demandRow(row: number): void {
    if (row >= 0 && row < this.rows) return;
    throw new LinkingError("bad-input", `There is no row ${row}; rows are 0 to ${this.rows - 1}.`);
  }

  /** The bytes of a row that books tell, to out[offset …]; returns the length of the vector. */
  readCodes(row: number, out: Uint8Array, offset: number): number {
    this.#demandRow(row);
    const { books } = this;
    if (!books) throw new LinkingError("unsupported", "Only tables with books have codes.");
    const length = this.#scaleOf(row);
    const data = this.#data;
    const end = books.placeOf(row + 1);
    for (let from = books.placeOf(row), to = offset; from < end; from++, to++) out[to] = data[from];
    return length;
  }

  /** Decodes one row into out[offset .. offset + d). */
  readRow(row: number, out: Float32Array | Float64Array, offset = 0): void {
    this.#demandRow(row);
    const scale = this.#scaleOf(row);
    const d = this.d;
    const data = this.#data;
    const from = row * d;
    if (this.books) this.books.read(data as Uint8Array, row, out, offset, scale);
    else if (this.storage === "float16") {
      const values = float16Values();
      for (let k = 0; k < d; k++) out[offset + k] = scale * values[data[from + k]];
    } else {
      for (let k = 0; k < d; k++) out[offset + k] = scale * data[from + k];
    }
  }

  /** One row in an array of its own. */
  vector(row: number): Float32Array {
    const out = new Float32Array(this.d);
    this.readRow(row, out);
    return out;
  }

  /** Row of a name, −1 when it is unknown or the table has no names. */
  rowOf(name: string): number {
    return this.names ? this.names.rowOf(name) : -1;
  }

  /** Name of a row; without names, its number. */
  name(row: number): string {
    return this.names ? this.names.name(row) : String(row);
  }

  /** Σ row[k] x[k], without a decoded copy of the row where the storage allows it. */
  dot(row: number, x: ArrayLike<number>): number {
    if (this.books) return this.#scaleOf(row) * this.books.dot(this.#data as Uint8Array, row, x);
    const isCoded = this.storage === "float16";
    const scale = isCoded ? 1 : this.#scaleOf(row);
    const data = isCoded ? this.vector(row) : this.#data;
    const offset = isCoded ? 0 : row * this.d;
    let sum = 0;
    for (let k = 0; k < this.d; k++) sum += data[offset + k] * x[k];
    return scale * sum;
  }

  /** Euclidean length of a row. */
  length(row: number): number {
    const x = this.vector(row);
    let sum = 0;
    for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
    return Math.sqrt(sum);
  }

  /** The same data with every row of length 1 (a row of zeros stays zero): only the scales differ, nothing is copied. */
  unitRows(): VectorTable {
    if (!this.#unit) {
      const scales = new Float32Array(this.rows);
      for (let row = 0; row < this.rows; row++) {
        const length = this.length(row);
        scales[row] = length > 0 ? this.#scaleOf(row) / length : 0;
      }
      this.#unit = new VectorTable({ ...this.parts(), scales });
    }
    return this.#unit;
  }

  /** All rows decoded: (rows, d). */
  toFloat32(): Float32Array {
    const out = new Float32Array(this.rows * this.d);
    for (let row = 0; row < this.rows; row++) this.readRow(row, out, row * this.d);
    return out;
  }

  /** A table of the given rows, in that order, in the same storage; those told by books become float32. */
  select(rows: ArrayLike<number>, names?: Names): VectorTable {
    if (this.books) return convertStorage(this, "float32").select(rows, names);
    const { d, data: from, scales, flags } = this;
    const data = new (from.constructor as new (n: number) => VectorData)(rows.length * d);
    for (let i = 0; i < rows.length; i++) data.set(from.subarray(rows[i] * d, (rows[i] + 1) * d), i * d);
    const pick = <T extends Float32Array | Uint8Array>(from: T | undefined): T | undefined =>
      from &&
      (from.constructor as unknown as { from(a: ArrayLike<number>, f: (r: number) => number): T }).from(
        rows,
        (row) => from[row],
      );
    return new VectorTable({
      rows: rows.length,
      d,
      data,
      scales: pick(scales),
      flags: pick(flags),
      names,
      metadata: this.metadata,
    });
  }
}

function storageOf(data: VectorData): VectorStorage {
  if (data instanceof Float32Array) return "float32";
  return data instanceof Uint16Array ? "float16" : "int8";
}

/** The table in another storage. int8 takes the row's largest magnitude as 127 steps. */
export function convertStorage(table: VectorTable, storage: VectorStorage): VectorTable {
  if (table.storage === storage) return table;
  const { rows, d } = table;
  const row = new Float32Array(d);
  if (storage === "int8") {
    const data = new Int8Array(rows * d);
    const scales = new Float32Array(rows);
    for (let r = 0; r < rows; r++) {
      table.readRow(r, row);
      scales[r] = quantizeRow(row, data, r * d);
    }
    return new VectorTable({ ...table.parts(), data, scales, books: undefined });
  }
  const data = storage === "float32" ? new Float32Array(rows * d) : new Uint16Array(rows * d);
  for (let r = 0; r < rows; r++) {
    table.readRow(r, row);
    for (let k = 0; k < d; k++) data[r * d + k] = storage === "float32" ? row[k] : encodeFloat16(row[k]);
  }
  return new VectorTable({ ...table.parts(), data, scales: undefined, books: undefined });
}

/** Writes row as int8 steps to data[offset ..] and returns its scale. */
function quantizeRow(row: Float32Array, data: Int8Array, offset: number): number {
  let largest = 0;
  for (let k = 0; k < row.length; k++) largest = Math.max(largest, Math.abs(row[k]));
  const scale = Math.fround(largest / 127);
  if (scale === 0) return 0;
  for (let k = 0; k < row.length; k++) {
    data[offset + k] = Math.max(-127, Math.min(127, Math.round(row[k] / scale)));
  }
  return scale;
}
