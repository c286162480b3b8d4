// Belief propagation over the edges of a graph, four candidates of the target at once. Plain twins: src/math/plain/messages.ts.
import { candidatesOf, countsOf, EDGE_BYTES, edgeCountOf, edgesOf, entry, startsOf, widthOf } from "./graph";
import { bytesOf, isCandidate, maxLane, multiplyAdd, sumLanes } from "./lanes";
import { expOfNegative4, logOfPositive4 } from "./transcendental";

/** beliefs = local + Σ of the messages to each mention. */
export function sumMessages(beliefs: i32, local: i32, messages: i32, graph: i32, withSelf: bool): void {
  memory.copy(bytesOf(beliefs), bytesOf(local), <usize>candidatesOf(graph) << 2);
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  let edge = edgesOf(graph);
  for (let t = edgeCountOf(graph); t > 0; t--, edge += EDGE_BYTES) {
    const target = load<i32>(edge, 4);
    if (!withSelf && target == load<i32>(edge)) continue;
    addRow(bytesOf(beliefs + entry(starts, target)), bytesOf(messages + load<i32>(edge, 12)), entry(counts, target));
  }
}

/** dmessages[edge] += dbeliefs[target]. */
export function spreadBeliefs(dmessages: i32, dbeliefs: i32, graph: i32, withSelf: bool): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  let edge = edgesOf(graph);
  for (let t = edgeCountOf(graph); t > 0; t--, edge += EDGE_BYTES) {
    const target = load<i32>(edge, 4);
    if (!withSelf && target == load<i32>(edge)) continue;
    addRow(bytesOf(dmessages + load<i32>(edge, 12)), bytesOf(dbeliefs + entry(starts, target)), entry(counts, target));
  }
}

/** y += x over whole vectors: the places past `count` hold nothing anyone reads. */
// @ts-ignore: decorator
@inline
function addRow(y: usize, x: usize, count: i32): void {
  const end = y + (<usize>widthOf(count) << 2);
  for (; y < end; y += 16, x += 16) v128.store(y, f32x4.add(v128.load(y), v128.load(x)));
}

/**
 * Edges worked on together. Finding maxima, exponentials and logarithms each get a loop of their own over such a group, because
 * one edge's chain from maximum to logarithm is long and the processor can overlap only what stands close together.
 */
const GROUP: i32 = 32;

/**
 * For each edge: M(e) = max_x [block(x, e) + beliefs(x) − reverse(x)] with its x kept, shares' = mix · softmax(M) + (1 − mix) · shares,
 * messages' = log shares'. Without an argmax array (NONE) the x are not kept: prediction does not need them.
 */
export function updateMessages(
  nextMessages: i32,
  nextShares: i32,
  argmax: i32,
  messages: i32,
  shares: i32,
  beliefs: i32,
  blocks: i32,
  graph: i32,
  scratch: i32,
  mix: f32,
): void {
  const numbers = bytesOf(scratch); // of each edge of a group: the maximum, then mix / sum
  const heard = numbers + bytesOf(GROUP);
  let edge = edgesOf(graph);
  for (let left = edgeCountOf(graph); left > 0; left -= GROUP) {
    const count = min<i32>(GROUP, left);
    findMaxima(nextShares, argmax, numbers, heard, edge, count, messages, beliefs, blocks, graph);
    exponentiate(nextShares, numbers, edge, count, graph, mix);
    mixShares(nextMessages, nextShares, shares, numbers, edge, count, graph, mix);
    edge += <usize>count * EDGE_BYTES;
  }
}

/** M of each edge into `scores`, −∞ in the places that are no candidates; its greatest into `numbers`. */
function findMaxima(
  scores: i32,
  argmax: i32,
  numbers: usize,
  heard: usize,
  edge: usize,
  count: i32,
  messages: i32,
  beliefs: i32,
  blocks: i32,
  graph: i32,
): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  const lowest = f32x4.splat(-Infinity);
  const keepsArgmax = argmax >= 0;
  for (let t = 0; t < count; t++, edge += EDGE_BYTES, numbers += 4) {
    const source = load<i32>(edge);
    const rows = entry(counts, source);
    const cols = entry(counts, load<i32>(edge, 4));
    const step = bytesOf(widthOf(cols));
    const message = load<i32>(edge, 12);
    hear(heard, bytesOf(beliefs + entry(starts, source)), messages, load<i32>(edge, 16), rows);
    const block = bytesOf(blocks + load<i32>(edge, 8));
    const out = bytesOf(scores + message);
    const holders = bytesOf(argmax + message);
    let tops = lowest;
    let at: usize = 0;
    for (; at + 32 <= step; at += 32) {
      let best0 = lowest;
      let best1 = lowest;
      let row = block + at;
      if (keepsArgmax) {
        let holder0 = i32x4.splat(0);
        let holder1 = holder0;
        for (let x = 0; x < rows; x++, row += step) {
          const h = v128.load32_splat(heard + (<usize>x << 2));
          const place = i32x4.splat(x);
          const m0 = f32x4.add(v128.load(row), h);
          const m1 = f32x4.add(v128.load(row, 16), h);
          // places come in ascending order, so the later of two is the greater number
          holder0 = i32x4.max_s(holder0, v128.and(place, f32x4.gt(m0, best0)));
          holder1 = i32x4.max_s(holder1, v128.and(place, f32x4.gt(m1, best1)));
          best0 = f32x4.pmax(best0, m0);
          best1 = f32x4.pmax(best1, m1);
        }
        v128.store(holders + at, holder0);
        v128.store(holders + at, holder1, 16);
      } else {
        for (let x = 0; x < rows; x++, row += step) {
          const h = v128.load32_splat(heard + (<usize>x << 2));
          best0 = f32x4.pmax(best0, f32x4.add(v128.load(row), h));
          best1 = f32x4.pmax(best1, f32x4.add(v128.load(row, 16), h));
        }
      }
      const c = <i32>(at >> 2);
      best0 = v128.bitselect(best0, lowest, isCandidate(c, cols));
      best1 = v128.bitselect(best1, lowest, isCandidate(c + 4, cols));
      v128.store(out + at, best0);
      v128.store(out + at, best1, 16);
      tops = f32x4.pmax(tops, f32x4.pmax(best0, best1));
    }
    if (at < step) {
      let best = lowest;
      let holder = i32x4.splat(0);
      let row = block + at;
      for (let x = 0; x < rows; x++, row += step) {
        const m = f32x4.add(v128.load(row), v128.load32_splat(heard + (<usize>x << 2)));
        holder = i32x4.max_s(holder, v128.and(i32x4.splat(x), f32x4.gt(m, best)));
        best = f32x4.pmax(best, m);
      }
      if (keepsArgmax) v128.store(holders + at, holder);
      best = v128.bitselect(best, lowest, isCandidate(<i32>(at >> 2), cols));
      v128.store(out + at, best);
      tops = f32x4.pmax(tops, best);
    }
    store<f32>(numbers, maxLane(tops));
  }
}

/** scores = exp(scores − maximum); numbers = mix / their sum. */
// @ts-ignore: decorator
@inline
function exponentiate(scores: i32, numbers: usize, edge: usize, count: i32, graph: i32, mix: f32): void {
  const counts = countsOf(graph);
  for (let t = 0; t < count; t++, edge += EDGE_BYTES, numbers += 4) {
    const step = bytesOf(widthOf(entry(counts, load<i32>(edge, 4))));
    const out = bytesOf(scores + load<i32>(edge, 12));
    const top = v128.load32_splat(numbers);
    let sums = f32x4.splat(0);
    for (let at: usize = 0; at < step; at += 16) {
      const e = expOfNegative4(f32x4.sub(v128.load(out + at), top));
      v128.store(out + at, e);
      sums = f32x4.add(sums, e);
    }
    store<f32>(numbers, mix / sumLanes(sums));
  }
}

/** shares' = factor · e + (1 − mix) · shares in places of candidates, 1 elsewhere; messages' = log shares'. */
// @ts-ignore: decorator
@inline
function mixShares(
  nextMessages: i32,
  nextShares: i32,
  shares: i32,
  numbers: usize,
  edge: usize,
  count: i32,
  graph: i32,
  mix: f32,
): void {
  const counts = countsOf(graph);
  const rest = f32x4.splat(<f32>1 - mix);
  for (let t = 0; t < count; t++, edge += EDGE_BYTES, numbers += 4) {
    const cols = entry(counts, load<i32>(edge, 4));
    const step = bytesOf(widthOf(cols));
    const message = load<i32>(edge, 12);
    const factor = v128.load32_splat(numbers);
    for (let at: usize = 0; at < step; at += 16) {
      const share = bytesOf(nextShares + message) + at;
      const before = v128.load(bytesOf(shares + message) + at);
      const mixed = multiplyAdd(v128.load(share), factor, f32x4.mul(rest, before));
      const kept = v128.bitselect(mixed, f32x4.splat(1), isCandidate(<i32>(at >> 2), cols));
      v128.store(share, kept);
      v128.store(bytesOf(nextMessages + message) + at, logOfPositive4(kept));
    }
  }
}

/** heard(x) = what the source believes without what the target told it. */
// @ts-ignore: decorator
@inline
function hear(heard: usize, belief: usize, messages: i32, reverse: i32, rows: i32): void {
  const bytes = <usize>widthOf(rows) << 2;
  if (reverse < 0) {
    for (let at: usize = 0; at < bytes; at += 16) v128.store(heard + at, v128.load(belief + at));
    return;
  }
  const told = bytesOf(messages + reverse);
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(heard + at, f32x4.sub(v128.load(belief + at), v128.load(told + at)));
  }
}

/** Backward of one updateMessages; see the plain twin. */
export function updateMessagesBackward(
  dblocks: i32,
  dbeliefs: i32,
  dmessages: i32,
  dshares: i32,
  dnextMessages: i32,
  nextShares: i32,
  shares: i32,
  argmax: i32,
  graph: i32,
  scratch: i32,
  mix: f32,
): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  const softs = bytesOf(scratch);
  const rest = f32x4.splat(<f32>1 - mix);
  const inverse = f32x4.splat(<f32>1 / mix);
  const mixes = f32x4.splat(mix);
  let edge = edgesOf(graph);
  for (let t = edgeCountOf(graph); t > 0; t--, edge += EDGE_BYTES) {
    const cols = entry(counts, load<i32>(edge, 4));
    const step = bytesOf(widthOf(cols));
    const message = load<i32>(edge, 12);
    const reverse = load<i32>(edge, 16);
    const dshare = bytesOf(dshares + message);
    const dnext = bytesOf(dnextMessages + message);
    const next = bytesOf(nextShares + message);
    const before = bytesOf(shares + message);
    let sums = f32x4.splat(0);
    for (let at: usize = 0; at < step; at += 16) {
      const now = v128.load(next + at);
      const gradient = f32x4.add(v128.load(dshare + at), f32x4.div(v128.load(dnext + at), now));
      let soft = f32x4.mul(f32x4.sub(now, f32x4.mul(rest, v128.load(before + at))), inverse);
      soft = v128.and(soft, isCandidate(<i32>(at >> 2), cols));
      v128.store(softs + at, soft);
      v128.store(dshare + at, gradient);
      sums = multiplyAdd(soft, gradient, sums);
    }
    const mean = f32x4.splat(sumLanes(sums));
    for (let at: usize = 0; at < step; at += 16) {
      const gradient = v128.load(dshare + at);
      v128.store(softs + at, f32x4.mul(f32x4.mul(mixes, v128.load(softs + at)), f32x4.sub(gradient, mean)));
      v128.store(dshare + at, f32x4.mul(rest, gradient));
    }
    const belief = bytesOf(dbeliefs + entry(starts, load<i32>(edge)));
    const block = bytesOf(dblocks + load<i32>(edge, 8));
    const holders = bytesOf(argmax + message);
    const told = bytesOf(dmessages + reverse);
    const end = <usize>cols << 2;
    // most maxima come from one and the same candidate: its sum is kept aside until another one comes
    let who = <usize>load<i32>(holders);
    let sum: f32 = 0;
    for (let at: usize = 0; at < end; at += 4) {
      const dscore = load<f32>(softs + at);
      const x = <usize>load<i32>(holders + at);
      const place = block + x * step + at;
      store<f32>(place, load<f32>(place) + dscore);
      if (x != who) {
        blame(belief, told, reverse, who, sum);
        who = x;
        sum = 0;
      }
      sum += dscore;
    }
    blame(belief, told, reverse, who, sum);
  }
}

/** The gradient of what a source believes, and of the message it was told. */
// @ts-ignore: decorator
@inline
function blame(belief: usize, told: usize, reverse: i32, x: usize, gradient: f32): void {
  const at = x << 2;
  store<f32>(belief + at, load<f32>(belief + at) + gradient);
  if (reverse >= 0) store<f32>(told + at, load<f32>(told + at) - gradient);
}
