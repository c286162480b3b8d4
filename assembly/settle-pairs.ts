// One loop of belief propagation over the pairs of a prediction, on probabilities: the inner part of settle.ts.
import { countsOf, entry, PAIR_BYTES, pairCountOf, pairsOf, startsOf, widthOf } from "./graph";
import { bytesOf, sumLanes, transposeMaxima } from "./lanes";

/** Pairs worked on together: first all their maxima, then all their shares, since a processor overlaps only what stands close by. */
const GROUP: i32 = 8;

/** Moves the powers of two out of products into the integers `all` bytes behind them. */
// @ts-ignore: decorator
@inline
export function rescale(products: usize, all: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const product = v128.load(products + at);
    const exponent = i32x4.sub(i32x4.shr_s(product, 23), i32x4.splat(127));
    v128.store(products + all + at, i32x4.add(v128.load(products + all + at), exponent));
    v128.store(products + at, i32x4.sub(product, i32x4.shl(exponent, 23)));
  }
}

/**
 * The addresses of a pair of mentions with several candidates each, worked out for all loops: its block; where the mentions stand in arrays over
 * candidates, in bytes; their widths in bytes; the shares told to each, with their inverses behind them.
 */
const PLAN_BYTES: usize = 28;

/** Returns where the plans end. */
export function planPairs(plan: usize, shares: usize, blocks: usize, graph: i32): usize {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  let pair = pairsOf(graph);
  for (let p = pairCountOf(graph); p > 0; p--, pair += PAIR_BYTES) {
    const left = load<i32>(pair);
    const right = load<i32>(pair, 4);
    if (entry(counts, left) == 1 || entry(counts, right) == 1) continue;
    store<usize>(plan, blocks + bytesOf(load<i32>(pair, 8)));
    store<usize>(plan, bytesOf(entry(starts, left)), 4);
    store<usize>(plan, bytesOf(entry(starts, right)), 8);
    store<usize>(plan, bytesOf(widthOf(entry(counts, left))), 12);
    store<usize>(plan, bytesOf(widthOf(entry(counts, right))), 16);
    store<usize>(plan, shares + (<usize>load<i32>(pair, 20) << 3), 20);
    store<usize>(plan, shares + (<usize>load<i32>(pair, 16) << 3), 24);
    plan += PLAN_BYTES;
  }
  return plan;
}

/** What mentions with a single candidate say: the row of it, where its listener stands, and the listener's width. */
const CONSTANT_BYTES: usize = 12;

/** Returns where they end. */
export function planConstants(plan: usize, blocks: usize, graph: i32): usize {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  let pair = pairsOf(graph);
  for (let p = pairCountOf(graph); p > 0; p--, pair += PAIR_BYTES) {
    const left = load<i32>(pair);
    const right = load<i32>(pair, 4);
    const rows = entry(counts, left);
    const cols = entry(counts, right);
    if (rows == cols || (rows != 1 && cols != 1)) continue;
    const listener = rows == 1 ? right : left;
    store<usize>(plan, blocks + bytesOf(rows == 1 ? load<i32>(pair, 8) : load<i32>(pair, 12)));
    store<usize>(plan, bytesOf(entry(starts, listener)), 4);
    store<usize>(plan, bytesOf(widthOf(entry(counts, listener))), 8);
    plan += CONSTANT_BYTES;
  }
  return plan;
}

/** products *= (1 − left) · row + left: a message that always says the same and began as 1. */
export function passConstants(products: usize, plan: usize, end: usize, all: usize, left: f32): void {
  for (; plan < end; plan += CONSTANT_BYTES) {
    const row = load<usize>(plan);
    const product = products + load<usize>(plan, 4);
    const bytes = load<usize>(plan, 8);
    for (let at: usize = 0; at < bytes; at += 16) {
      const share = f32x4.add(f32x4.mul(v128.load(row + at), f32x4.splat(<f32>1 - left)), f32x4.splat(left));
      v128.store(product + at, f32x4.mul(v128.load(product + at), share));
    }
    rescale(product, all, bytes);
  }
}

/** One loop: both messages of every pair, in place; their product for each mention goes into products. */
export function passMessages(
  products: usize,
  powers: usize,
  plan: usize,
  end: usize,
  room: usize,
  all: usize,
  together: i32,
  mix: f32,
): void {
  let row: usize = -1;
  let rows = 0;
  let inRow = 0;
  while (plan < end) {
    const groupEnd = min<usize>(end, plan + <usize>GROUP * PLAN_BYTES);
    let maxima = room;
    for (let p = plan; p < groupEnd; p += PLAN_BYTES) {
      const block = load<usize>(p);
      const powerLeft = powers + load<usize>(p, 4);
      const powerRight = powers + load<usize>(p, 8);
      const widthLeft = load<usize>(p, 12);
      const widthRight = load<usize>(p, 16);
      const toLeft = load<usize>(p, 20);
      const toRight = load<usize>(p, 24);
      if (((widthLeft ^ 32) | (widthRight ^ 32)) == 0) {
        findMaxima8(maxima, block, powerLeft, powerRight, toLeft + 32, toRight + 32);
        maxima += 64;
        continue;
      }
      // what is heard takes the places of the maxima of the pair after this one
      const heard = maxima + widthLeft + widthRight;
      hear(heard, powerLeft, toLeft, widthLeft);
      hear(heard + widthLeft, powerRight, toRight, widthRight);
      findMaxima(maxima, block, heard, widthLeft, widthRight);
      maxima += widthLeft + widthRight;
    }
    maxima = room;
    for (; plan < groupEnd; plan += PLAN_BYTES) {
      const atLeft = load<usize>(plan, 4);
      const atRight = load<usize>(plan, 8);
      const widthLeft = load<usize>(plan, 12);
      const widthRight = load<usize>(plan, 16);
      const toLeft = load<usize>(plan, 20);
      const toRight = load<usize>(plan, 24);
      if (atLeft != row) {
        row = atLeft;
        inRow = 0;
        if (rows++ == together) {
          rescale(products, all, all);
          rows = 1;
        }
      } else if (inRow == together) {
        rescale(products + atLeft, all, widthLeft);
        inRow = 0;
      }
      inRow++;
      if (((widthLeft ^ 32) | (widthRight ^ 32)) == 0) {
        mixShares8(toLeft, toRight, products + atLeft, products + atRight, maxima, mix);
        maxima += 64;
        continue;
      }
      mixShares(toLeft, products + atLeft, maxima, widthLeft, mix);
      maxima += widthLeft;
      mixShares(toRight, products + atRight, maxima, widthRight, mix);
      maxima += widthRight;
    }
  }
}

/** heard = power / share: what a mention believes without what the other one told it. */
// @ts-ignore: decorator
@inline
function hear(heard: usize, power: usize, share: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(heard + at, f32x4.mul(v128.load(power + at), v128.load(share + bytes + at)));
  }
}

/**
 * maxima, left: max_y block(x, y) · heard right(y), then right: max_x block(x, y) · heard left(x), in tiles of 4 × 4. `heard` is
 * laid out as `maxima` is.
 */
function findMaxima(maxima: usize, block: usize, heard: usize, widthLeft: usize, widthRight: usize): void {
  const zero = f32x4.splat(0);
  const maximaRight = maxima + widthLeft;
  const heardRight = heard + widthLeft;
  for (let c: usize = 0; c < widthRight; c += 16) v128.store(maximaRight + c, zero);
  for (let r: usize = 0; r < widthLeft; r += 16) {
    let t0 = zero;
    let t1 = zero;
    let t2 = zero;
    let t3 = zero;
    const h0 = v128.load32_splat(heard + r);
    const h1 = v128.load32_splat(heard + r, 4);
    const h2 = v128.load32_splat(heard + r, 8);
    const h3 = v128.load32_splat(heard + r, 12);
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
    v128.store(maxima + r, transposeMaxima(t0, t1, t2, t3));
    block += widthRight << 2;
  }
}

/** findMaxima for 8 × 8 candidates, what is heard in registers. */
// @ts-ignore: decorator
@inline
function findMaxima8(maxima: usize, block: usize, powerLeft: usize, powerRight: usize, inverseLeft: usize, inverseRight: usize): void {
  const right0 = f32x4.mul(v128.load(powerRight), v128.load(inverseRight));
  const right1 = f32x4.mul(v128.load(powerRight, 16), v128.load(inverseRight, 16));
  let top0 = f32x4.splat(0);
  let top1 = top0;
  for (let r: usize = 0; r < 32; r += 16) {
    const left = f32x4.mul(v128.load(powerLeft + r), v128.load(inverseLeft + r));
    let b0 = v128.load(block);
    let b1 = v128.load(block, 16);
    let h = v128.shuffle<f32>(left, left, 0, 0, 0, 0);
    top0 = f32x4.pmax(top0, f32x4.mul(b0, h));
    top1 = f32x4.pmax(top1, f32x4.mul(b1, h));
    const t0 = f32x4.pmax(f32x4.mul(b0, right0), f32x4.mul(b1, right1));
    b0 = v128.load(block, 32);
    b1 = v128.load(block, 48);
    h = v128.shuffle<f32>(left, left, 1, 1, 1, 1);
    top0 = f32x4.pmax(top0, f32x4.mul(b0, h));
    top1 = f32x4.pmax(top1, f32x4.mul(b1, h));
    const t1 = f32x4.pmax(f32x4.mul(b0, right0), f32x4.mul(b1, right1));
    b0 = v128.load(block, 64);
    b1 = v128.load(block, 80);
    h = v128.shuffle<f32>(left, left, 2, 2, 2, 2);
    top0 = f32x4.pmax(top0, f32x4.mul(b0, h));
    top1 = f32x4.pmax(top1, f32x4.mul(b1, h));
    const t2 = f32x4.pmax(f32x4.mul(b0, right0), f32x4.mul(b1, right1));
    b0 = v128.load(block, 96);
    b1 = v128.load(block, 112);
    h = v128.shuffle<f32>(left, left, 3, 3, 3, 3);
    top0 = f32x4.pmax(top0, f32x4.mul(b0, h));
    top1 = f32x4.pmax(top1, f32x4.mul(b1, h));
    const t3 = f32x4.pmax(f32x4.mul(b0, right0), f32x4.mul(b1, right1));
    v128.store(maxima + r, transposeMaxima(t0, t1, t2, t3));
    block += 128;
  }
  v128.store(maxima, top0, 32);
  v128.store(maxima, top1, 48);
}

/** mixShares of both sides of a pair of 8 × 8 candidates. */
// @ts-ignore: decorator
@inline
function mixShares8(left: usize, right: usize, productLeft: usize, productRight: usize, maxima: usize, mix: f32): void {
  const x0 = v128.load(maxima);
  const x1 = v128.load(maxima, 16);
  const y0 = v128.load(maxima, 32);
  const y1 = v128.load(maxima, 48);
  const x = f32x4.add(x0, x1);
  const y = f32x4.add(y0, y1);
  const halves = f32x4.add(v128.shuffle<f32>(x, y, 0, 1, 4, 5), v128.shuffle<f32>(x, y, 2, 3, 6, 7));
  const sums = f32x4.add(halves, v128.shuffle<f32>(halves, halves, 1, 0, 3, 2));
  const factors = f32x4.div(f32x4.splat(mix), sums);
  const factorLeft = v128.shuffle<f32>(factors, factors, 0, 0, 0, 0);
  const factorRight = v128.shuffle<f32>(factors, factors, 2, 2, 2, 2);
  mixShare(left, productLeft, 32, x0, factorLeft, mix);
  mixShare(left + 16, productLeft + 16, 32, x1, factorLeft, mix);
  mixShare(right, productRight, 32, y0, factorRight, mix);
  mixShare(right + 16, productRight + 16, 32, y1, factorRight, mix);
}

/** Four places of mixShares. */
// @ts-ignore: decorator
@inline
function mixShare(share: usize, product: usize, bytes: usize, maxima: v128, factor: v128, mix: f32): void {
  const mixed = f32x4.add(f32x4.mul(maxima, factor), f32x4.mul(v128.load(share), f32x4.splat(<f32>1 - mix)));
  v128.store(share, mixed);
  v128.store(share + bytes, f32x4.div(f32x4.splat(1), mixed));
  v128.store(product, f32x4.mul(v128.load(product), mixed));
}

/** share = mix · maxima / Σ maxima + (1 − mix) · share, its inverse behind it; product *= share. */
// @ts-ignore: decorator
@inline
function mixShares(share: usize, product: usize, maxima: usize, bytes: usize, mix: f32): void {
  let sums = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) sums = f32x4.add(sums, v128.load(maxima + at));
  const factor = f32x4.splat(mix / sumLanes(sums));
  for (let at: usize = 0; at < bytes; at += 16) {
    mixShare(share + at, product + at, bytes, v128.load(maxima + at), factor, mix);
  }
}
