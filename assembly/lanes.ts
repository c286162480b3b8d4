// Small pieces every kernel is built from: addresses, multiply-add, sums over lanes, and the last 1 to 3 numbers of a row.

/** Stands for "no array" where an operand is optional. */
export const NONE: i32 = -1;

/** Byte address of the array that begins at element `address`. */
// @ts-ignore: decorator
@inline
export function bytesOf(address: i32): usize {
  return <usize>address << 2;
}

/** a·b + c. In the relaxed build multiply and add may be fused (one rounding instead of two). */
// @ts-ignore: decorator
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** (lane 0 + lane 1) + (lane 2 + lane 3): the one order in which every kernel adds up lanes. */
// @ts-ignore: decorator
@inline
export function sumLanes(x: v128): f32 {
  return (
    f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3))
  );
}

/** sumLanes of four vectors at once. */
// @ts-ignore: decorator
@inline
export function sumLanesOfFour(x0: v128, x1: v128, x2: v128, x3: v128): v128 {
  // Transpose, so that lane l of all four stands in one vector, and add in sumLanes' order.
  const low01 = v128.shuffle<f32>(x0, x1, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(x0, x1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(x2, x3, 0, 4, 1, 5);
  const high23 = v128.shuffle<f32>(x2, x3, 2, 6, 3, 7);
  const lane0 = v128.shuffle<f32>(low01, low23, 0, 1, 4, 5);
  const lane1 = v128.shuffle<f32>(low01, low23, 2, 3, 6, 7);
  const lane2 = v128.shuffle<f32>(high01, high23, 0, 1, 4, 5);
  const lane3 = v128.shuffle<f32>(high01, high23, 2, 3, 6, 7);
  return f32x4.add(f32x4.add(lane0, lane1), f32x4.add(lane2, lane3));
}

/** Four vectors transposed, to rows `step` bytes apart. */
// @ts-ignore: decorator
@inline
export function transpose4(to: usize, step: usize, x0: v128, x1: v128, x2: v128, x3: v128): void {
  const low01 = v128.shuffle<f32>(x0, x1, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(x0, x1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(x2, x3, 0, 4, 1, 5);
  const high23 = v128.shuffle<f32>(x2, x3, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(low01, low23, 0, 1, 4, 5));
  v128.store(to + step, v128.shuffle<f32>(low01, low23, 2, 3, 6, 7));
  v128.store(to + 2 * step, v128.shuffle<f32>(high01, high23, 0, 1, 4, 5));
  v128.store(to + 3 * step, v128.shuffle<f32>(high01, high23, 2, 3, 6, 7));
}

/** The greatest lane of each of four vectors: lane i of the result is vector i's. */
// @ts-ignore: decorator
@inline
export function transposeMaxima(x0: v128, x1: v128, x2: v128, x3: v128): v128 {
  const low01 = v128.shuffle<f32>(x0, x1, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(x0, x1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(x2, x3, 0, 4, 1, 5);
  const high23 = v128.shuffle<f32>(x2, x3, 2, 6, 3, 7);
  const top01 = f32x4.pmax(low01, high01);
  const top23 = f32x4.pmax(low23, high23);
  return f32x4.pmax(v128.shuffle<f32>(top01, top23, 0, 1, 4, 5), v128.shuffle<f32>(top01, top23, 2, 3, 6, 7));
}

/** Lanes of the vector at column c that belong to a mention of `cols` candidates. */
// @ts-ignore: decorator
@inline
export function isCandidate(c: i32, cols: i32): v128 {
  return i32x4.lt_s(i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(c)), i32x4.splat(cols));
}

/** The greatest lane; NaN lanes are passed over. */
// @ts-ignore: decorator
@inline
export function maxLane(x: v128): f32 {
  const pairs = f32x4.pmax(x, v128.shuffle<f32>(x, x, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(pairs, v128.shuffle<f32>(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** The `count` (1 to 3) numbers at `p`; the lanes after them are those of `rest`. */
// @ts-ignore: decorator
@inline
export function loadPart(p: usize, count: i32, rest: v128): v128 {
  let x = v128.load_lane<f32>(p, rest, 0);
  if (count > 1) x = v128.load_lane<f32>(p, x, 1, 4);
  if (count > 2) x = v128.load_lane<f32>(p, x, 2, 8);
  return x;
}

/** Writes the first `count` (1 to 3) lanes to `p`. */
// @ts-ignore: decorator
@inline
export function storePart(p: usize, x: v128, count: i32): void {
  v128.store_lane<f32>(p, x, 0);
  if (count > 1) v128.store_lane<f32>(p, x, 1, 4);
  if (count > 2) v128.store_lane<f32>(p, x, 2, 8);
}
