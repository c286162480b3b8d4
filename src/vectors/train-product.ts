/** Learns the books of a table of unit vectors (k-means, seeded) and tells each row by them. */
import { LinkingError } from "../errors.js";
import { Random } from "../math/random.js";
import { BOOK, type BookTier, ProductBooks, pieceStarts } from "./product-books.js";
import { VectorTable } from "./vector-table.js";

/** So many of the next rows, and the bytes that tell each; without `rows`, all that are left. */
export interface TierSettings {
  rows?: number;
  pieces: number;
}

export interface ProductSettings {
  seed?: number;
  /** Rows of each tier that its books are learned from. */
  sample?: number;
  rounds?: number;
}

/** The same rows, each brought to length 1 and told by so many bytes. Names, flags and metadata stay. */
export function quantiseRows(
  table: VectorTable,
  tiers: TierSettings[],
  settings: ProductSettings = {},
): VectorTable {
  const { d, names, flags, metadata } = table;
  const parts: { tier: BookTier; codes: Uint8Array }[] = [];
  let first = 0;
  for (const { rows: wanted = Number.POSITIVE_INFINITY, pieces } of tiers) {
    if (!(Number.isInteger(pieces) && pieces >= 1 && pieces <= d)) {
      throw new LinkingError(
        "bad-input",
        `Vectors of ${d} numbers cannot be cut into ${pieces} pieces; wanted 1 to ${d}.`,
      );
    }
    const rows = Math.min(wanted, table.rows - first);
    parts.push(quantiseTier(table, { first, rows, pieces }, settings));
    first += rows;
  }
  const books = new ProductBooks(parts.map(({ tier }) => tier));
  const data = new Uint8Array(books.bytes);
  let at = 0;
  for (const { codes } of parts) {
    data.set(codes, at);
    at += codes.length;
  }
  return new VectorTable({ rows: table.rows, d, data, books, names, flags, metadata });
}

interface RowRange {
  first: number;
  rows: number;
  pieces: number;
}

function quantiseTier(
  table: VectorTable,
  { first, rows, pieces }: RowRange,
  { seed = 1, sample = 40_000, rounds = 12 }: ProductSettings,
): { tier: BookTier; codes: Uint8Array } {
  const { d } = table;
  const starts = pieceStarts(d, pieces);
  const chosen = chooseRows(rows, sample, new Random(seed));
  const units = unitRows(table, first, rows);
  const numbers = new Float32Array(BOOK * d);
  const codes = new Uint8Array(rows * pieces);
  for (let p = 0; p < pieces; p++) {
    const width = starts[p + 1] - starts[p];
    const all = new Float32Array(rows * width);
    for (let r = 0; r < rows; r++) {
      for (let k = 0; k < width; k++) all[r * width + k] = units[r * d + starts[p] + k];
    }
    const book = learnBook(pick(all, width, chosen), width, rounds);
    numbers.set(book, BOOK * starts[p]);
    const nearest = new NearestEntry(book, width);
    for (let r = 0; r < rows; r++) codes[r * pieces + p] = nearest.find(all, r * width);
  }
  return { tier: { rows, pieces, numbers }, codes };
}

/** Different rows, in order. */
function chooseRows(rows: number, count: number, random: Random): Uint32Array {
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  return rows <= count ? all : random.shuffle(all).slice(0, count).sort();
}

/** (rows, d): so many rows from the first on, each brought to length 1. */
function unitRows(table: VectorTable, first: number, rows: number): Float32Array {
  const { d } = table;
  const out = new Float32Array(rows * d);
  for (let r = 0; r < rows; r++) {
    table.readRow(first + r, out, r * d);
    let squares = 0;
    for (let k = r * d; k < (r + 1) * d; k++) squares += out[k] * out[k];
    const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let k = r * d; k < (r + 1) * d; k++) out[k] *= scale;
  }
  return out;
}

function pick(all: Float32Array, width: number, rows: Uint32Array): Float32Array {
  const out = new Float32Array(rows.length * width);
  rows.forEach((row, i) => {
    out.set(all.subarray(row * width, (row + 1) * width), i * width);
  });
  return out;
}

/** (256, width) by Lloyd's rounds; entry 0 stays zero. `points`: (count, width). */
function learnBook(points: Float32Array, width: number, rounds: number): Float32Array {
  const book = new Float32Array(BOOK * width);
  const count = points.length / width;
  if (count === 0) return book;
  // points that lie evenly among the chosen rows, which are in no order of likeness
  for (let c = 1; c < BOOK; c++) {
    const i = Math.floor(((c - 1) * count) / (BOOK - 1));
    book.set(points.subarray(i * width, (i + 1) * width), c * width);
  }
  const sums = new Float64Array(BOOK * width);
  const sizes = new Uint32Array(BOOK);
  for (let round = 0; round < rounds; round++) {
    sums.fill(0);
    sizes.fill(0);
    const nearest = new NearestEntry(book, width);
    for (let i = 0; i < count; i++) {
      const c = nearest.find(points, i * width);
      sizes[c]++;
      for (let k = 0; k < width; k++) sums[c * width + k] += points[i * width + k];
    }
    for (let c = 1; c < BOOK; c++) {
      for (let k = 0; k < width && sizes[c] > 0; k++) book[c * width + k] = sums[c * width + k] / sizes[c];
    }
  }
  return book;
}

/** Finds a point's nearest entry: entries lie in order of their first number, and those too far off by that alone are left out. */
class NearestEntry {
  readonly #width: number;
  readonly #order: Uint16Array;
  readonly #sorted: Float32Array;

  constructor(book: Float32Array, width: number) {
    this.#width = width;
    this.#order = Uint16Array.from({ length: BOOK }, (_, c) => c).sort(
      (a, b) => book[a * width] - book[b * width] || a - b,
    );
    this.#sorted = new Float32Array(BOOK * width);
    this.#order.forEach((c, i) => {
      this.#sorted.set(book.subarray(c * width, (c + 1) * width), i * width);
    });
  }

  find(points: Float32Array, at: number): number {
    const sorted = this.#sorted;
    const width = this.#width;
    const x = points[at];
    let low = 0;
    for (let high = BOOK; low < high; ) {
      const middle = (low + high) >> 1;
      if (sorted[middle * width] < x) low = middle + 1;
      else high = middle;
    }
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    let down = low - 1;
    let up = low;
    while (down >= 0 || up < BOOK) {
      const below = down >= 0 ? (x - sorted[down * width]) ** 2 : Number.POSITIVE_INFINITY;
      const above = up < BOOK ? (sorted[up * width] - x) ** 2 : Number.POSITIVE_INFINITY;
      if (Math.min(below, above) >= least) break;
      const i = below <= above ? down-- : up++;
      let distance = Math.min(below, above);
      for (let k = 1; k < width && distance < least; k++) {
        distance += (points[at + k] - sorted[i * width + k]) ** 2;
      }
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return this.#order[best];
  }
}
