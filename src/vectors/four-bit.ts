/** Vector tables at four bits a number, for shipping: half the bytes of int8, unpacked to int8 when they are opened. */
import { LinkingError } from "../errors.js";
import { formatSafetensors, parseSafetensors, type Tensor } from "./safetensors.js";
import { VectorTable } from "./vector-table.js";

export const FOUR_BIT_FORMAT = "mulrel-vectors-4bit";
/** A row's largest magnitude is this many steps; a step is kept as itself plus 8. */
const STEPS = 7;

/**
 * Two numbers a byte, the earlier one in the low half; a scale a row. d must be even. The scale is the one of a few
 * below and at the largest magnitude that brings the row nearest: cutting off a single large number often pays.
 */
export function packFourBit(table: VectorTable): Uint8Array[] {
  const { rows, d } = table;
  if (d % 2 !== 0) {
    throw new LinkingError(
      "shape-mismatch",
      `Vectors of ${d} numbers cannot be packed in pairs; d must be even.`,
    );
  }
  const packed = new Uint8Array((rows * d) / 2);
  const scales = new Float32Array(rows);
  const row = new Float32Array(d);
  for (let r = 0; r < rows; r++) {
    table.readRow(r, row);
    const scale = bestScale(row);
    scales[r] = scale;
    for (let k = 0; k < d; k += 2) {
      packed[(r * d + k) >> 1] = (step(row[k], scale) + 8) | ((step(row[k + 1], scale) + 8) << 4);
    }
  }
  const tensors = new Map<string, Tensor>([
    ["packed", { type: "U8", shape: [rows, d / 2], data: packed }],
    ["scales", { type: "F32", shape: [rows], data: scales }],
  ]);
  return formatSafetensors({ metadata: { format: FOUR_BIT_FORMAT, version: "1" }, tensors });
}

function step(value: number, scale: number): number {
  return scale === 0 ? 0 : Math.max(-STEPS, Math.min(STEPS, Math.round(value / scale)));
}

function bestScale(row: Float32Array): number {
  let largest = 0;
  for (let k = 0; k < row.length; k++) largest = Math.max(largest, Math.abs(row[k]));
  let best = { scale: 0, error: Number.POSITIVE_INFINITY };
  for (let share = 0.7; share <= 1.001; share += 0.05) {
    const scale = Math.fround((share * largest) / STEPS);
    let error = 0;
    for (let k = 0; k < row.length; k++) error += (row[k] - scale * step(row[k], scale)) ** 2;
    if (error < best.error) best = { scale, error };
  }
  return best.scale;
}

/** Is this the file of a packed table? */
export function isFourBit(metadata: Record<string, string>): boolean {
  return metadata.format === FOUR_BIT_FORMAT;
}

/** The packed table as int8, ready to be read row by row. */
export function unpackFourBit(buffer: ArrayBufferLike, name = "the file"): VectorTable {
  const { metadata, tensors } = parseSafetensors(buffer, name);
  const packed = tensors.get("packed");
  const scales = tensors.get("scales");
  if (!isFourBit(metadata) || !packed || !scales || packed.shape[0] !== scales.shape[0]) {
    throw new LinkingError("bad-file", `${name} holds no vectors of four bits; fetch or make it again.`);
  }
  const bytes = packed.data as Uint8Array;
  const data = new Int8Array(bytes.length * 2);
  for (let i = 0; i < bytes.length; i++) {
    data[2 * i] = (bytes[i] & 15) - 8;
    data[2 * i + 1] = (bytes[i] >> 4) - 8;
  }
  return new VectorTable({
    rows: packed.shape[0],
    d: packed.shape[1] * 2,
    data,
    scales: scales.data as Float32Array,
  });
}
