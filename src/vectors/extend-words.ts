/** Words of an own catalogue beside those of a model: their vectors lie in the same space, their rows behind. */
import { LinkingError } from "../errors.js";
import { Names } from "./names.js";
import { convertStorage, type VectorData, VectorTable } from "./vector-table.js";

/** Words that the table has already keep its vectors; of several tables the first that has a word gives it. */
export function extendWords(
  base: VectorTable,
  further: readonly { name: string; table: VectorTable }[],
): VectorTable {
  // rows told by books cannot be added to one by one
  const words = base.books ? convertStorage(base, "int8") : base;
  const names = Array.from({ length: words.rows }, (_, row) => words.name(row));
  const known = new Set(names);
  let table = words;
  for (const { name, table: own } of further) {
    if (own.d !== words.d || !own.names) {
      const sentence = `The words of ${name} have ${own.d} numbers each${own.names ? "" : " and no names"}; wanted ${words.d}, in the space of the model's words.`;
      throw new LinkingError("mismatch", sentence);
    }
    const rows = Array.from({ length: own.rows }, (_, row) => row).filter((row) => !known.has(own.name(row)));
    for (const row of rows) known.add(names[names.push(own.name(row)) - 1]);
    const storage = table.storage as "float32" | "float16" | "int8";
    table = concatenate(table, convertStorage(own.select(rows), storage));
  }
  return new VectorTable({ ...table.parts(), names: Names.fromList(names), flags: undefined });
}

function concatenate(first: VectorTable, second: VectorTable): VectorTable {
  const data = joined(first.data, second.data);
  const isScaled = first.scales !== undefined || second.scales !== undefined;
  const scalesOf = (table: VectorTable) => table.scales ?? new Float32Array(table.rows).fill(1);
  const scales = isScaled ? joined(scalesOf(first), scalesOf(second)) : undefined;
  const { d, metadata } = first;
  return new VectorTable({ rows: first.rows + second.rows, d, data, scales, metadata });
}

function joined<T extends VectorData>(first: T, second: T): T {
  const all = new (first.constructor as new (length: number) => T)(first.length + second.length);
  all.set(first as never, 0);
  all.set(second as never, first.length);
  return all;
}
