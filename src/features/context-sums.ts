/** Sums of word vectors around a document's mentions out of running sums: a window costs four rows, however many words it has. */
import type { RowSource } from "../model/tables.js";
import { countBelow, type WordRows } from "../text/content-words.js";

export class ContextSums {
  readonly #content: Int32Array;
  readonly #d: number;
  /** Row i is the sum over the first i content words. */
  readonly #sums: Float64Array;

  constructor(words: WordRows, unitWords: RowSource) {
    const { d } = unitWords;
    this.#content = words.content;
    this.#d = d;
    this.#sums = new Float64Array((words.content.length + 1) * d);
    const row = new Float32Array(d);
    for (let i = 0; i < words.content.length; i++) {
      unitWords.readRow(words.rows[words.content[i]], row, 0);
      for (let k = 0; k < d; k++) this.#sums[(i + 1) * d + k] = this.#sums[i * d + k] + row[k];
    }
  }

  /** Σ w over the nearest content words before token `first` and from token `afterLast` on, at most `each` a side. */
  around(first: number, afterLast: number, each: number): Float32Array {
    const left = countBelow(this.#content, first);
    const right = countBelow(this.#content, afterLast);
    const from = Math.max(0, left - each) * this.#d;
    const to = Math.min(this.#content.length, right + each) * this.#d;
    const [leftEnd, rightStart] = [left * this.#d, right * this.#d];
    const sums = this.#sums;
    const around = new Float32Array(this.#d);
    for (let k = 0; k < this.#d; k++) {
      around[k] = sums[leftEnd + k] - sums[from + k] + (sums[to + k] - sums[rightStart + k]);
    }
    return around;
  }
}
