// Belief propagation over the edges of a graph, four candidates of the target at once. Plain twins: src/math/plain/messages.ts.
import { candidatesOf, countsOf, EDGE_BYTES, edgeCountOf, edgesOf, entry, startsOf, widthOf } from "./graph";
import { bytesOf, maxLane, multiplyAdd, sumLanes } from "./lanes";
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

/** Lanes of the vector at column c that belong to a mention of `cols` candidates. */
// @ts-ignore: decorator
@inline
function isCandidate(c: i32, cols: i32): v128 {
  return i32x4.lt_s(i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(c)), i32x4.splat(cols));
}

/** mix · e / sum + (1 − mix) · share in places of candidates, 1 elsewhere; stores share and message. */
// @ts-ignore: decorator
@inline
function mixAndStore(e: v128, factor: v128, rest: v128, c: i32, cols: i32, share: usize, nextShare: usize, nextMessage: usize): void {
  const mixed = multiplyAdd(e, factor, f32x4.mul(rest, v128.load(share)));
  const kept = v128.bitselect(mixed, f32x4.splat(1), isCandidate(c, cols));
  v128.store(nextShare, kept);
  v128.store(nextMessage, logOfPositive4(kept));
}

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
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  const heard = bytesOf(scratch);
  const rest = f32x4.splat(<f32>1 - mix);
  const lowest = f32x4.splat(-Infinity);
  const keepsArgmax = argmax >= 0;
  let edge = edgesOf(graph);
  for (let t = edgeCountOf(graph); t > 0; t--, edge += EDGE_BYTES) {
    const source = load<i32>(edge);
    const target = load<i32>(edge, 4);
    const rows = entry(counts, source);
    const cols = entry(counts, target);
    const width = widthOf(cols);
    const message = load<i32>(edge, 12);
    hear(heard, bytesOf(beliefs + entry(starts, source)), messages, load<i32>(edge, 16), rows);
    const block = bytesOf(blocks + load<i32>(edge, 8));
    const step = bytesOf(width);
    const share = bytesOf(shares + message);
    const nextShare = bytesOf(nextShares + message);
    const nextMessage = bytesOf(nextMessages + message);
    const holders = bytesOf(argmax + message);
    if (width == 8) {
      // the usual case: everything stays in registers
      let best0 = lowest;
      let best1 = lowest;
      let holder0 = i32x4.splat(0);
      let holder1 = holder0;
      let row = block;
      for (let x = 0; !keepsArgmax && x < rows; x++, row += 32) {
        const h = v128.load32_splat(heard + (<usize>x << 2));
        best0 = f32x4.pmax(best0, f32x4.add(v128.load(row), h));
        best1 = f32x4.pmax(best1, f32x4.add(v128.load(row, 16), h));
      }
      for (let x = 0; keepsArgmax && x < rows; x++, row += 32) {
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
      if (keepsArgmax) {
        v128.store(holders, holder0);
        v128.store(holders, holder1, 16);
      }
      best1 = v128.bitselect(best1, lowest, isCandidate(4, cols));
      const top = f32x4.splat(maxLane(f32x4.pmax(best0, best1)));
      const e0 = expOfNegative4(f32x4.sub(best0, top));
      const e1 = expOfNegative4(f32x4.sub(best1, top));
      const factor = f32x4.splat(mix / sumLanes(f32x4.add(e0, e1)));
      mixAndStore(e0, factor, rest, 0, cols, share, nextShare, nextMessage);
      mixAndStore(e1, factor, rest, 4, cols, share + 16, nextShare + 16, nextMessage + 16);
      continue;
    }
    let tops = lowest;
    for (let c = 0; c < width; c += 4) {
      const at = <usize>c << 2;
      let best = lowest;
      let holder = i32x4.splat(0);
      let row = block + at;
      for (let x = 0; x < rows; x++, row += step) {
        const m = f32x4.add(v128.load(row), v128.load32_splat(heard + (<usize>x << 2)));
        holder = i32x4.max_s(holder, v128.and(i32x4.splat(x), f32x4.gt(m, best)));
        best = f32x4.pmax(best, m);
      }
      if (keepsArgmax) v128.store(holders + at, holder);
      best = v128.bitselect(best, lowest, isCandidate(c, cols));
      v128.store(nextShare + at, best); // kept here until the maximum over all is known
      tops = f32x4.pmax(tops, best);
    }
    const top = f32x4.splat(maxLane(tops));
    let sums = f32x4.splat(0);
    for (let at: usize = 0; at < step; at += 16) {
      const e = expOfNegative4(f32x4.sub(v128.load(nextShare + at), top));
      v128.store(nextShare + at, e);
      sums = f32x4.add(sums, e);
    }
    const factor = f32x4.splat(mix / sumLanes(sums));
    for (let c = 0; c < width; c += 4) {
      const at = <usize>c << 2;
      mixAndStore(v128.load(nextShare + at), factor, rest, c, cols, share + at, nextShare + at, nextMessage + at);
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
    const told = bytesOf(dmessages + max<i32>(reverse, 0));
    const end = <usize>cols << 2;
    for (let at: usize = 0; at < end; at += 4) {
      const dscore = load<f32>(softs + at);
      const x = <usize>load<i32>(holders + at);
      const place = block + x * step + at;
      store<f32>(place, load<f32>(place) + dscore);
      const who = x << 2;
      store<f32>(belief + who, load<f32>(belief + who) + dscore);
      if (reverse >= 0) store<f32>(told + who, load<f32>(told + who) - dscore);
    }
  }
}
