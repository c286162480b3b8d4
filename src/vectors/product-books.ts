/** Vectors cut into pieces, each told by a byte: the number of the most similar piece in a book (product quantisation). Runs in browsers. */

/** Pieces a book has, as many as a byte tells. The first is all zeros, so that a row of zeros stays one. */
export const BOOK = 256;

/** The books of a table: of each piece of the d numbers 256 possible contents. */
export class ProductBooks {
  readonly pieces: number;
  readonly d: number;
  /** (d, 256) in order of the pieces: piece p begins at 256 · starts[p], content c of it `width` numbers further each. */
  readonly numbers: Float32Array;
  /** First number of each piece, and d. */
  readonly starts: Uint32Array;
  /** (pieces, 256): squared lengths. */
  readonly #squares: Float32Array;

  constructor(numbers: Float32Array, pieces: number) {
    this.pieces = pieces;
    this.numbers = numbers;
    this.d = numbers.length / BOOK;
    this.starts = pieceStarts(this.d, pieces);
    this.#squares = new Float32Array(pieces * BOOK);
    for (let p = 0; p < pieces; p++) {
      const width = this.starts[p + 1] - this.starts[p];
      for (let c = 0; c < BOOK; c++) {
        const from = BOOK * this.starts[p] + c * width;
        let sum = 0;
        for (let k = from; k < from + width; k++) sum += numbers[k] * numbers[k];
        this.#squares[p * BOOK + c] = sum;
      }
    }
  }

  /** out[offset .. offset + d) = factor · the vector of length 1 that the codes from `at` on stand for. */
  read(
    codes: Uint8Array,
    at: number,
    out: Float32Array | Float64Array,
    offset: number,
    factor: number,
  ): void {
    const { pieces, numbers, starts } = this;
    let squares = 0;
    for (let p = 0; p < pieces; p++) squares += this.#squares[p * BOOK + codes[at + p]];
    const scale = squares > 0 ? factor / Math.sqrt(squares) : 0;
    for (let p = 0; p < pieces; p++) {
      const first = starts[p];
      const width = starts[p + 1] - first;
      const from = BOOK * first + codes[at + p] * width;
      for (let k = 0; k < width; k++) out[offset + first + k] = scale * numbers[from + k];
    }
  }
}

/** d numbers in pieces whose lengths differ by at most one. */
export function pieceStarts(d: number, pieces: number): Uint32Array {
  return Uint32Array.from({ length: pieces + 1 }, (_, p) => Math.floor((p * d) / pieces));
}
