/** Argument checks of the table kernels, the same for every build. */
import type { TableKernels } from "../kernels.js";
import type { Arena } from "../memory.js";
import { checkMatrix, checkRowNumbers, checkSize } from "./bounds.js";

export function checkedTableKernels(memory: Arena, raw: TableKernels): TableKernels {
  return {
    decodeInt8Rows(out, table, scales, rows, count, d) {
      checkSize("decodeInt8Rows", "count", count);
      checkSize("decodeInt8Rows", "d", d);
      checkMatrix(memory, "decodeInt8Rows", "out", out, d, count, d);
      checkRowNumbers(memory, "decodeInt8Rows", table, rows, count, d);
      checkRowNumbers(memory, "decodeInt8Rows (scales)", scales, rows, count, 4);
      raw.decodeInt8Rows(out, table, scales, rows, count, d);
    },
    decodeFloat16Rows(out, table, rows, count, d) {
      checkSize("decodeFloat16Rows", "count", count);
      checkSize("decodeFloat16Rows", "d", d);
      checkMatrix(memory, "decodeFloat16Rows", "out", out, d, count, d);
      checkRowNumbers(memory, "decodeFloat16Rows", table, rows, count, 2 * d);
      raw.decodeFloat16Rows(out, table, rows, count, d);
    },
  };
}
