/** Pair scores in plain TypeScript: the twins of assembly/pair-scores.ts and pair-gradients.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import {
  PAIR_BLOCK_LEFT,
  PAIR_BLOCK_RIGHT,
  PAIR_LEFT,
  PAIR_RIGHT,
  PAIR_STRIDE,
  readGraph,
  widthOf,
} from "../graph-layout.js";
import type { Address } from "../kernels.js";
import type { Arena, Floats } from "../memory.js";

export function packEntities({ floats: f, ints }: Arena, args: KernelArguments<"packEntities">): void {
  const { packed, entities, d } = args;
  const graph = readGraph(ints, args.graph);
  for (let i = 0; i < graph.mentions; i++) {
    const start = ints[graph.starts + i];
    const width = widthOf(ints[graph.counts + i]);
    for (let c = 0; c < width; c++) {
      const from = entities + (start + Math.min(c, ints[graph.counts + i] - 1)) * d;
      for (let l = 0; l < d; l++) f[packed + start * d + l * width + c] = f[from + l];
    }
  }
}

export function pairScores({ floats: f, ints }: Arena, args: KernelArguments<"pairScores">): void {
  const { blocks, packed, coupling, relations, scratch, k, d } = args;
  const sums = new Float64Array(4);
  const graph = readGraph(ints, args.graph);
  for (let p = 0; p < graph.pairCount; p++) {
    const pair = graph.pairs + p * PAIR_STRIDE;
    const left = ints[pair + PAIR_LEFT];
    const right = ints[pair + PAIR_RIGHT];
    const blockLeft = ints[pair + PAIR_BLOCK_LEFT];
    const blockRight = ints[pair + PAIR_BLOCK_RIGHT];
    mixRelations(f, scratch, coupling + p * k, relations, k, d);
    const nl = ints[graph.counts + left];
    const nr = ints[graph.counts + right];
    const [widthL, widthR] = [widthOf(nl), widthOf(nr)];
    const el = packed + ints[graph.starts + left] * d;
    const er = packed + ints[graph.starts + right] * d;
    const steps = { a: widthL, b: widthR, r: scratch, d };
    for (let x = 0; x < nl; x++) {
      for (let y = 0; y < nr; y += 4) {
        fourScores(f, sums, el + x, er + y, steps);
        for (let c = 0; c < Math.min(4, nr - y); c++) {
          if (blockLeft >= 0) f[blocks + blockLeft + x * widthR + y + c] = sums[c];
          if (blockRight >= 0) f[blocks + blockRight + (y + c) * widthL + x] = sums[c];
        }
      }
    }
  }
}

/** out[c] = Σ_l a[l] · r[l] · b[l, c] for four columns; a and b go on in steps. */
function fourScores(
  f: Floats,
  out: Float64Array,
  a: Address,
  b: Address,
  steps: { a: number; b: number; r: Address; d: number },
): void {
  const { a: aStep, b: bStep, r, d } = steps;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let l = 0; l < d; l++, a += aStep, b += bStep) {
    const x = f[a] * f[r + l];
    s0 += x * f[b];
    s1 += x * f[b + 1];
    s2 += x * f[b + 2];
    s3 += x * f[b + 3];
  }
  out[0] = s0;
  out[1] = s1;
  out[2] = s2;
  out[3] = s3;
}

/** out = Σ_k coupling[k] · relations[k]. */
function mixRelations(
  f: Floats,
  out: Address,
  coupling: Address,
  relations: Address,
  k: number,
  d: number,
): void {
  f.fill(0, out, out + d);
  for (let q = 0; q < k; q++) {
    for (let l = 0; l < d; l++) f[out + l] += f[coupling + q] * f[relations + q * d + l];
  }
}

export function pairScoresBackward(
  { floats: f, ints }: Arena,
  args: KernelArguments<"pairScoresBackward">,
): void {
  const { dcoupling, drelations, dpadding, paddingMention, dblocks, entities, coupling, relations } = args;
  const { scratch, k, d } = args;
  const graph = readGraph(ints, args.graph);
  const total = scratch; // t = Σ dΦ(e, e') e ∘ e'
  const mixed = scratch + d; // r, for the padding entity
  for (let p = 0; p < graph.pairCount; p++) {
    const pair = graph.pairs + p * PAIR_STRIDE;
    const left = ints[pair + PAIR_LEFT];
    const right = ints[pair + PAIR_RIGHT];
    const blockLeft = ints[pair + PAIR_BLOCK_LEFT];
    const blockRight = ints[pair + PAIR_BLOCK_RIGHT];
    const nl = ints[graph.counts + left];
    const nr = ints[graph.counts + right];
    const el = entities + ints[graph.starts + left] * d;
    const er = entities + ints[graph.starts + right] * d;
    f.fill(0, total, total + d);
    if (left === paddingMention || right === paddingMention) {
      mixRelations(f, mixed, coupling + p * k, relations, k, d);
    }
    for (let x = 0; x < nl; x++) {
      for (let y = 0; y < nr; y++) {
        let gradient = 0;
        if (blockLeft >= 0) gradient += f[dblocks + blockLeft + x * widthOf(nr) + y];
        if (blockRight >= 0) gradient += f[dblocks + blockRight + y * widthOf(nl) + x];
        if (gradient === 0) continue;
        for (let l = 0; l < d; l++) f[total + l] += gradient * f[el + x * d + l] * f[er + y * d + l];
        if (left === paddingMention) {
          for (let l = 0; l < d; l++) f[dpadding + l] += gradient * f[mixed + l] * f[er + y * d + l];
        }
        if (right === paddingMention) {
          for (let l = 0; l < d; l++) f[dpadding + l] += gradient * f[mixed + l] * f[el + x * d + l];
        }
      }
    }
    for (let q = 0; q < k; q++) {
      let dot = 0;
      for (let l = 0; l < d; l++) {
        dot += f[relations + q * d + l] * f[total + l];
        f[drelations + q * d + l] += f[coupling + p * k + q] * f[total + l];
      }
      f[dcoupling + p * k + q] += dot;
    }
  }
}
