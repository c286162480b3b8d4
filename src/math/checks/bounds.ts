/** What every kernel asks before it touches memory: sizes that are sizes, arrays that lie inside what is allocated. */
import { LinkingError } from "../../errors.js";
import { type Address, NONE } from "../kernels.js";
import type { Arena } from "../memory.js";

/** A whole number from 0 to 2³¹ − 1. */
export function isSize(x: number): boolean {
  return (x | 0) === x && x >= 0;
}

/** Throws unless `size` is a whole number, 0 or more. `name` is what the kernel calls it. */
export function checkSize(kernel: string, name: string, size: number): void {
  if (isSize(size)) return;
  throw new LinkingError(
    "shape-mismatch",
    `${kernel}: ${name} is ${size}; a size must be a whole number, 0 or more.`,
  );
}

/** Throws unless rows × cols numbers, `ld` apart from row to row, lie inside the allocated memory. An empty array may be anywhere. */
export function checkMatrix(
  memory: Arena,
  kernel: string,
  name: string,
  address: Address,
  ld: number,
  rows: number,
  cols: number,
): void {
  if (rows === 0 || cols === 0) return;
  const inside =
    (address | 0) === address &&
    address >= memory.base &&
    (rows === 1 || (isSize(ld) && ld >= cols)) &&
    address + (rows - 1) * ld + cols <= memory.limit;
  if (!inside) failMatrix(memory, kernel, name, address, ld, rows, cols);
}

function failMatrix(
  memory: Arena,
  kernel: string,
  name: string,
  address: Address,
  ld: number,
  rows: number,
  cols: number,
): never {
  const found = `${kernel}: ${name} (${rows} × ${cols}, row distance ${ld}) at address ${address}`;
  const problem =
    rows > 1 && !(isSize(ld) && ld >= cols)
      ? `its rows are ${cols} long but ${ld} apart; the row distance must be at least the row length`
      : `it does not lie inside the allocated memory, ${memory.base} to ${memory.limit}`;
  throw new LinkingError("shape-mismatch", `${found}: ${problem}.`);
}

/** `checkMatrix` for one row of `count` numbers (or integers). */
export function checkVector(
  memory: Arena,
  kernel: string,
  name: string,
  address: Address,
  count: number,
): void {
  checkMatrix(memory, kernel, name, address, count, 1, count);
}

/** `checkVector` for an operand that may be NONE. */
export function checkOptionalVector(
  memory: Arena,
  kernel: string,
  name: string,
  address: Address,
  count: number,
): void {
  if (address !== NONE) checkMatrix(memory, kernel, name, address, count, 1, count);
}

/**
 * Throws unless each of the `count` row numbers at `rows` is `least` or more and its row lies inside the allocated memory, in a
 * table of `rowBytes` bytes a row (an element is 4) beginning at `table`.
 */
export function checkRowNumbers(
  memory: Arena,
  kernel: string,
  table: Address,
  rows: Address,
  count: number,
  rowBytes: number,
  least = 0,
): void {
  checkVector(memory, kernel, "rows", rows, count);
  if (count === 0 || rowBytes === 0) return;
  checkVector(memory, kernel, "table", table, 1);
  const fitting = Math.floor((4 * (memory.limit - table)) / rowBytes);
  const ints = memory.ints;
  for (let r = 0; r < count; r++) {
    const row = ints[rows + r];
    if (row >= least && row < fitting) continue;
    throw new LinkingError(
      "shape-mismatch",
      `${kernel}: row number ${row} (position ${r} of ${count}) is outside the table at ${table}, ` +
        `after which the memory has room for ${fitting} rows of ${rowBytes} bytes.`,
    );
  }
}
