// Belief propagation for prediction: all loops in one call, on probabilities instead of their logarithms.
// Plain twin: src/math/plain/settle.ts.
import { candidatesOf, countsOf, entry, mentionsOf, messageSizeOf, PAIR_BYTES, pairCountOf, pairsOf, startsOf, widthOf } from "./graph";
import { bytesOf, isCandidate, maxLane, sumLanes } from "./lanes";
import { passConstants, passMessages, planConstants, planPairs, rescale } from "./settle-pairs";
import { expOfSmall4 } from "./transcendental";
import { fill } from "./vectors";

/**
 * The greatest |Φ| and the least share this way of counting is exact for. A candidate 2⁹⁰ times less likely than the mention's
 * likeliest counts as 0; with these bounds what it could have said, below 3 · 2⁻⁹⁰ · e²⁰ / 1e-7, is less than the 0.7 · e⁻²⁰ that
 * the likeliest one says at least, so no maximum is lost, and no product comes near the end of float32's range.
 */
const LARGEST_SCORE: f32 = 20;
const LEAST_SHARE: f32 = 1e-7;
const LEAST_POWER: i32 = -90;
/** Products of shares are rescaled before they may fall below this. */
const LEAST_PRODUCT: f32 = 1e-35;

/** See the plain twin. Overwrites the blocks with exp Φ. False when the numbers are out of range, and nothing is settled. */
export function settleBeliefs(
  q: i32,
  local: i32,
  blocks: i32,
  graph: i32,
  scratch: i32,
  loops: i32,
  mix: f32,
): bool {
  let least: f32 = 1;
  for (let loop = 0; loop < loops; loop++) least *= <f32>1 - mix;
  if (!(least >= LEAST_SHARE) || !exponentiateBlocks(blocks, graph)) return false;
  // a mention's product takes in up to this many shares as right and as many as left
  let together = 1;
  for (let product = least * least; product * least * least > LEAST_PRODUCT && together < 64; together++) {
    product *= least * least;
  }
  const candidates = candidatesOf(graph);
  const bytes = <usize>candidates << 2;
  const powers = bytesOf(scratch);
  const firsts = powers + bytes;
  const products = firsts + 2 * bytes;
  const shares = products + 2 * bytes;
  const plans = shares + (<usize>messageSizeOf(graph) << 3);
  const plansEnd = planPairs(plans, shares, bytesOf(blocks), graph);
  const constants = plansEnd;
  const constantsEnd = planConstants(constants, bytesOf(blocks), graph);
  const room = (constantsEnd + 15) & ~15;
  fill(<i32>(shares >> 2), 1, 2 * messageSizeOf(graph));
  splitLocal(firsts, bytesOf(local), bytes, graph);
  clearProducts(products, bytes);
  let left: f32 = 1; // of the messages of 0 that all began with
  for (let loop = 0; loop < loops; loop++) {
    takePowers(powers, firsts, products, bytes, graph);
    clearProducts(products, bytes);
    passMessages(products, powers, plans, plansEnd, room, bytes, together, mix);
    left *= <f32>1 - mix;
    passConstants(products, constants, constantsEnd, bytes, left);
  }
  takePowers(powers, firsts, products, bytes, graph);
  normalise(bytesOf(q), powers, graph);
  return true;
}

/*
 * Numbers that may be too large or too small for a float, products of many shares and exp Ψ, are kept as two arrays: factors
 * near 1, and behind them (`bytes` further) the powers of two they are multiplied with, as integers.
 */

/** 2ⁿ for −126 ≤ n ≤ 127. */
// @ts-ignore: decorator
@inline
function powerOfTwo(n: v128): v128 {
  return i32x4.shl(i32x4.add(n, i32x4.splat(127)), 23);
}

// @ts-ignore: decorator
@inline
function clearProducts(products: usize, bytes: usize): void {
  memory.fill(products + bytes, 0, bytes);
  for (let at: usize = 0; at < bytes; at += 16) v128.store(products + at, f32x4.splat(1));
}

/** firsts = exp(Ψ − the mention's greatest), 0 in places that are no candidates. */
function splitLocal(firsts: usize, local: usize, bytes: usize, graph: i32): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  for (let i = 0; i < mentionsOf(graph); i++) {
    const count = entry(counts, i);
    const from = bytesOf(entry(starts, i));
    let tops = f32x4.splat(-Infinity);
    for (let c = 0; c < count; c += 4) {
      const score = v128.load(local + from + bytesOf(c));
      tops = f32x4.pmax(tops, v128.bitselect(score, tops, isCandidate(c, count)));
    }
    const top = f32x4.splat(maxLane(tops));
    for (let c = 0; c < count; c += 4) {
      const at = from + bytesOf(c);
      // beyond −1e6 nobody is heard anyway, and the power of two is still an integer
      const score = f32x4.pmax(f32x4.sub(v128.load(local + at), top), f32x4.splat(-1e6));
      const exponent = f32x4.nearest(f32x4.mul(score, f32x4.splat(1.44269504)));
      const near = f32x4.sub(score, f32x4.mul(exponent, f32x4.splat(0.6931471806)));
      v128.store(firsts + at, v128.and(expOfSmall4(near), isCandidate(c, count)));
      v128.store(firsts + bytes + at, i32x4.trunc_sat_f32x4_s(exponent));
    }
  }
}

/** powers = firsts · products, as floats: the greatest of a mention is from 0.7 to 3. */
function takePowers(powers: usize, firsts: usize, products: usize, bytes: usize, graph: i32): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  const lowest = i32x4.splat(LEAST_POWER);
  for (let i = 0; i < mentionsOf(graph); i++) {
    const count = entry(counts, i);
    const from = bytesOf(entry(starts, i));
    const end = from + bytesOf(widthOf(count));
    rescale(products + from, bytes, end - from);
    let tops = i32x4.splat(-0x7fffffff);
    for (let at = from; at < end; at += 16) {
      const exponent = i32x4.add(v128.load(firsts + bytes + at), v128.load(products + bytes + at));
      const isReal = isCandidate(<i32>((at - from) >> 2), count);
      tops = i32x4.max_s(tops, v128.bitselect(exponent, tops, isReal));
    }
    const pairs = i32x4.max_s(tops, v128.shuffle<i32>(tops, tops, 2, 3, 0, 1));
    const top = i32x4.max_s(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2));
    for (let at = from; at < end; at += 16) {
      const exponent = i32x4.add(v128.load(firsts + bytes + at), v128.load(products + bytes + at));
      const factor = f32x4.mul(v128.load(firsts + at), v128.load(products + at));
      const below = i32x4.min_s(i32x4.sub(exponent, top), i32x4.splat(0));
      const power = f32x4.mul(factor, powerOfTwo(i32x4.max_s(below, lowest)));
      v128.store(powers + at, v128.and(power, i32x4.ge_s(below, lowest)));
    }
  }
}

/** q = powers / their sum over the mention's candidates. */
function normalise(q: usize, powers: usize, graph: i32): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  for (let i = 0; i < mentionsOf(graph); i++) {
    const from = bytesOf(entry(starts, i));
    const end = from + bytesOf(widthOf(entry(counts, i)));
    normaliseRow(q + from, powers + from, end - from);
  }
}

/**
 * blocks = exp Φ, 0 in places that are no candidates; the one row of a mention with a single candidate = softmax Φ, what it says
 * in every loop. False when some Φ is too large or no number.
 */
function exponentiateBlocks(blocks: i32, graph: i32): bool {
  const counts = countsOf(graph);
  let isSmall = i32x4.splat(-1);
  let pair = pairsOf(graph);
  for (let p = pairCountOf(graph); p > 0; p--, pair += PAIR_BYTES) {
    const rows = entry(counts, load<i32>(pair));
    const cols = entry(counts, load<i32>(pair, 4));
    if (rows == 1 || cols == 1) {
      const offset = rows == 1 ? load<i32>(pair, 8) : load<i32>(pair, 12);
      if (rows == cols || offset < 0) continue;
      const width = rows == 1 ? cols : rows;
      const row = bytesOf(blocks + offset);
      isSmall = v128.and(isSmall, exponentiateRow(row, width));
      normaliseRow(row, row, bytesOf(widthOf(width)));
      continue;
    }
    let block = bytesOf(blocks + load<i32>(pair, 8));
    const step = bytesOf(widthOf(cols));
    const end = block + <usize>rows * step;
    if (cols & 3) {
      for (; block < end; block += step) isSmall = v128.and(isSmall, exponentiateRow(block, cols));
    } else {
      for (; block < end; block += 16) {
        const score = v128.load(block);
        isSmall = v128.and(isSmall, f32x4.le(f32x4.abs(score), f32x4.splat(LARGEST_SCORE)));
        v128.store(block, expOfSmall4(score));
      }
    }
    memory.fill(end, 0, <usize>(widthOf(rows) - rows) * step);
  }
  return i32x4.all_true(isSmall);
}

/** One row of `count` numbers; returns in which lanes they were small enough. */
// @ts-ignore: decorator
@inline
function exponentiateRow(row: usize, count: i32): v128 {
  let isSmall = i32x4.splat(-1);
  for (let c = 0; c < count; c += 4) {
    const at = row + bytesOf(c);
    const isReal = isCandidate(c, count);
    const score = v128.and(v128.load(at), isReal);
    isSmall = v128.and(isSmall, f32x4.le(f32x4.abs(score), f32x4.splat(LARGEST_SCORE)));
    v128.store(at, v128.and(expOfSmall4(score), isReal));
  }
  return isSmall;
}

/** out = x / Σ x */
// @ts-ignore: decorator
@inline
function normaliseRow(out: usize, x: usize, bytes: usize): void {
  let sums = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) sums = f32x4.add(sums, v128.load(x + at));
  const factor = f32x4.splat(<f32>1 / sumLanes(sums));
  for (let at: usize = 0; at < bytes; at += 16) v128.store(out + at, f32x4.mul(v128.load(x + at), factor));
}
