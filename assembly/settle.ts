// Belief propagation for prediction: all loops in one call, on probabilities instead of their logarithms.
// Plain twin: src/math/plain/settle.ts.
import { candidatesOf, countsOf, entry, mentionsOf, messageSizeOf, PAIR_BYTES, pairCountOf, pairsOf, startsOf, widthOf } from "./graph";
import { bytesOf, isCandidate, maxLane, sumLanes, transposeMaxima } from "./lanes";
import { expOfNegative4, logOfPositive4 } from "./transcendental";
import { fill } from "./vectors";

/**
 * The greatest |Φ| and the least share this way of counting is exact for: a term lost to underflow (below e⁻⁸⁷) is then always
 * smaller than the maximum it competes for, since e⁻⁸⁷ · e³⁰ / 1e-9 < e⁻³⁰.
 */
const LARGEST_SCORE: f32 = 30;
const LEAST_SHARE: f32 = 1e-9;
/** Products of shares are turned into logarithms before they may fall below this. */
const LEAST_PRODUCT: f32 = 1e-35;

/** See the plain twin. Overwrites the blocks with exp Φ. False when the numbers are out of range, and nothing is settled. */
export function settleBeliefs(
  beliefs: i32,
  shares: i32,
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
  const bytes = <usize>candidatesOf(graph) << 2;
  const products = scratch + candidatesOf(graph);
  fill(shares, 1, messageSizeOf(graph));
  memory.copy(bytesOf(beliefs), bytesOf(local), bytes);
  for (let loop = 0; loop < loops; loop++) {
    exponentiateBeliefs(bytesOf(scratch), bytesOf(beliefs), graph);
    memory.copy(bytesOf(beliefs), bytesOf(local), bytes);
    fill(products, 1, candidatesOf(graph));
    passMessages(bytesOf(beliefs), shares, blocks, graph, bytesOf(scratch), together, mix);
    takeLogarithms(bytesOf(beliefs), bytesOf(products), bytes);
  }
  return true;
}

/** blocks = exp Φ, 0 in places that are no candidates. False when some Φ is too large or no number. */
function exponentiateBlocks(blocks: i32, graph: i32): bool {
  const counts = countsOf(graph);
  const largest = f32x4.splat(LARGEST_SCORE);
  let isSmall = i32x4.splat(-1);
  let pair = pairsOf(graph);
  for (let p = pairCountOf(graph); p > 0; p--, pair += PAIR_BYTES) {
    const offset = load<i32>(pair, 8);
    if (offset < 0) continue;
    const rows = entry(counts, load<i32>(pair));
    const cols = entry(counts, load<i32>(pair, 4));
    let block = bytesOf(blocks + offset);
    const step = bytesOf(widthOf(cols));
    const end = block + <usize>rows * step;
    if (cols & 3) {
      for (; block < end; block += step) {
        for (let c = 0; c < cols; c += 4) {
          const at = block + bytesOf(c);
          const isReal = isCandidate(c, cols);
          const score = v128.and(v128.load(at), isReal);
          isSmall = v128.and(isSmall, f32x4.le(f32x4.abs(score), largest));
          v128.store(at, v128.and(expOfNegative4(score), isReal));
        }
      }
    } else {
      for (; block < end; block += 16) {
        const score = v128.load(block);
        isSmall = v128.and(isSmall, f32x4.le(f32x4.abs(score), largest));
        v128.store(block, expOfNegative4(score));
      }
    }
    memory.fill(end, 0, <usize>(widthOf(rows) - rows) * step);
  }
  return i32x4.all_true(isSmall);
}

/** powers = exp(beliefs − the mention's greatest), 0 in places that are no candidates. */
function exponentiateBeliefs(powers: usize, beliefs: usize, graph: i32): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  for (let i = 0; i < mentionsOf(graph); i++) {
    const count = entry(counts, i);
    const at = bytesOf(entry(starts, i));
    let tops = f32x4.splat(-Infinity);
    for (let c = 0; c < count; c += 4) {
      const belief = v128.load(beliefs + at + bytesOf(c));
      tops = f32x4.pmax(tops, v128.bitselect(belief, tops, isCandidate(c, count)));
    }
    const top = f32x4.splat(maxLane(tops));
    for (let c = 0; c < count; c += 4) {
      const power = expOfNegative4(f32x4.sub(v128.load(beliefs + at + bytesOf(c)), top));
      v128.store(powers + at + bytesOf(c), v128.and(power, isCandidate(c, count)));
    }
  }
}

/** beliefs += log products; products = 1. */
// @ts-ignore: decorator
@inline
function takeLogarithms(beliefs: usize, products: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const sum = f32x4.add(v128.load(beliefs + at), logOfPositive4(v128.load(products + at)));
    v128.store(beliefs + at, sum);
    v128.store(products + at, f32x4.splat(1));
  }
}

/** One loop: both messages of every pair, in place; their product for each mention goes into products and beliefs. */
function passMessages(
  beliefs: usize,
  shares: i32,
  blocks: i32,
  graph: i32,
  powers: usize,
  together: i32,
  mix: f32,
): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  const bytes = <usize>candidatesOf(graph) << 2;
  const products = powers + bytes;
  const heard = products + bytes;
  const maxima = heard + bytes;
  let row = -1;
  let rows = 0;
  let inRow = 0;
  let pair = pairsOf(graph);
  for (let p = pairCountOf(graph); p > 0; p--, pair += PAIR_BYTES) {
    const offset = load<i32>(pair, 8);
    if (offset < 0) continue;
    const left = load<i32>(pair);
    const right = load<i32>(pair, 4);
    const toRight = load<i32>(pair, 16);
    const toLeft = load<i32>(pair, 20);
    const atLeft = bytesOf(entry(starts, left));
    const atRight = bytesOf(entry(starts, right));
    const widthLeft = bytesOf(widthOf(entry(counts, left)));
    const widthRight = bytesOf(widthOf(entry(counts, right)));
    if (left != row) {
      row = left;
      inRow = 0;
      if (rows++ == together) {
        takeLogarithms(beliefs, products, bytes);
        rows = 1;
      }
    } else if (inRow == together) {
      takeLogarithms(beliefs + atLeft, products + atLeft, widthLeft);
      inRow = 0;
    }
    inRow++;
    const heardRight = heard + widthLeft;
    const maximaRight = maxima + widthLeft;
    hear(heard, powers + atLeft, shares, toLeft, widthLeft);
    hear(heardRight, powers + atRight, shares, toRight, widthRight);
    findMaxima(maxima, maximaRight, bytesOf(blocks + offset), heard, heardRight, widthLeft, widthRight);
    if (toRight >= 0) mixShares(bytesOf(shares + toRight), products + atRight, maximaRight, widthRight, mix);
    if (toLeft >= 0) mixShares(bytesOf(shares + toLeft), products + atLeft, maxima, widthLeft, mix);
  }
}

/** heard = power / share: what a mention believes without what the other one told it. */
// @ts-ignore: decorator
@inline
function hear(heard: usize, power: usize, shares: i32, reverse: i32, bytes: usize): void {
  if (reverse < 0) {
    for (let at: usize = 0; at < bytes; at += 16) v128.store(heard + at, v128.load(power + at));
    return;
  }
  const told = bytesOf(shares + reverse);
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(heard + at, f32x4.div(v128.load(power + at), v128.load(told + at)));
  }
}

/** maximaRight(y) = max_x block(x, y) · heardLeft(x), maximaLeft(x) = max_y block(x, y) · heardRight(y), in tiles of 4 × 4. */
// @ts-ignore: decorator
@inline
function findMaxima(
  maximaLeft: usize,
  maximaRight: usize,
  block: usize,
  heardLeft: usize,
  heardRight: usize,
  widthLeft: usize,
  widthRight: usize,
): void {
  const zero = f32x4.splat(0);
  for (let c: usize = 0; c < widthRight; c += 16) v128.store(maximaRight + c, zero);
  for (let r: usize = 0; r < widthLeft; r += 16) {
    let t0 = zero;
    let t1 = zero;
    let t2 = zero;
    let t3 = zero;
    const h0 = v128.load32_splat(heardLeft + r);
    const h1 = v128.load32_splat(heardLeft + r, 4);
    const h2 = v128.load32_splat(heardLeft + r, 8);
    const h3 = v128.load32_splat(heardLeft + r, 12);
    for (let c: usize = 0; c < widthRight; c += 16) {
      let at = block + c;
      const h = v128.load(heardRight + c);
      let b = v128.load(at);
      let top = f32x4.pmax(v128.load(maximaRight + c), f32x4.mul(b, h0));
      t0 = f32x4.pmax(t0, f32x4.mul(b, h));
      at += widthRight;
      b = v128.load(at);
      top = f32x4.pmax(top, f32x4.mul(b, h1));
      t1 = f32x4.pmax(t1, f32x4.mul(b, h));
      at += widthRight;
      b = v128.load(at);
      top = f32x4.pmax(top, f32x4.mul(b, h2));
      t2 = f32x4.pmax(t2, f32x4.mul(b, h));
      at += widthRight;
      b = v128.load(at);
      top = f32x4.pmax(top, f32x4.mul(b, h3));
      t3 = f32x4.pmax(t3, f32x4.mul(b, h));
      v128.store(maximaRight + c, top);
    }
    v128.store(maximaLeft + r, transposeMaxima(t0, t1, t2, t3));
    block += widthRight << 2;
  }
}

/** share = mix · maxima / Σ maxima + (1 − mix) · share; product *= share. */
// @ts-ignore: decorator
@inline
function mixShares(share: usize, product: usize, maxima: usize, bytes: usize, mix: f32): void {
  let sums = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) sums = f32x4.add(sums, v128.load(maxima + at));
  const factor = f32x4.splat(mix / sumLanes(sums));
  const rest = f32x4.splat(<f32>1 - mix);
  for (let at: usize = 0; at < bytes; at += 16) {
    const mixed = f32x4.add(f32x4.mul(v128.load(maxima + at), factor), f32x4.mul(v128.load(share + at), rest));
    v128.store(share + at, mixed);
    v128.store(product + at, f32x4.mul(v128.load(product + at), mixed));
  }
}
