/** Rows of a vector table into kernel memory, with the decoding kernels where the table lives there. */
import { LinkingError } from "../errors.js";
import type { Address, Kernels } from "../math/kernels.js";
import type { VectorData, VectorTable } from "./vector-table.js";

/** Where a table's parts lie in one kernel memory. */
interface Residence {
  data: Map<VectorData, Address>;
  scales: Map<Float32Array, Address>;
}

const residences = new WeakMap<Kernels, Residence>();

/**
 * Copies the table into kernel memory for as long as that memory lasts, so that `gatherRows` decodes there. A table and
 * its `unitRows` view share their numbers. Do it before any `mark` that will be released.
 */
export function makeResident(kernels: Kernels, table: VectorTable): void {
  let residence = residences.get(kernels);
  if (!residence) residences.set(kernels, (residence = { data: new Map(), scales: new Map() }));
  if (!residence.data.has(table.data)) {
    const { data } = table;
    const asFloats = data instanceof Float32Array;
    const address = kernels.alloc(asFloats ? data.length : Math.ceil(data.byteLength / 4));
    if (asFloats) kernels.floats.set(data, address);
    else kernels.bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), 4 * address);
    residence.data.set(data, address);
  }
  if (table.scales && !residence.scales.has(table.scales)) {
    const address = kernels.alloc(table.scales.length);
    kernels.floats.set(table.scales, address);
    residence.scales.set(table.scales, address);
  }
}

/** Where the rows of a resident table of plain float32 begin, so that kernels read them in place; undefined for other tables. */
export function residentRows(kernels: Kernels, table: VectorTable): Address | undefined {
  if (table.isScaled || table.storage !== "float32") return undefined;
  return residences.get(kernels)?.data.get(table.data);
}

/** out (rows.length, d) = the table's rows, decoded. A row number of −1 or beyond the table is an error. */
export function gatherRows(kernels: Kernels, table: VectorTable, rows: Int32Array, out: Address): void {
  for (let i = 0; i < rows.length; i++) {
    if (!(rows[i] >= 0 && rows[i] < table.rows)) {
      throw new LinkingError("bad-input", `There is no row ${rows[i]}; rows are 0 to ${table.rows - 1}.`);
    }
  }
  const residence = table.books ? undefined : residences.get(kernels);
  const data = residence?.data.get(table.data);
  const scales = table.isScaled ? residence?.scales.get(table.scales!) : undefined;
  if (data === undefined || (table.isScaled && scales === undefined)) {
    const { floats } = kernels;
    for (let i = 0; i < rows.length; i++) table.readRow(rows[i], floats, out + i * table.d);
    return;
  }
  const mark = kernels.mark();
  const list = kernels.alloc(rows.length);
  kernels.ints.set(rows, list);
  if (table.storage === "int8")
    kernels.decodeInt8Rows({ out, table: data, scales: scales!, rows: list, count: rows.length, d: table.d });
  else {
    if (table.storage === "float16")
      kernels.decodeFloat16Rows({ out, table: data, rows: list, count: rows.length, d: table.d });
    else kernels.gatherRows({ out, table: data, rows: list, count: rows.length, d: table.d });
    if (table.isScaled) scaleRows(kernels.floats, table, rows, out);
  }
  kernels.release(mark);
}

/**
 * Decodes single rows of a table to places of kernel memory; books are copied there for as long as it lasts, so make it before any
 * `mark` that will be released.
 */
export function rowDecoder(kernels: Kernels, table: VectorTable): (row: number, at: Address) => void {
  const { books, d } = table;
  if (!books) return (row, at) => table.readRow(row, kernels.floats, at);
  const numbers = books.tiers.map((tier) => {
    const at = kernels.alloc(tier.numbers.length);
    kernels.floats.set(tier.numbers, at);
    return at;
  });
  const codes = kernels.alloc(Math.ceil(Math.max(...books.tiers.map(({ pieces }) => pieces)) / 4));
  return (row, at) => {
    const length = table.readCodes(row, kernels.bytes, 4 * codes);
    const tier = books.tierOf(row);
    kernels.decodePieces({
      out: at,
      codes,
      numbers: numbers[tier],
      pieces: books.tiers[tier].pieces,
      d,
      length,
    });
  };
}

function scaleRows(
  floats: Float32Array | Float64Array,
  table: VectorTable,
  rows: Int32Array,
  out: Address,
): void {
  const scales = table.scales!;
  for (let i = 0; i < rows.length; i++) {
    const scale = scales[rows[i]];
    const end = out + (i + 1) * table.d;
    for (let k = out + i * table.d; k < end; k++) floats[k] *= scale;
  }
}
