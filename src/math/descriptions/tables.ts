/** Rows of tables that are stored in fewer bits. */
import { byName, float64, floats, ints, rowNumbers, size, table } from "./describe.js";

export const tableKernels = {
  /** out[r] = scales[rows[r]] · table[rows[r]] for a table of int8, at byte 4·table. */
  decodeInt8Rows: byName([
    floats("out", "count * d"),
    table("table", "d"),
    table("scales", "4"),
    rowNumbers("rows", "count", "table", "scales"),
    size("count"),
    size("d"),
  ]),
  /** out[r] = table[rows[r]] for a table of IEEE half floats, at byte 4·table. */
  decodeFloat16Rows: byName([
    floats("out", "count * d"),
    table("table", "2 * d"),
    rowNumbers("rows", "count", "table"),
    size("count"),
    size("d"),
  ]),
  /** out (d) = the vector of this length whose pieces are told by the bytes at byte 4·codes: contents of books (src/vectors/product-books.ts). */
  decodePieces: byName([
    floats("out", "d"),
    ints("codes", "widthOf(pieces) / 4"),
    floats("numbers", "256 * d"),
    size("pieces"),
    size("d"),
    float64("length"),
  ]),
};
