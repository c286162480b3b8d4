// Backward of the pair scores. Plain twin: src/math/plain/pair-scores.ts.
import { countsOf, entry, PAIR_BYTES, pairCountOf, pairsOf, startsOf, widthOf } from "./graph";
import { bytesOf, multiplyAdd, sumLanes } from "./lanes";
import { mixRelations } from "./pair-scores";
import { addScaledBytes } from "./vectors";

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
        if (found) addScaledBytes(reached, er + y * bytes, f32x4.splat(gradient), d);
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
