/** The fixed vectors a model reads: words, entities and relation words. */
import { LinkingError } from "../errors.js";
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import { gatherRows, makeResident, residentRows } from "../vectors/gather-rows.js";
import { VectorTable } from "../vectors/vector-table.js";
import type { ModelConfig } from "./config.js";

/** Anything that can decode a row; a VectorTable is one. */
export interface RowSource {
  readonly rows: number;
  readonly d: number;
  readRow(row: number, out: Float32Array | Float64Array, offset: number): void;
}

export interface ModelTables {
  /** w: unit length, for the local score. */
  words: RowSource;
  /** e: unit length. */
  entities: RowSource;
  /** v: as they come, for mention features. */
  relationWords: RowSource;
  /** What an unknown relation word counts as; the mean of `relationWords` when left out. */
  unknownRelationWord?: ArrayLike<number>;
}

/** Refuses tables whose vectors do not have the model's length. */
export function checkTables(config: ModelConfig, tables: ModelTables): void {
  for (const name of ["words", "entities", "relationWords"] as const) {
    if (tables[name].d !== config.dims) {
      throw new LinkingError(
        "shape-mismatch",
        `The ${name} table has vectors of ${tables[name].d} numbers, the model wants ${config.dims}; use the tables the model was trained with.`,
      );
    }
  }
}

/**
 * The same tables as float32 in kernel memory, so that gathering a row is a copy: for training, where every row is read many
 * times. Do it before the model is made; the memory is kept as long as the kernels are.
 */
export function makeTablesResident(kernels: Kernels, tables: ModelTables): ModelTables {
  const resident = (source: RowSource): RowSource => {
    if (!(source instanceof VectorTable)) return source;
    const data =
      source.storage === "float32" && !source.isScaled ? (source.data as Float32Array) : source.toFloat32();
    const table = new VectorTable({ rows: source.rows, d: source.d, data });
    makeResident(kernels, table);
    return table;
  };
  return {
    words: resident(tables.words),
    entities: resident(tables.entities),
    relationWords: resident(tables.relationWords),
    unknownRelationWord: tables.unknownRelationWord ?? meanRow(tables.relationWords),
  };
}

export function meanRow(table: RowSource): Float64Array {
  const mean = new Float64Array(table.d);
  const row = new Float64Array(table.d);
  for (let r = 0; r < table.rows; r++) {
    table.readRow(r, row, 0);
    for (let l = 0; l < row.length; l++) mean[l] += row[l];
  }
  for (let l = 0; l < mean.length; l++) mean[l] /= Math.max(1, table.rows);
  return mean;
}

/** out (rows.length, d) = the source's rows. */
export function readRows(kernels: Kernels, source: RowSource, rows: Int32Array, out: Address): void {
  if (source instanceof VectorTable) gatherRows(kernels, source, rows, out);
  else {
    const { floats } = kernels;
    const { d } = source;
    for (let r = 0; r < rows.length; r++) {
      const at = out + r * d;
      // places that only fill up repeat the row before them
      if (r > 0 && rows[r] === rows[r - 1]) floats.copyWithin(at, at - d, at);
      else source.readRow(rows[r], floats, at);
    }
  }
}

/**
 * The rows of one table that a document names, as kernels want them: numbers, and an address they count from. A table that
 * lies in kernel memory as float32 is read in place; of others the document's distinct rows are gathered, numbered 0, 1, 2 …
 * in order of first use, without a hash table.
 */
export class RowLists {
  readonly #kernels: Kernels;
  readonly #name: string;
  readonly #source: RowSource;
  #slot: Int32Array | undefined;
  #seenIn: Int32Array | undefined;
  #document = 0;
  #rows = new Int32Array(64);
  #count = 0;
  #inPlace: Address | undefined;

  constructor(kernels: Kernels, name: string, source: RowSource) {
    this.#kernels = kernels;
    this.#name = name;
    this.#source = source;
  }

  startDocument(): void {
    this.#inPlace =
      this.#source instanceof VectorTable ? residentRows(this.#kernels, this.#source) : undefined;
    this.#document++;
    this.#count = 0;
  }

  /** Writes the numbers of `rows` to kernel memory at `at` on. With `mayMiss` −1 is a row that is not there, and stays −1. */
  write(rows: ArrayLike<number>, at: Address, mayMiss: boolean): void {
    const { ints } = this.#kernels;
    const end = at + rows.length;
    const tableRows = this.#source.rows;
    const least = mayMiss ? NONE : 0;
    ints.set(rows, at);
    for (let r = at; r < end; r++) {
      if (ints[r] < least || ints[r] >= tableRows) this.#refuse(rows[r - at]);
    }
    // what is no integer at all has changed on its way into the integers
    for (let r = at; r < end && !(rows instanceof Int32Array); r++) {
      if (ints[r] !== rows[r - at]) this.#refuse(rows[r - at]);
    }
    if (this.#inPlace !== undefined) return;
    for (let r = at; r < end; r++) if (ints[r] >= 0) ints[r] = this.#numberOf(ints[r]);
  }

  #refuse(row: number): never {
    throw new LinkingError(
      "bad-input",
      `A document names row ${row} of the ${this.#name} table, which has rows 0 to ${this.#source.rows - 1}; was it prepared with other vectors?`,
    );
  }

  /** Where row 0 of the numbers written since `startDocument` lies; allocates the room to gather them. */
  table(): Address {
    if (this.#inPlace !== undefined) return this.#inPlace;
    const table = this.#kernels.alloc(this.#count * this.#source.d);
    readRows(this.#kernels, this.#source, this.#rows.subarray(0, this.#count), table);
    return table;
  }

  #numberOf(row: number): number {
    if (!this.#slot || !this.#seenIn || row >= this.#slot.length) this.#makeRoom();
    if (this.#seenIn![row] !== this.#document) {
      this.#seenIn![row] = this.#document;
      this.#slot![row] = this.#count;
      if (this.#count === this.#rows.length) {
        const grown = new Int32Array(this.#rows.length * 2);
        grown.set(this.#rows);
        this.#rows = grown;
      }
      this.#rows[this.#count++] = row;
    }
    return this.#slot![row];
  }

  /** Tables of own entities grow while they are used. */
  #makeRoom(): void {
    const { rows } = this.#source;
    const roomy = this.#slot ? rows + (rows >> 3) : rows;
    const grown = (old: Int32Array | undefined) => {
      const numbers = new Int32Array(roomy);
      if (old) numbers.set(old);
      return numbers;
    };
    this.#slot = grown(this.#slot);
    this.#seenIn = grown(this.#seenIn);
  }
}
