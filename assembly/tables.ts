// Decoding of quantised table rows. Plain twins: src/math/plain/tables.ts.
import { bytesOf, storePart } from "./lanes";

/** out[r] = scales[rows[r]] · table[rows[r]], a table of int8, d bytes a row. out: (count, d). */
export function decodeInt8Rows(out: i32, table: i32, scales: i32, rows: i32, count: i32, d: i32): void {
  const eights = d & ~7;
  for (let r = 0; r < count; r++) {
    const row = load<i32>(bytesOf(rows + r));
    const scale = load<f32>(bytesOf(scales + row));
    const s = f32x4.splat(scale);
    const from = bytesOf(table) + <usize>row * <usize>d;
    const to = bytesOf(out + r * d);
    let c = 0;
    for (; c < eights; c += 8) {
      const shorts = v128.load8x8_s(from + c);
      const at = to + bytesOf(c);
      v128.store(at, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(shorts)), s));
      v128.store(at, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(shorts)), s), 16);
    }
    for (; c < d; c++) store<f32>(to + bytesOf(c), scale * <f32>load<i8>(from + c));
  }
}

/** Contents that a piece may have, as many as a byte tells. */
const BOOK: usize = 256;

/** See the plain twin. */
export function decodePieces(out: i32, codes: i32, numbers: i32, pieces: i32, d: i32, length: f64): void {
  const to = bytesOf(out);
  const code = bytesOf(codes);
  const book = bytesOf(numbers);
  let squares: f64 = 0;
  if (pieces << 2 == d) {
    for (let p: usize = 0; p < <usize>pieces; p++) {
      const from = book + ((p * BOOK + load<u8>(code + p)) << 4);
      v128.store(to + (p << 4), v128.load(from));
      squares += squaresOf(from, 16);
    }
  } else if (pieces << 1 == d) {
    for (let p: usize = 0; p < <usize>pieces; p++) {
      const from = book + ((p * BOOK + load<u8>(code + p)) << 3);
      store<u64>(to + (p << 3), load<u64>(from));
      squares += squaresOf(from, 8);
    }
  } else {
    for (let p: usize = 0; p < <usize>pieces; p++) {
      const start = (p * <usize>d) / <usize>pieces;
      const bytes = (((p + 1) * <usize>d) / <usize>pieces - start) << 2;
      const from = book + (start << 2) * BOOK + load<u8>(code + p) * bytes;
      for (let k: usize = 0; k < bytes; k += 4) store<f32>(to + (start << 2) + k, load<f32>(from + k));
      squares += squaresOf(from, bytes);
    }
  }
  scaleNumbers(to, d, squares > 0 ? length / sqrt<f64>(squares) : 0);
}

/** The sum of the squares of a piece, rounded as the tables of the books have it. */
// @ts-ignore: decorator
@inline
function squaresOf(piece: usize, bytes: usize): f64 {
  let sum: f32 = 0;
  for (let at: usize = 0; at < bytes; at += 4) {
    const number = <f64>load<f32>(piece + at);
    sum = <f32>(<f64>sum + number * number);
  }
  return sum;
}

/** x *= scale, each product rounded once. */
// @ts-ignore: decorator
@inline
function scaleNumbers(x: usize, d: i32, scale: f64): void {
  const whole = bytesOf(d & ~3);
  const factor = f64x2.splat(scale);
  for (let at: usize = 0; at < whole; at += 16) {
    const numbers = v128.load(x + at);
    const high = v128.shuffle<f32>(numbers, numbers, 2, 3, 2, 3);
    const first = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.promote_low_f32x4(numbers), factor));
    const second = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.promote_low_f32x4(high), factor));
    v128.store(x + at, v128.shuffle<f32>(first, second, 0, 1, 4, 5));
  }
  for (let at = whole; at < bytesOf(d); at += 4) store<f32>(x + at, <f32>(<f64>load<f32>(x + at) * scale));
}

/** out[r] = table[rows[r]], a table of IEEE half floats, 2d bytes a row. out: (count, d). */
export function decodeFloat16Rows(out: i32, table: i32, rows: i32, count: i32, d: i32): void {
  const fours = d & ~3;
  const rest = d & 3;
  for (let r = 0; r < count; r++) {
    const from = bytesOf(table) + (<usize>load<i32>(bytesOf(rows + r)) * <usize>d << 1);
    const to = bytesOf(out + r * d);
    for (let c = 0; c < fours; c += 4) {
      v128.store(to + bytesOf(c), fromHalf(v128.load16x4_u(from + (<usize>c << 1))));
    }
    if (rest) {
      const at = from + (<usize>fours << 1);
      let half = i32x4.splat(load<u16>(at));
      if (rest > 1) half = i32x4.replace_lane(half, 1, load<u16>(at, 2));
      if (rest > 2) half = i32x4.replace_lane(half, 2, load<u16>(at, 4));
      storePart(to + bytesOf(fours), fromHalf(half), rest);
    }
  }
}

/** Half floats, one in each 32-bit lane, as float32. */
// @ts-ignore: decorator
@inline
function fromHalf(half: v128): v128 {
  // Exponent and fraction in their float32 places are 2¹¹² too small, which one multiplication mends (subnormals too).
  const shifted = i32x4.shl(v128.and(half, i32x4.splat(0x7fff)), 13);
  const number = f32x4.mul(shifted, f32x4.splat(5.192296858534828e33));
  // Infinity and NaN have all exponent bits set, and keep them.
  const isSpecial = i32x4.ge_u(shifted, i32x4.splat(0x7c00 << 13));
  const magnitude = v128.or(number, v128.and(isSpecial, i32x4.splat(0x7f800000)));
  return v128.or(magnitude, i32x4.shl(v128.and(half, i32x4.splat(0x8000)), 16));
}
