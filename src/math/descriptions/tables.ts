/** Rows of tables that are stored in fewer bits. */
import { byName, floats, rowNumbers, size, table } from "./describe.js";

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
};
