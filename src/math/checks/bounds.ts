/** What every kernel asks before it touches memory: sizes that are sizes, arrays that lie inside what is allocated. */
import { LinkingError } from "../../errors.js";
import { GRAPH_FIELDS, type Graph, readGraph } from "../graph-layout.js";
import type { Address } from "../kernels.js";
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

/** rows × cols numbers, `distance` apart from row to row. */
export interface MatrixPlace {
  address: Address;
  distance: number;
  rows: number;
  cols: number;
}

/** Whether a matrix lies inside the allocated memory. An empty one may be anywhere. */
export function holdsMatrix(
  memory: Arena,
  address: Address,
  distance: number,
  rows: number,
  cols: number,
): boolean {
  if (rows === 0 || cols === 0) return true;
  return (
    (address | 0) === address &&
    address >= memory.base &&
    (rows === 1 || (isSize(distance) && distance >= cols)) &&
    address + (rows - 1) * distance + cols <= memory.limit
  );
}

export function refuseMatrix(memory: Arena, kernel: string, name: string, place: MatrixPlace): never {
  const { address, distance, rows, cols } = place;
  const found = `${kernel}: ${name} (${rows} × ${cols}, row distance ${distance}) at address ${address}`;
  const problem =
    rows > 1 && !(isSize(distance) && distance >= cols)
      ? `its rows are ${cols} long but ${distance} apart; the row distance must be at least the row length`
      : `it does not lie inside the allocated memory, ${memory.base} to ${memory.limit}`;
  throw new LinkingError("shape-mismatch", `${found}: ${problem}.`);
}

/** Throws unless `count` numbers (or integers) lie inside the allocated memory. None may be anywhere. */
export function checkVector(
  memory: Arena,
  kernel: string,
  name: string,
  address: Address,
  count: number,
): void {
  if (count === 0) return;
  if ((address | 0) === address && address >= memory.base && address + count <= memory.limit) return;
  refuseMatrix(memory, kernel, name, { address, distance: count, rows: 1, cols: count });
}

/** The graph whose descriptor lies at an address. */
export function checkGraph(memory: Arena, kernel: string, address: Address): Graph {
  checkVector(memory, kernel, "graph", address, GRAPH_FIELDS);
  return readGraph(memory.ints, address);
}

/** Row numbers into a table of `rowBytes` bytes a row (an element is 4), and the least of them allowed. */
export interface RowNumbers {
  table: Address;
  rows: Address;
  count: number;
  rowBytes: number;
  least?: number;
}

/** Throws unless each row number's row lies inside the allocated memory. `name` is what the kernel calls the numbers. */
export function checkRowNumbers(memory: Arena, kernel: string, name: string, numbers: RowNumbers): void {
  const { table, rows, count, rowBytes, least = 0 } = numbers;
  checkVector(memory, kernel, name, rows, count);
  if (count === 0 || rowBytes === 0) return;
  checkVector(memory, kernel, "table", table, 1);
  const fitting = Math.floor((4 * (memory.limit - table)) / rowBytes);
  const ints = memory.ints;
  for (let r = 0; r < count; r++) {
    const row = ints[rows + r];
    if (row >= least && row < fitting) continue;
    throw new LinkingError(
      "shape-mismatch",
      `${kernel}: row number ${row} (position ${r} of ${count}) of ${name} is outside the table at ${table}, ` +
        `after which the memory has room for ${fitting} rows of ${rowBytes} bytes.`,
    );
  }
}
