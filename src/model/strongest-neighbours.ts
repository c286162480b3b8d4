/**
 * Relation weights for long documents: each mention keeps, per relation, only the neighbours with the highest scores, and
 * α is normalised over those. With as many neighbours as mentions it is what `relationWeightsForward` computes. Prediction only.
 */
import type { Address, Kernels } from "../math/kernels.js";
import type { ModelConfig } from "./config.js";
import type { PairList } from "./graph.js";
import type { RelationWeights } from "./relation-weights.js";

/** Mentions scored against all others at a time: bounds the memory for scores. */
const ROWS_AT_ONCE = 64;

/** One mention's neighbours under one relation, with s_ijk. */
interface Neighbourhood {
  mentions: Int32Array;
  scores: Float64Array;
}

export function strongestNeighbours(
  kernels: Kernels,
  config: ModelConfig,
  mentions: number,
  f: Address,
  diagonals: Address,
): RelationWeights {
  const neighbourhoods = findNeighbours(kernels, config, mentions, f, diagonals);
  const pairs = unitePairs(neighbourhoods, mentions);
  const k = config.relations;
  const coupling = kernels.allocZero(pairs.left.length * k);
  const pairIndex = indexPairs(pairs, mentions);
  const { floats } = kernels;
  if (config.normalization !== "rel-norm") {
    for (let q = 0; q < k; q++) {
      for (let i = 0; i < mentions; i++) {
        const { mentions: others, scores } = neighbourhoods[q * mentions + i];
        const alpha = softmax(scores);
        for (let r = 0; r < others.length; r++) {
          floats[coupling + pairIndex(i, others[r]) * k + q] +=
            alpha[r] / (config.normalization === "both" ? 1 : k);
        }
      }
    }
  }
  if (config.normalization !== "ment-norm")
    scaleByRelationNorm(kernels, config, pairs, f, diagonals, coupling);
  return { pairs, coupling, overMentions: -1, overRelations: -1 };
}

/** neighbourhoods[q · mentions + i] */
function findNeighbours(
  kernels: Kernels,
  { relations: k, dims: d, neighbours }: ModelConfig,
  mentions: number,
  f: Address,
  diagonals: Address,
): Neighbourhood[] {
  const found: Neighbourhood[] = new Array(k * mentions);
  const mark = kernels.mark();
  const scaled = kernels.allocZero(k * d);
  kernels.addScaled(scaled, diagonals, 1 / Math.sqrt(d), k * d);
  const scores = kernels.alloc(ROWS_AT_ONCE * mentions);
  for (let first = 0; first < mentions; first += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, mentions - first);
    for (let q = 0; q < k; q++) {
      kernels.matmulNT(scores, mentions, f + first * d, d, f, d, rows, mentions, d, scaled + q * d, false);
      for (let r = 0; r < rows; r++) {
        const row = kernels.floats.subarray(scores + r * mentions, scores + (r + 1) * mentions);
        found[q * mentions + first + r] = selectStrongest(row, first + r, neighbours);
      }
    }
  }
  kernels.release(mark);
  return found;
}

/** The `keep` highest of a row, the mention itself aside; of equal scores the earlier stays. A heap of `keep`, so one pass. */
function selectStrongest(row: Float32Array | Float64Array, self: number, keep: number): Neighbourhood {
  const size = Math.min(keep, row.length - 1);
  const heap = new Int32Array(size);
  const weaker = (x: number, y: number) => row[x] < row[y] || (row[x] === row[y] && x > y);
  const sink = (at: number, end: number) => {
    for (let parent = at; ; ) {
      let child = 2 * parent + 1;
      if (child >= end) return;
      if (child + 1 < end && weaker(heap[child + 1], heap[child])) child++;
      if (!weaker(heap[child], heap[parent])) return;
      const x = heap[parent];
      heap[parent] = heap[child];
      heap[child] = x;
      parent = child;
    }
  };
  let filled = 0;
  for (let j = 0; j < row.length; j++) {
    if (j === self) continue;
    if (filled < size) {
      heap[filled++] = j;
      if (filled === size) for (let at = (size >> 1) - 1; at >= 0; at--) sink(at, size);
    } else if (size > 0 && weaker(heap[0], j)) {
      heap[0] = j;
      sink(0, size);
    }
  }
  heap.sort();
  return { mentions: heap, scores: Float64Array.from(heap, (j) => row[j]) };
}

/** Every pair that some relation of either side keeps, ascending. */
function unitePairs(neighbourhoods: Neighbourhood[], mentions: number): PairList {
  const rights: Set<number>[] = Array.from({ length: mentions }, () => new Set());
  for (const [index, { mentions: others }] of neighbourhoods.entries()) {
    const i = index % mentions;
    for (const j of others) rights[Math.min(i, j)].add(Math.max(i, j));
  }
  const left: number[] = [];
  const right: number[] = [];
  for (let i = 0; i < mentions; i++) {
    for (const j of Int32Array.from(rights[i]).sort()) {
      left.push(i);
      right.push(j);
    }
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right) };
}

/** Finds the place of a pair by its mentions, in either order. */
function indexPairs({ left, right }: PairList, mentions: number): (i: number, j: number) => number {
  const first = new Int32Array(mentions + 1);
  for (const i of left) first[i + 1]++;
  for (let i = 0; i < mentions; i++) first[i + 1] += first[i];
  return (i, j) => {
    const wanted = Math.max(i, j);
    let low = first[Math.min(i, j)];
    let high = first[Math.min(i, j) + 1] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (right[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** rel-norm: coupling = α over relations; both: coupling times it. */
function scaleByRelationNorm(
  kernels: Kernels,
  { relations: k, dims: d, normalization }: ModelConfig,
  { left, right }: PairList,
  f: Address,
  diagonals: Address,
  coupling: Address,
): void {
  const { floats } = kernels;
  const scores = new Float64Array(k);
  for (let p = 0; p < left.length; p++) {
    const x = f + left[p] * d;
    const y = f + right[p] * d;
    for (let q = 0; q < k; q++) {
      let sum = 0;
      for (let l = 0; l < d; l++) sum += floats[x + l] * floats[diagonals + q * d + l] * floats[y + l];
      scores[q] = sum / Math.sqrt(d);
    }
    const alpha = softmax(scores);
    for (let q = 0; q < k; q++) {
      const at = coupling + p * k + q;
      floats[at] = normalization === "both" ? floats[at] * alpha[q] : alpha[q];
    }
  }
}

function softmax(scores: Float64Array): Float64Array {
  const top = scores.reduce((most, x) => Math.max(most, x), -Infinity);
  const shares = scores.map((x) => Math.exp(x - top));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((x) => x / sum);
}
