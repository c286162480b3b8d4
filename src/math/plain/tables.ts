/** Decoding of quantised table rows in plain TypeScript: the twins of assembly/tables.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import type { Arena } from "../memory.js";

/** out[r, c] = scales[rows[r]] · int8 at byte 4·table + rows[r]·d + c. out: (count, d). */
export function decodeInt8Rows(
  { floats: f, ints, bytes }: Arena,
  args: KernelArguments<"decodeInt8Rows">,
): void {
  const { out, table, scales, rows, count, d } = args;
  for (let r = 0; r < count; r++) {
    const row = ints[rows + r];
    const scale = f[scales + row];
    const from = 4 * table + row * d;
    for (let c = 0; c < d; c++) f[out + r * d + c] = scale * ((bytes[from + c] << 24) >> 24);
  }
}

/** The worth of a half float's last bit, by its exponent. */
const LAST_BIT = Float64Array.from({ length: 31 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));

/** The number an IEEE half float stands for: sign, 5 bits of exponent, 10 bits of fraction. */
function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (exponent === 0 ? fraction : 1024 + fraction) * LAST_BIT[exponent];
}

/** out[r, c] = half float at byte 4·table + 2·(rows[r]·d + c), low byte first. out: (count, d). */
export function decodeFloat16Rows(
  { floats: f, ints, bytes }: Arena,
  args: KernelArguments<"decodeFloat16Rows">,
): void {
  const { out, table, rows, count, d } = args;
  for (let r = 0; r < count; r++) {
    const from = 4 * table + 2 * d * ints[rows + r];
    for (let c = 0; c < d; c++) {
      f[out + r * d + c] = halfToNumber(bytes[from + 2 * c] | (bytes[from + 2 * c + 1] << 8));
    }
  }
}

/** Contents that a piece may have, as many as a byte tells. */
const BOOK = 256;

/**
 * Piece p of out is content byte[4·codes + p] of its book: numbers begin with the 256 contents of piece 0, then come those of piece 1 …; d numbers
 * in pieces whose lengths differ by at most one. Then out is brought to `length`; zeros stay zeros. Squares are rounded once a number.
 */
export function decodePieces({ floats: f, bytes }: Arena, args: KernelArguments<"decodePieces">): void {
  const { out, codes, numbers, pieces, d, length } = args;
  let squares = 0;
  for (let p = 0; p < pieces; p++) {
    const start = Math.floor((p * d) / pieces);
    const width = Math.floor(((p + 1) * d) / pieces) - start;
    const from = numbers + BOOK * start + bytes[4 * codes + p] * width;
    let sum = 0;
    for (let k = 0; k < width; k++) {
      const number = f[from + k];
      f[out + start + k] = number;
      sum = Math.fround(sum + number * number);
    }
    squares += sum;
  }
  const scale = squares > 0 ? length / Math.sqrt(squares) : 0;
  for (let k = out; k < out + d; k++) f[k] *= scale;
}
