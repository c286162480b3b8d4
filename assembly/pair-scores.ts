// Pair scores of all pairs of a graph. Plain twins: src/math/plain/pair-scores.ts.
import { countsOf, entry, mentionsOf, PAIR_BYTES, pairCountOf, pairsOf, startsOf, widthOf } from "./graph";
import { bytesOf, multiplyAdd, transpose4 } from "./lanes";
import { packRows } from "./packing";
import { tile2x12, tile4x4, tile4x8 } from "./tiles";

/** packed (d, width) of each mention = its entities (count, d) transposed. */
export function packEntities(packed: i32, entities: i32, graph: i32, d: i32): void {
  for (let i = 0; i < mentionsOf(graph); i++) {
    const start = entry(startsOf(graph), i) * d;
    packRows(bytesOf(packed + start), bytesOf(entities + start), entry(countsOf(graph), i), d, 0, false);
  }
}

/** Φ(e, e') = Σ r ∘ e ∘ e' with r = Σ_k coupling[pair, k] · relations[k], into both blocks of each pair. */
export function pairScores(
  blocks: i32,
  graph: i32,
  packed: i32,
  coupling: i32,
  relations: i32,
  scratch: i32,
  k: i32,
  d: i32,
): void {
  const starts = startsOf(graph);
  const counts = countsOf(graph);
  const mixed = bytesOf(scratch);
  const scaled = mixed + bytesOf(widthOf(d));
  let pair = pairsOf(graph);
  for (let p = 0; p < pairCountOf(graph); p++, pair += PAIR_BYTES) {
    const left = load<i32>(pair);
    const right = load<i32>(pair, 4);
    const blockLeft = load<i32>(pair, 8);
    const blockRight = load<i32>(pair, 12);
    if (blockLeft < 0 && blockRight < 0) continue;
    mixRelations(mixed, coupling + p * k, relations, k, d);
    const nl = entry(counts, left);
    const nr = entry(counts, right);
    const el = bytesOf(packed + entry(starts, left) * d);
    const er = bytesOf(packed + entry(starts, right) * d);
    if (blockLeft >= 0) {
      multiplyBlock(bytesOf(blocks + blockLeft), el, er, mixed, scaled, nl, nr, d);
      if (blockRight >= 0) transpose(bytesOf(blocks + blockRight), bytesOf(blocks + blockLeft), nl, nr);
    } else {
      multiplyBlock(bytesOf(blocks + blockRight), er, el, mixed, scaled, nr, nl, d);
    }
  }
}

/** out (width of m, width of n) = Σ_l a[l] r[l] b[l]ᵀ, from packed a (d, width of m) and b (d, width of n). Of a single row only that is written. */
function multiplyBlock(out: usize, a: usize, b: usize, r: usize, scaled: usize, m: i32, n: i32, d: i32): void {
  const aStep = bytesOf(widthOf(m));
  const bStep = bytesOf(widthOf(n));
  if (m == 1) {
    multiplyRow(out, a, b, r, bStep, d);
    return;
  }
  scaleColumns(scaled, b, r, bStep, d);
  if (bStep == 48) {
    multiplyTwelve(out, a, aStep, scaled, d);
    return;
  }
  if (aStep == 32 && bStep == 32) {
    // eight candidates, with distances known when compiling
    tile4x8(out, 32, a, a, a, a, 32, scaled, 32, d, 0, false, true, false);
    tile4x8(out + 128, 32, a + 16, a, a, a, 32, scaled, 32, d, 0, false, true, false);
    return;
  }
  for (const end = a + aStep; a < end; a += 16, out += 4 * bStep) {
    let j: usize = 0;
    for (; j + 16 < bStep; j += 32) tile4x8(out + j, bStep, a, a, a, a, aStep, scaled + j, bStep, d, 0, false, true, false);
    if (j < bStep) tile4x4(out + j, bStep, a, a + 4, a + 8, a + 12, aStep, scaled + j, bStep, d, 4, 0, false);
  }
}

/** multiplyBlock for twelve columns, as many as the shipped linker has candidates: two rows at a time. */
function multiplyTwelve(out: usize, a: usize, aStep: usize, b: usize, d: i32): void {
  if (aStep == 48) {
    // with distances known when compiling
    for (const end = out + 576; out < end; out += 96, a += 8) tile2x12(out, a, 48, b, d);
    return;
  }
  for (const end = a + aStep; a < end; a += 8, out += 96) tile2x12(out, a, aStep, b, d);
}

/** multiplyBlock for m = 1: four columns at a time, even and odd places of the inner index apart. */
function multiplyRow(out: usize, a: usize, b: usize, r: usize, step: usize, d: i32): void {
  for (let j: usize = 0; j < step; j += 16) {
    let s0 = f32x4.splat(0);
    let s1 = s0;
    let x = a;
    let w = r;
    let y = b + j;
    for (const end = r + bytesOf(d & ~1); w < end; w += 8, x += 32, y += 2 * step) {
      s0 = multiplyAdd(f32x4.splat(load<f32>(x) * load<f32>(w)), v128.load(y), s0);
      s1 = multiplyAdd(f32x4.splat(load<f32>(x, 16) * load<f32>(w, 4)), v128.load(y + step), s1);
    }
    if (d & 1) s0 = multiplyAdd(f32x4.splat(load<f32>(x) * load<f32>(w)), v128.load(y), s0);
    v128.store(out + j, f32x4.add(s0, s1));
  }
}

/** out[l] = r[l] · x[l], rows of `step` bytes. */
// @ts-ignore: decorator
@inline
function scaleColumns(out: usize, x: usize, r: usize, step: usize, d: i32): void {
  const end = r + bytesOf(d);
  if (step == 48) {
    for (; r < end; r += 4, out += 48, x += 48) {
      const factor = v128.load32_splat(r);
      v128.store(out, f32x4.mul(v128.load(x), factor));
      v128.store(out, f32x4.mul(v128.load(x, 16), factor), 16);
      v128.store(out, f32x4.mul(v128.load(x, 32), factor), 32);
    }
    return;
  }
  if (step == 32) {
    for (; r < end; r += 4, out += 32, x += 32) {
      const factor = v128.load32_splat(r);
      v128.store(out, f32x4.mul(v128.load(x), factor));
      v128.store(out, f32x4.mul(v128.load(x, 16), factor), 16);
    }
    return;
  }
  for (; r < end; r += 4) {
    const factor = v128.load32_splat(r);
    for (const rowEnd = out + step; out < rowEnd; out += 16, x += 16) {
      v128.store(out, f32x4.mul(v128.load(x), factor));
    }
  }
}

/** out (d) = Σ_k coupling[k] · relations[k], three relations at a time. */
export function mixRelations(out: usize, coupling: i32, relations: i32, k: i32, d: i32): void {
  const bytes = <usize>d << 2;
  const whole = bytes & ~15;
  for (let q = 0; q < k; q += 3) {
    const left = k - q;
    const row0 = bytesOf(relations + q * d);
    // a relation that is not there has weight 0 and the numbers of the first
    const row1 = left > 1 ? row0 + bytes : row0;
    const row2 = left > 2 ? row1 + bytes : row0;
    const a0 = load<f32>(bytesOf(coupling + q));
    const a1 = left > 1 ? load<f32>(bytesOf(coupling + q), 4) : 0;
    const a2 = left > 2 ? load<f32>(bytesOf(coupling + q), 8) : 0;
    for (let at: usize = 0; at < whole; at += 16) {
      const start = q ? v128.load(out + at) : f32x4.splat(0);
      let sum = multiplyAdd(f32x4.splat(a0), v128.load(row0 + at), start);
      sum = multiplyAdd(f32x4.splat(a1), v128.load(row1 + at), sum);
      v128.store(out + at, multiplyAdd(f32x4.splat(a2), v128.load(row2 + at), sum));
    }
    for (let at = whole; at < bytes; at += 4) {
      const start = q ? load<f32>(out + at) : 0;
      store<f32>(out + at, start + a0 * load<f32>(row0 + at) + a1 * load<f32>(row1 + at) + a2 * load<f32>(row2 + at));
    }
  }
}

/** to (width of cols, width of rows) = from (width of rows, width of cols) transposed. */
// @ts-ignore: decorator
@inline
function transpose(to: usize, from: usize, rows: i32, cols: i32): void {
  const fromStep = <usize>widthOf(cols) << 2;
  const toStep = <usize>widthOf(rows) << 2;
  for (let r: usize = 0; r < toStep; r += 16, from += 4 * fromStep) {
    for (let c: usize = 0; c < fromStep; c += 16) {
      const x = from + c;
      const y = x + 2 * fromStep;
      transpose4(to + r + (c >> 2) * toStep, toStep, v128.load(x), v128.load(x + fromStep), v128.load(y), v128.load(y + fromStep));
    }
  }
}
