/** Vectors of a linker's entities with those of own entities behind them: given ones as they are, the others composed from words when they are first read. */
import type { Composer } from "../vectors/compose.js";
import type { RememberedRows } from "../vectors/remembered-rows.js";
import type { VectorTable } from "../vectors/vector-table.js";
import type { LayeredKnowledgeBase } from "./layered-knowledge-base.js";

/** Composed vectors that are remembered; a row of 100 numbers is 400 bytes. */
const MOST_REMEMBERED = 10_000;

/** Trained vectors of a layer's entities, in the order of its rows. */
export interface GivenVectors {
  first: number;
  table: VectorTable;
}

/** A table that grows with the layers. */
export class LayeredVectors {
  readonly d: number;
  readonly #base: RememberedRows;
  readonly #kb: () => Pick<LayeredKnowledgeBase, "size" | "entity">;
  readonly #given: readonly GivenVectors[];
  readonly #createComposer: () => Composer;
  #composer: Composer | undefined;
  readonly #composed = new Map<number, Float32Array>();

  constructor(parts: {
    base: RememberedRows;
    kb: () => Pick<LayeredKnowledgeBase, "size" | "entity">;
    given: readonly GivenVectors[];
    createComposer: () => Composer;
  }) {
    this.d = parts.base.d;
    this.#base = parts.base;
    this.#kb = parts.kb;
    this.#given = parts.given;
    this.#createComposer = parts.createComposer;
  }

  get rows(): number {
    return this.#kb().size;
  }

  readRow(row: number, out: Float32Array | Float64Array, offset = 0): void {
    if (row < this.#base.rows) this.#base.readRow(row, out, offset);
    else out.set(this.#own(row), offset);
  }

  /** Σ row[k] x[k]. */
  dot(row: number, x: ArrayLike<number>): number {
    if (row < this.#base.rows) return this.#base.dot(row, x);
    return this.#own(row).reduce((sum, number, k) => sum + number * x[k], 0);
  }

  vector(row: number): Float32Array {
    const out = new Float32Array(this.d);
    this.readRow(row, out);
    return out;
  }

  /** After a change of the entity in the row. */
  forget(row: number): void {
    this.#composed.delete(row);
  }

  #own(row: number): Float32Array {
    let vector = this.#composed.get(row);
    if (!vector) {
      vector = this.#givenRow(row) ?? this.#compose(row);
      if (this.#composed.size >= MOST_REMEMBERED) this.#composed.clear();
      this.#composed.set(row, vector);
    }
    return vector;
  }

  #givenRow(row: number): Float32Array | undefined {
    const given = this.#given.find(({ first, table }) => row >= first && row < first + table.rows);
    return given?.table.vector(row - given.first);
  }

  #compose(row: number): Float32Array {
    this.#composer ??= this.#createComposer();
    const { title, description } = this.#kb().entity(row);
    const vector = new Float32Array(this.d);
    this.#composer.compose({ title, description }, vector);
    return vector;
  }
}
