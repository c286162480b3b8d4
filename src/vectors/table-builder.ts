/** Grows a vector table row by row while a file is read, and refuses what cannot be in a table. */
import { LinkingError } from "../errors.js";
import { Names } from "./names.js";
import { VectorTable } from "./vector-table.js";

export interface BuilderOptions {
  /** Take a name's first row and count the others, instead of refusing the file. */
  keepFirst?: boolean;
  /** Stop after this many rows. */
  limit?: number;
  /** Take only these names. */
  only?: ReadonlySet<string>;
}

const ROWS_A_BLOCK = 8192;
/** No vectors of words are longer; a file that says so is of another kind. */
const MOST_NUMBERS = 65_536;

export class TableBuilder {
  /** The row being filled; call `add` when it is complete. */
  readonly row: Float32Array;
  readonly d: number;
  duplicates = 0;
  readonly #options: BuilderOptions;
  readonly #blocks: Float32Array[] = [];
  readonly #rows = new Map<string, number>();

  constructor(d: number, options: BuilderOptions = {}) {
    if (!(d >= 1 && d <= MOST_NUMBERS)) {
      throw new LinkingError(
        "bad-file",
        `its vectors would have ${d} numbers each; 1 to ${MOST_NUMBERS} are wanted`,
      );
    }
    this.d = d;
    this.row = new Float32Array(d);
    this.#options = options;
  }

  get rows(): number {
    return this.#rows.size;
  }

  get isFull(): boolean {
    return this.rows >= (this.#options.limit ?? Number.POSITIVE_INFINITY);
  }

  wants(name: string): boolean {
    return !this.#options.only || this.#options.only.has(name);
  }

  /** Takes `row` under a name. `where` says where it stands, for messages: "x.txt, line 3". */
  add(name: string, where: string | (() => string)): void {
    const fail = (sentence: string) =>
      new LinkingError("bad-file", `${typeof where === "string" ? where : where()}: ${sentence}`);
    const bad = this.row.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0)
      throw fail(`number ${bad + 1} of "${name}" is ${this.row[bad]}; finite numbers are wanted.`);
    if (name.includes("\n")) throw fail("a name holds a newline.");
    if (this.#rows.has(name)) {
      if (!this.#options.keepFirst) {
        throw fail(
          `"${name}" stands twice (first as row ${this.#rows.get(name)}); keep the first ones with --keep-first.`,
        );
      }
      this.duplicates++;
      return;
    }
    const row = this.rows;
    const inBlock = row % ROWS_A_BLOCK;
    if (inBlock === 0) this.#blocks.push(new Float32Array(ROWS_A_BLOCK * this.d));
    this.#blocks[this.#blocks.length - 1].set(this.row, inBlock * this.d);
    this.#rows.set(name, row);
  }

  /** The table; the builder is empty afterwards. */
  finish(metadata: Record<string, string> = {}): VectorTable {
    const { rows, d } = this;
    const data = new Float32Array(rows * d);
    this.#blocks.forEach((block, i) => {
      const left = (rows - i * ROWS_A_BLOCK) * d;
      data.set(left < block.length ? block.subarray(0, left) : block, i * ROWS_A_BLOCK * d);
    });
    this.#blocks.length = 0;
    const names = Names.fromList([...this.#rows.keys()]);
    this.#rows.clear();
    return new VectorTable({ rows, d, data, names, metadata });
  }
}
