// Local attention of one mention and its backward. Plain twins: src/math/plain/local-score.ts.
import { entry, widthOf } from "./graph";
import { bytesOf, NONE, multiplyAdd, sumLanes } from "./lanes";
import { matmulNT } from "./matrix-nt";
import { packRows } from "./packing";
import { softmaxRows } from "./softmax";
import { tile4x4, tile4x8 } from "./tiles";

/** See the plain twin. scratch: width·(d + 4) + 3·wordCount, each part rounded up to whole vectors. */
export function localScore(
  psi: i32,
  context: i32,
  chosen: i32,
  weights: i32,
  best: i32,
  scratch: i32,
  entities: i32,
  count: i32,
  a: i32,
  b: i32,
  words: i32,
  wordRows: i32,
  wordCount: i32,
  d: i32,
  keep: i32,
): i32 {
  const bytes = <usize>d << 2;
  const scaled = bytesOf(scratch);
  const room = bytesOf(widthOf(count) * d);
  const list = <usize>((wordCount + 3) & ~3) << 2;
  const scores = scaled + room;
  const holders = scores + list;
  const sorted = holders + list;
  packRows(scaled, bytesOf(entities), count, d, bytesOf(a), true);
  bestEntities(scores, holders, scaled, count, bytesOf(words), bytesOf(wordRows), wordCount, d, sorted + list);
  const kept = chooseStrongest(bytesOf(chosen), scores, sorted, wordCount, keep);
  for (let r: usize = 0; r < <usize>kept; r++) {
    const w = <usize>load<i32>(bytesOf(chosen) + (r << 2)) << 2;
    store<f32>(bytesOf(weights) + (r << 2), load<f32>(scores + w));
    store<i32>(bytesOf(best) + (r << 2), load<i32>(holders + w));
  }
  softmaxRows(weights, 0, weights, 0, 1, kept);
  sumWords(bytesOf(context), bytesOf(weights), bytesOf(chosen), kept, bytesOf(words), bytesOf(wordRows), bytes);
  multiplyRow(scaled, bytesOf(context), bytesOf(b), bytes);
  matmulNT(psi, count, scratch, d, entities, d, 1, count, d, NONE, false);
  return kept;
}

/** out = x ∘ y */
// @ts-ignore: decorator
@inline
function multiplyRow(out: usize, x: usize, y: usize, bytes: usize): void {
  const whole = bytes & ~15;
  for (let at: usize = 0; at < whole; at += 16) v128.store(out + at, f32x4.mul(v128.load(x + at), v128.load(y + at)));
  for (let at = whole; at < bytes; at += 4) store<f32>(out + at, load<f32>(x + at) * load<f32>(y + at));
}

/** Address of the vector of the word at position w. */
// @ts-ignore: decorator
@inline
function wordAt(words: usize, wordRows: usize, w: usize, bytes: usize): usize {
  return words + <usize>load<i32>(wordRows + (w << 2)) * bytes;
}

/**
 * scores[w] = max_e e·w, holders[w] = the first such e; four words against eight packed entities at a time. What stands past the
 * count repeats the last entity, so it is never the first. room: 4 · width.
 */
function bestEntities(
  scores: usize,
  holders: usize,
  packed: usize,
  count: i32,
  words: usize,
  wordRows: usize,
  wordCount: i32,
  d: i32,
  room: usize,
): void {
  const bytes = bytesOf(d);
  const last = <usize>max<i32>(wordCount - 1, 0);
  const step = bytesOf(widthOf(count));
  for (let w: usize = 0; w < <usize>wordCount; w += 4) {
    // past the end the last word is taken again: its place in the lists lies in their rounded-up room
    const w0 = wordAt(words, wordRows, w, bytes);
    const w1 = wordAt(words, wordRows, min<usize>(w + 1, last), bytes);
    const w2 = wordAt(words, wordRows, min<usize>(w + 2, last), bytes);
    const w3 = wordAt(words, wordRows, min<usize>(w + 3, last), bytes);
    let e: usize = 0;
    for (; e + 16 < step; e += 32) tile4x8(room + e, step, w0, w1, w2, w3, 4, packed + e, step, d, 0, false, false, false);
    if (e < step) tile4x4(room + e, step, w0, w1, w2, w3, 4, packed + e, step, d, 4, 0, false);
    const score = scores + (w << 2);
    const holder = holders + (w << 2);
    v128.store(score, f32x4.splat(-Infinity));
    v128.store(holder, i32x4.splat(0));
    for (e = 0; e < step; e += 16) {
      const row = room + e;
      const x2 = v128.load(row + 2 * step);
      keepBest(score, holder, e >> 2, v128.load(row), v128.load(row + step), x2, v128.load(row + 3 * step));
    }
  }
}

/** Takes in four entities' scores: x_w holds those of word w. */
// @ts-ignore: decorator
@inline
function keepBest(score: usize, holder: usize, first: usize, x0: v128, x1: v128, x2: v128, x3: v128): void {
  // transposed, so that a vector holds one entity's scores of the four words
  const low01 = v128.shuffle<f32>(x0, x1, 0, 4, 1, 5);
  const high01 = v128.shuffle<f32>(x0, x1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(x2, x3, 0, 4, 1, 5);
  const high23 = v128.shuffle<f32>(x2, x3, 2, 6, 3, 7);
  let top = v128.load(score);
  let place = v128.load(holder);
  let r = v128.shuffle<f32>(low01, low23, 0, 1, 4, 5);
  place = v128.bitselect(i32x4.splat(<i32>first), place, f32x4.gt(r, top));
  top = f32x4.pmax(top, r);
  r = v128.shuffle<f32>(low01, low23, 2, 3, 6, 7);
  place = v128.bitselect(i32x4.splat(<i32>first + 1), place, f32x4.gt(r, top));
  top = f32x4.pmax(top, r);
  r = v128.shuffle<f32>(high01, high23, 0, 1, 4, 5);
  place = v128.bitselect(i32x4.splat(<i32>first + 2), place, f32x4.gt(r, top));
  top = f32x4.pmax(top, r);
  r = v128.shuffle<f32>(high01, high23, 2, 3, 6, 7);
  place = v128.bitselect(i32x4.splat(<i32>first + 3), place, f32x4.gt(r, top));
  top = f32x4.pmax(top, r);
  v128.store(score, top);
  v128.store(holder, place);
}

/** Positions of the `keep` highest scores, ascending; of equal scores the earlier stays. `sorted` is room for as many numbers. */
function chooseStrongest(chosen: usize, scores: usize, sorted: usize, count: i32, keep: i32): i32 {
  if (count <= keep) {
    for (let w = 0; w < count; w++) store<i32>(chosen + (<usize>w << 2), w);
    return count;
  }
  // as integers in the order of the floats; places past the end come last
  const end = sorted + bytesOf(count);
  for (let at: usize = 0; sorted + at < end; at += 16) {
    const bits = v128.load(scores + at);
    v128.store(sorted + at, v128.xor(bits, v128.and(i32x4.shr_s(bits, 31), i32x4.splat(0x7fffffff))));
  }
  for (let w = count; w & 3; w++) store<i32>(sorted + bytesOf(w), i32.MIN_VALUE);
  const threshold = highest(sorted, end, keep);
  let ties = keep - countFrom(sorted, end, threshold, true);
  let kept = 0;
  // without branches, since which words are strong cannot be foretold: the list grows inside `sorted`, behind what is read
  for (let w = 0; w < count; w++) {
    const score = load<i32>(sorted + bytesOf(w));
    const isTie = i32(score == threshold) & i32(ties > 0);
    store<i32>(sorted + bytesOf(kept), w);
    kept += i32(score > threshold) | isTie;
    ties -= isTie;
  }
  memory.copy(chosen, sorted, bytesOf(kept));
  return kept;
}

/** The rank-th highest of the integers from x to end (rank from 1), bit by bit from the highest down. */
function highest(x: usize, end: usize, rank: i32): i32 {
  let found: u32 = 0; // counted from the least integer
  for (let bit: u32 = 0x80000000; bit; bit >>= 1) {
    const higher = found | bit;
    if (countFrom(x, end, <i32>(higher ^ 0x80000000), false) >= rank) found = higher;
  }
  return <i32>(found ^ 0x80000000);
}

/** How many of the integers are at least `least`, or above it. */
// @ts-ignore: decorator
@inline
function countFrom(x: usize, end: usize, least: i32, above: bool): i32 {
  const bound = i32x4.splat(least);
  let counts = i32x4.splat(0);
  for (; x < end; x += 16) {
    const v = v128.load(x);
    counts = i32x4.sub(counts, above ? i32x4.gt_s(v, bound) : i32x4.ge_s(v, bound));
  }
  return (
    i32x4.extract_lane(counts, 0) +
    i32x4.extract_lane(counts, 1) +
    i32x4.extract_lane(counts, 2) +
    i32x4.extract_lane(counts, 3)
  );
}

/** out = Σ_r weights[r] · word chosen[r], sixteen numbers at a time in registers. */
function sumWords(out: usize, weights: usize, chosen: usize, kept: i32, words: usize, wordRows: usize, bytes: usize): void {
  const blocks = bytes & ~63;
  for (let at: usize = 0; at < blocks; at += 64) {
    let s0 = f32x4.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let r: usize = 0; r < <usize>kept; r++) {
      const w = wordAt(words, wordRows, <usize>load<i32>(chosen + (r << 2)), bytes) + at;
      const weight = v128.load32_splat(weights + (r << 2));
      s0 = multiplyAdd(weight, v128.load(w), s0);
      s1 = multiplyAdd(weight, v128.load(w, 16), s1);
      s2 = multiplyAdd(weight, v128.load(w, 32), s2);
      s3 = multiplyAdd(weight, v128.load(w, 48), s3);
    }
    v128.store(out + at, s0);
    v128.store(out + at, s1, 16);
    v128.store(out + at, s2, 32);
    v128.store(out + at, s3, 48);
  }
  const whole = bytes & ~15;
  for (let at = blocks; at < whole; at += 16) {
    let s = f32x4.splat(0);
    for (let r: usize = 0; r < <usize>kept; r++) {
      const w = wordAt(words, wordRows, <usize>load<i32>(chosen + (r << 2)), bytes) + at;
      s = multiplyAdd(v128.load32_splat(weights + (r << 2)), v128.load(w), s);
    }
    v128.store(out + at, s);
  }
  for (let at = whole; at < bytes; at += 4) {
    let s: f32 = 0;
    for (let r: usize = 0; r < <usize>kept; r++) {
      const w = wordAt(words, wordRows, <usize>load<i32>(chosen + (r << 2)), bytes) + at;
      s += load<f32>(weights + (r << 2)) * load<f32>(w);
    }
    store<f32>(out + at, s);
  }
}

/** See the plain twin. scratch: 2·d + kept, each part rounded up to whole vectors. */
export function localScoreBackward(
  da: i32,
  db: i32,
  scratch: i32,
  dpsi: i32,
  context: i32,
  chosen: i32,
  weights: i32,
  best: i32,
  kept: i32,
  entities: i32,
  count: i32,
  b: i32,
  words: i32,
  wordRows: i32,
  d: i32,
): void {
  const bytes = <usize>d << 2;
  const whole = bytes & ~15;
  const dcontext = bytesOf(scratch);
  const dweights = dcontext + ((bytes + 15) & ~15);
  // dcontext = B ∘ Σ dpsi(e) e, db += context ∘ Σ dpsi(e) e
  for (let at: usize = 0; at < whole; at += 16) {
    let s = f32x4.splat(0);
    for (let e: usize = 0; e < <usize>count; e++) {
      s = multiplyAdd(v128.load32_splat(bytesOf(dpsi) + (e << 2)), v128.load(bytesOf(entities) + e * bytes + at), s);
    }
    v128.store(dcontext + at, f32x4.mul(s, v128.load(bytesOf(b) + at)));
    const gradient = bytesOf(db) + at;
    v128.store(gradient, multiplyAdd(s, v128.load(bytesOf(context) + at), v128.load(gradient)));
  }
  for (let at = whole; at < bytes; at += 4) {
    let s: f32 = 0;
    for (let e: usize = 0; e < <usize>count; e++) {
      s += load<f32>(bytesOf(dpsi) + (e << 2)) * load<f32>(bytesOf(entities) + e * bytes + at);
    }
    store<f32>(dcontext + at, s * load<f32>(bytesOf(b) + at));
    const gradient = bytesOf(db) + at;
    store<f32>(gradient, load<f32>(gradient) + s * load<f32>(bytesOf(context) + at));
  }
  // dβ = dcontext · w; du = β (dβ − Σ β dβ)
  let mean: f32 = 0;
  for (let r: usize = 0; r < <usize>kept; r++) {
    const w = wordAt(bytesOf(words), bytesOf(wordRows), <usize>load<i32>(bytesOf(chosen) + (r << 2)), bytes);
    let sums = f32x4.splat(0);
    for (let at: usize = 0; at < whole; at += 16) sums = multiplyAdd(v128.load(dcontext + at), v128.load(w + at), sums);
    let sum = sumLanes(sums);
    for (let at = whole; at < bytes; at += 4) sum += load<f32>(dcontext + at) * load<f32>(w + at);
    store<f32>(dweights + (r << 2), sum);
    mean += sum * load<f32>(bytesOf(weights) + (r << 2));
  }
  for (let r: usize = 0; r < <usize>kept; r++) {
    const w = wordAt(bytesOf(words), bytesOf(wordRows), <usize>load<i32>(bytesOf(chosen) + (r << 2)), bytes);
    const e = bytesOf(entities) + <usize>load<i32>(bytesOf(best) + (r << 2)) * bytes;
    const du = load<f32>(bytesOf(weights) + (r << 2)) * (load<f32>(dweights + (r << 2)) - mean);
    const factor = f32x4.splat(du);
    const gradient = bytesOf(da);
    for (let at: usize = 0; at < whole; at += 16) {
      const product = f32x4.mul(v128.load(e + at), v128.load(w + at));
      v128.store(gradient + at, multiplyAdd(factor, product, v128.load(gradient + at)));
    }
    for (let at = whole; at < bytes; at += 4) {
      store<f32>(gradient + at, load<f32>(gradient + at) + du * load<f32>(e + at) * load<f32>(w + at));
    }
  }
}

/** See the plain twin. */
export function meansOfRows(
  out: i32,
  table: i32,
  missing: i32,
  rows: i32,
  counts: i32,
  lists: i32,
  extra: f64,
  d: i32,
): void {
  const bytes = <usize>d << 2;
  const whole = bytes & ~15;
  let list = bytesOf(rows);
  let to = bytesOf(out);
  for (let s = 0; s < lists; s++, to += bytes) {
    const count = entry(bytesOf(counts), s);
    const end = list + bytesOf(count);
    const factor = <f32>1 / <f32>(<f64>count + extra);
    if (count == 0) memory.fill(to, 0, bytes);
    for (; list < end; list += 4) {
      const row = load<i32>(list);
      const x = row < 0 ? bytesOf(missing) : bytesOf(table + row * d);
      const isFirst = list + bytesOf(count) == end;
      const isLast = list + 4 == end;
      const scale = f32x4.splat(isLast ? factor : 1);
      for (let at: usize = 0; at < whole; at += 16) {
        const sum = isFirst ? v128.load(x + at) : f32x4.add(v128.load(to + at), v128.load(x + at));
        v128.store(to + at, f32x4.mul(sum, scale));
      }
      for (let at = whole; at < bytes; at += 4) {
        const sum = isFirst ? load<f32>(x + at) : load<f32>(to + at) + load<f32>(x + at);
        store<f32>(to + at, isLast ? sum * factor : sum);
      }
    }
  }
}
