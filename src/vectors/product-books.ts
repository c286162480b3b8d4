/** Vectors cut into pieces, each told by a byte: the number of the most similar piece in a book (product quantisation). Runs in browsers. */

/** Pieces a book has, as many as a byte tells. The first is all zeros, so that a row of zeros stays one. */
export const BOOK = 256;

/** Consecutive rows that are cut into equally many pieces. */
export interface BookTier {
  rows: number;
  pieces: number;
  /** (d, 256) in order of the pieces: piece p begins at 256 · starts[p], content c of it `width` numbers further each. */
  numbers: Float32Array;
}

interface PlacedTier extends BookTier {
  /** First row, and the place of its first byte. */
  firstRow: number;
  firstByte: number;
  /** First number of each piece, and d. */
  starts: Uint32Array;
  /** (pieces, 256): squared lengths. */
  squares: Float32Array;
}

/** The books of a table. Rows that are read more often may be told by more bytes than others. */
export class ProductBooks {
  readonly d: number;
  readonly rows: number;
  /** Bytes of all rows. */
  readonly bytes: number;
  readonly tiers: readonly BookTier[];
  readonly #tiers: PlacedTier[] = [];

  /** `tiers`, one or more, in the order of the rows. */
  constructor(tiers: readonly BookTier[]) {
    this.tiers = tiers;
    this.d = tiers[0].numbers.length / BOOK;
    let firstRow = 0;
    let firstByte = 0;
    for (const tier of tiers) {
      const starts = pieceStarts(this.d, tier.pieces);
      this.#tiers.push({ ...tier, firstRow, firstByte, starts, squares: squaredLengths(tier, starts) });
      firstRow += tier.rows;
      firstByte += tier.rows * tier.pieces;
    }
    this.rows = firstRow;
    this.bytes = firstByte;
  }

  /** Number of the tier that has the row. */
  tierOf(row: number): number {
    let tier = 0;
    while (tier + 1 < this.#tiers.length && row >= this.#tiers[tier + 1].firstRow) tier++;
    return tier;
  }

  #tierOf(row: number): PlacedTier {
    return this.#tiers[this.tierOf(row)];
  }

  /** Where the bytes of a row begin. */
  placeOf(row: number): number {
    const { firstRow, firstByte, pieces } = this.#tierOf(row);
    return firstByte + (row - firstRow) * pieces;
  }

  /** What brings the vector that the row's bytes, from `at` on, stand for to the length `factor`; 0 for one of zeros. */
  #scaleOf(codes: Uint8Array, row: number, at: number, factor: number): number {
    const { pieces, squares } = this.#tierOf(row);
    let squared = 0;
    for (let p = 0; p < pieces; p++) squared += squares[p * BOOK + codes[at + p]];
    return squared > 0 ? factor / Math.sqrt(squared) : 0;
  }

  /** Σ x[k] y[k] with y the vector of length 1 that the row's bytes stand for; nothing is written, so long lists are read quickly. */
  dot(codes: Uint8Array, row: number, x: ArrayLike<number>): number {
    const at = this.placeOf(row);
    return dotOfPieces(this.#tierOf(row), codes, at, x) * this.#scaleOf(codes, row, at, 1);
  }

  /** out[offset .. offset + d) = factor · the vector of length 1 that the row's bytes stand for. Kernels do the same faster: decodePieces. */
  read(codes: Uint8Array, row: number, out: Float32Array | Float64Array, offset: number, factor: number) {
    const { pieces, numbers, starts } = this.#tierOf(row);
    const at = this.placeOf(row);
    const scale = this.#scaleOf(codes, row, at, factor);
    for (let p = 0; p < pieces; p++) {
      let from = BOOK * starts[p] + codes[at + p] * (starts[p + 1] - starts[p]);
      for (let k = starts[p]; k < starts[p + 1]; k++) out[offset + k] = scale * numbers[from++];
    }
  }
}

/** Σ x[k] · the piece's number over all pieces. Equal pieces of 2, 4 and 5 numbers are written out: half the time, and the same order of sums. */
function dotOfPieces(
  { pieces, numbers, starts }: PlacedTier,
  codes: Uint8Array,
  at: number,
  x: ArrayLike<number>,
): number {
  const width = starts[pieces] / pieces;
  let sum = 0;
  if (width === 2) {
    for (let p = 0, k = 0; p < pieces; p++, k += 2) {
      const from = BOOK * k + 2 * codes[at + p];
      sum += x[k] * numbers[from];
      sum += x[k + 1] * numbers[from + 1];
    }
  } else if (width === 4 || width === 5) {
    for (let p = 0, k = 0; p < pieces; p++, k += width) {
      const from = BOOK * k + width * codes[at + p];
      sum += x[k] * numbers[from];
      sum += x[k + 1] * numbers[from + 1];
      sum += x[k + 2] * numbers[from + 2];
      sum += x[k + 3] * numbers[from + 3];
      if (width === 5) sum += x[k + 4] * numbers[from + 4];
    }
  } else {
    for (let p = 0; p < pieces; p++) {
      let from = BOOK * starts[p] + codes[at + p] * (starts[p + 1] - starts[p]);
      for (let k = starts[p]; k < starts[p + 1]; k++) sum += x[k] * numbers[from++];
    }
  }
  return sum;
}

function squaredLengths({ pieces, numbers }: BookTier, starts: Uint32Array): Float32Array {
  const squares = new Float32Array(pieces * BOOK);
  for (let p = 0; p < pieces; p++) {
    const width = starts[p + 1] - starts[p];
    for (let c = 0; c < BOOK; c++) {
      const from = BOOK * starts[p] + c * width;
      for (let k = from; k < from + width; k++) squares[p * BOOK + c] += numbers[k] * numbers[k];
    }
  }
  return squares;
}

/** d numbers in pieces whose lengths differ by at most one. */
export function pieceStarts(d: number, pieces: number): Uint32Array {
  return Uint32Array.from({ length: pieces + 1 }, (_, p) => Math.floor((p * d) / pieces));
}
