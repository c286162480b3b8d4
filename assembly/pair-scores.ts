// Pair scores of all pairs of a graph and their backward. Plain twins: src/math/plain/pair-scores.ts.
import { countsOf, entry, PAIR_BYTES, pairCountOf, pairsOf, startsOf, widthOf } from "./graph";
import { bytesOf, multiplyAdd, sumLanes } from "./lanes";
import { matmulNT } from "./matrix-nt";

/** Φ(e, e') = Σ r ∘ e ∘ e' with r = Σ_k coupling[pair, k] · relations[k], into both blocks of each pair. */
export function pairScores(
  blocks: i32,
  graph: i32,
  entities: i32,
  coupling: i32,
  relations: i32,
  scratch: i32,
  k: i32,
  d: i32,
): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  const scaled = scratch + ((d + 3) & ~3);
  let pair = pairsOf(graph);
  for (let p = 0; p < pairCountOf(graph); p++, pair += PAIR_BYTES) {
    const left = load<i32>(pair);
    const right = load<i32>(pair, 4);
    const blockLeft = load<i32>(pair, 8);
    const blockRight = load<i32>(pair, 12);
    if (blockLeft < 0 && blockRight < 0) continue;
    mixRelations(bytesOf(scratch), coupling + p * k, relations, k, d);
    const nl = entry(counts, left);
    const nr = entry(counts, right);
    const el = entities + entry(starts, left) * d;
    const er = entities + entry(starts, right) * d;
    if (blockLeft >= 0) {
      scaleRows(bytesOf(scaled), bytesOf(el), bytesOf(scratch), nl, d);
      multiplyBlock(blocks + blockLeft, scaled, er, nl, nr, d);
      if (blockRight >= 0) transpose(bytesOf(blocks + blockRight), bytesOf(blocks + blockLeft), nl, nr);
    } else {
      scaleRows(bytesOf(scaled), bytesOf(er), bytesOf(scratch), nr, d);
      multiplyBlock(blocks + blockRight, scaled, el, nr, nl, d);
    }
  }
}

/** out (m, width of n) = a (m, d) · bᵀ. Whole vectors of columns, since the rows of b past n are there and harmless. */
// @ts-ignore: decorator
@inline
function multiplyBlock(out: i32, a: i32, b: i32, m: i32, n: i32, d: i32): void {
  const columns = (n & 3) == 1 ? n : widthOf(n);
  matmulNT(out, widthOf(n), a, d, b, d, m, columns, d, -1, false);
}

/** out (d) = Σ_k coupling[k] · relations[k]. */
// @ts-ignore: decorator
@inline
function mixRelations(out: usize, coupling: i32, relations: i32, k: i32, d: i32): void {
  const whole = (<usize>d & ~3) << 2;
  const bytes = <usize>d << 2;
  for (let q = 0; q < k; q++) {
    const weight = load<f32>(bytesOf(coupling + q));
    const weights = f32x4.splat(weight);
    const row = bytesOf(relations + q * d);
    if (q == 0) {
      for (let at: usize = 0; at < whole; at += 16) v128.store(out + at, f32x4.mul(weights, v128.load(row + at)));
      for (let at = whole; at < bytes; at += 4) store<f32>(out + at, weight * load<f32>(row + at));
    } else {
      for (let at: usize = 0; at < whole; at += 16) {
        v128.store(out + at, multiplyAdd(weights, v128.load(row + at), v128.load(out + at)));
      }
      for (let at = whole; at < bytes; at += 4) store<f32>(out + at, load<f32>(out + at) + weight * load<f32>(row + at));
    }
  }
}

/** out[r] = x[r] ∘ scale, rows of d without gaps. */
// @ts-ignore: decorator
@inline
function scaleRows(out: usize, x: usize, scale: usize, rows: i32, d: i32): void {
  const whole = (<usize>d & ~3) << 2;
  const bytes = <usize>d << 2;
  for (let r = 0; r < rows; r++, out += bytes, x += bytes) {
    for (let at: usize = 0; at < whole; at += 16) {
      v128.store(out + at, f32x4.mul(v128.load(x + at), v128.load(scale + at)));
    }
    for (let at = whole; at < bytes; at += 4) store<f32>(out + at, load<f32>(x + at) * load<f32>(scale + at));
  }
}

/** to (cols, width of rows) = from (rows, width of cols) transposed. */
// @ts-ignore: decorator
@inline
function transpose(to: usize, from: usize, rows: i32, cols: i32): void {
  const fromStep = <usize>widthOf(cols) << 2;
  const toStep = <usize>widthOf(rows) << 2;
  for (let r: usize = 0; r < <usize>rows; r += 4) {
    for (let c: usize = 0; c < <usize>cols; c += 4) {
      const f = from + r * fromStep + (c << 2);
      const t = to + c * toStep + (r << 2);
      if (r + 4 <= <usize>rows && c + 4 <= <usize>cols) transpose4(t, toStep, f, fromStep);
      else {
        for (let y: usize = 0; y < min<usize>(4, <usize>rows - r); y++) {
          for (let x: usize = 0; x < min<usize>(4, <usize>cols - c); x++) {
            store<f32>(t + x * toStep + (y << 2), load<f32>(f + y * fromStep + (x << 2)));
          }
        }
      }
    }
  }
}

/** A block of 4 × 4. */
// @ts-ignore: decorator
@inline
function transpose4(to: usize, toStep: usize, from: usize, fromStep: usize): void {
  const x0 = v128.load(from);
  const x1 = v128.load(from + fromStep);
  const x2 = v128.load(from + 2 * fromStep);
  const x3 = v128.load(from + 3 * fromStep);
  const low01 = v128.shuffle<f32>(x0, x1, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(x0, x1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(x2, x3, 0, 4, 1, 5);
  const high23 = v128.shuffle<f32>(x2, x3, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(low01, low23, 0, 1, 4, 5));
  v128.store(to + toStep, v128.shuffle<f32>(low01, low23, 2, 3, 6, 7));
  v128.store(to + 2 * toStep, v128.shuffle<f32>(high01, high23, 0, 1, 4, 5));
  v128.store(to + 3 * toStep, v128.shuffle<f32>(high01, high23, 2, 3, 6, 7));
}

/** See the plain twin. Only the few places of dblocks that some message's maximum came from are not zero. */
export function pairScoresBackward(
  dcoupling: i32,
  drelations: i32,
  dpadding: i32,
  paddingMention: i32,
  dblocks: i32,
  graph: i32,
  entities: i32,
  coupling: i32,
  relations: i32,
  scratch: i32,
  k: i32,
  d: i32,
): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  const room = (d + 3) & ~3;
  const bytes = <usize>d << 2;
  const total = bytesOf(scratch);
  const reached = bytesOf(scratch + room);
  const mixed = bytesOf(scratch + 2 * room);
  let pair = pairsOf(graph);
  for (let p = 0; p < pairCountOf(graph); p++, pair += PAIR_BYTES) {
    const left = load<i32>(pair);
    const right = load<i32>(pair, 4);
    const blockLeft = load<i32>(pair, 8);
    const blockRight = load<i32>(pair, 12);
    if (blockLeft < 0 && blockRight < 0) continue;
    const nl = entry(counts, left);
    const nr = entry(counts, right);
    const widthL = <usize>widthOf(nl) << 2;
    const widthR = <usize>widthOf(nr) << 2;
    const el = bytesOf(entities + entry(starts, left) * d);
    const er = bytesOf(entities + entry(starts, right) * d);
    const touchesPadding = left == paddingMention || right == paddingMention;
    if (touchesPadding) mixRelations(mixed, coupling + p * k, relations, k, d);
    memory.fill(total, 0, bytes);
    let any = false;
    for (let x: usize = 0; x < <usize>nl; x++) {
      // reached = Σ_y dΦ(x, y) · e_y, then total += e_x ∘ reached
      let found = false;
      for (let y: usize = 0; y < <usize>nr; y++) {
        let gradient: f32 = 0;
        if (blockLeft >= 0) gradient += load<f32>(bytesOf(dblocks + blockLeft) + x * widthR + (y << 2));
        if (blockRight >= 0) gradient += load<f32>(bytesOf(dblocks + blockRight) + y * widthL + (x << 2));
        if (gradient == 0) continue;
        if (found) addScaledRow(reached, er + y * bytes, gradient, bytes);
        else setScaledRow(reached, er + y * bytes, gradient, bytes);
        if (right == paddingMention) addScaledProduct(bytesOf(dpadding), mixed, el + x * bytes, gradient, bytes);
        found = true;
      }
      if (!found) continue;
      addScaledProduct(total, el + x * bytes, reached, 1, bytes);
      if (left == paddingMention) addScaledProduct(bytesOf(dpadding), mixed, reached, 1, bytes);
      any = true;
    }
    if (!any) continue;
    for (let q = 0; q < k; q++) {
      const at = bytesOf(dcoupling + p * k + q);
      const weight = load<f32>(bytesOf(coupling + p * k + q));
      store<f32>(at, load<f32>(at) + dotAndAdd(bytesOf(relations + q * d), bytesOf(drelations + q * d), total, weight, bytes));
    }
  }
}

/** y = a · x */
// @ts-ignore: decorator
@inline
function setScaledRow(y: usize, x: usize, a: f32, bytes: usize): void {
  const whole = bytes & ~15;
  const factor = f32x4.splat(a);
  for (let at: usize = 0; at < whole; at += 16) v128.store(y + at, f32x4.mul(factor, v128.load(x + at)));
  for (let at = whole; at < bytes; at += 4) store<f32>(y + at, a * load<f32>(x + at));
}

/** y += a · x */
// @ts-ignore: decorator
@inline
function addScaledRow(y: usize, x: usize, a: f32, bytes: usize): void {
  const whole = bytes & ~15;
  const factor = f32x4.splat(a);
  for (let at: usize = 0; at < whole; at += 16) {
    v128.store(y + at, multiplyAdd(factor, v128.load(x + at), v128.load(y + at)));
  }
  for (let at = whole; at < bytes; at += 4) store<f32>(y + at, load<f32>(y + at) + a * load<f32>(x + at));
}

/** y += a · u ∘ v */
// @ts-ignore: decorator
@inline
function addScaledProduct(y: usize, u: usize, v: usize, a: f32, bytes: usize): void {
  const whole = bytes & ~15;
  const factor = f32x4.splat(a);
  for (let at: usize = 0; at < whole; at += 16) {
    const product = f32x4.mul(factor, v128.load(u + at));
    v128.store(y + at, multiplyAdd(product, v128.load(v + at), v128.load(y + at)));
  }
  for (let at = whole; at < bytes; at += 4) {
    store<f32>(y + at, load<f32>(y + at) + a * load<f32>(u + at) * load<f32>(v + at));
  }
}

/** Returns x · t and adds a · t into dx. */
// @ts-ignore: decorator
@inline
function dotAndAdd(x: usize, dx: usize, t: usize, a: f32, bytes: usize): f32 {
  const whole = bytes & ~15;
  const factor = f32x4.splat(a);
  let sums = f32x4.splat(0);
  for (let at: usize = 0; at < whole; at += 16) {
    const v = v128.load(t + at);
    sums = multiplyAdd(v128.load(x + at), v, sums);
    v128.store(dx + at, multiplyAdd(factor, v, v128.load(dx + at)));
  }
  let sum = sumLanes(sums);
  for (let at = whole; at < bytes; at += 4) {
    sum += load<f32>(x + at) * load<f32>(t + at);
    store<f32>(dx + at, load<f32>(dx + at) + a * load<f32>(t + at));
  }
  return sum;
}
