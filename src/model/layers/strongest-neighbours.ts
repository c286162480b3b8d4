/**
 * Relation weights for long documents: each mention keeps, per relation, only the neighbours with the highest scores among those
 * near it in the text, and α is normalised over those. A document short enough for everybody to keep everybody takes the exact
 * path, `relationWeightsForward`. Prediction only.
 */
import { type Address, NONE } from "../../math/kernels.js";
import { usesMentionFeatures } from "../config.js";
import type { PairList } from "./graph.js";
import type { LayerContext } from "./layer.js";
import { influenceOf } from "./relation-norms.js";
import { type RelationWeights, scaledDiagonals } from "./relation-weights.js";
import { softmax } from "./softmax.js";

/** Mentions scored at a time, and how far to either side they look: what makes time and memory grow with the mentions only. */
const ROWS_AT_ONCE = 64;
const REACH = 256;

/** One mention's neighbours under one relation, with s_ijk. */
interface Neighbourhood {
  mentions: Int32Array;
  scores: Float64Array;
}

export function strongestNeighbours(layer: LayerContext, f: Address): RelationWeights {
  const { kernels, config, document } = layer;
  const { mentions } = document;
  if (!usesMentionFeatures(config)) return nearestNeighbours(layer);
  const neighbourhoods = findNeighbours(layer, f);
  const pairs = unitePairs(neighbourhoods, mentions);
  const k = config.relations;
  const coupling = kernels.allocZero(pairs.left.length * k);
  const pairIndex = indexPairs(pairs, mentions);
  const bounded = {
    left: new Float32Array(pairs.left.length * k),
    right: new Float32Array(pairs.left.length * k),
  };
  const { floats } = kernels;
  if (config.normalization !== "rel-norm") {
    for (let q = 0; q < k; q++) {
      for (let i = 0; i < mentions; i++) {
        const { mentions: others, scores } = neighbourhoods[q * mentions + i];
        const alpha = softmax(scores);
        for (let r = 0; r < others.length; r++) {
          const at = pairIndex(i, others[r]) * k + q;
          (i < others[r] ? bounded.left : bounded.right)[at] = alpha[r];
          floats[coupling + at] += alpha[r] / (config.normalization === "both" ? 1 : k);
        }
      }
    }
  }
  if (config.normalization !== "ment-norm") {
    scaleByRelationNorm(layer, pairs, f, coupling);
  }
  return { pairs, coupling, f, overMentions: NONE, overRelations: NONE, bounded };
}

/** Without relations to choose by, the nearest in the text on either side, all equal. */
function nearestNeighbours({ kernels, config, document }: LayerContext): RelationWeights {
  const { mentions } = document;
  const reach = Math.max(1, Math.floor(config.neighbours / 2));
  const left: number[] = [];
  const right: number[] = [];
  for (let i = 0; i < mentions; i++) {
    for (let j = i + 1; j <= Math.min(mentions - 1, i + reach); j++) {
      left.push(i);
      right.push(j);
    }
  }
  const coupling = kernels.alloc(left.length);
  kernels.fill(coupling, 1 / reach, left.length);
  const pairs = { left: Int32Array.from(left), right: Int32Array.from(right) };
  return { pairs, coupling, f: NONE, overMentions: NONE, overRelations: NONE };
}

/** neighbourhoods[q · mentions + i]. The padding mention (last) is near everybody. */
function findNeighbours(layer: LayerContext, f: Address): Neighbourhood[] {
  const { kernels, config, document } = layer;
  const { relations: k, neighbours, padding } = config;
  const { mentions } = document;
  const found: Neighbourhood[] = new Array(k * mentions);
  const reach = Math.max(REACH, neighbours);
  const mark = kernels.mark();
  const scaled = scaledDiagonals(layer);
  const scores = kernels.alloc(Math.max(ROWS_AT_ONCE * (ROWS_AT_ONCE + 2 * reach + 1), mentions));
  const look = (window: Window) => {
    for (let q = 0; q < k; q++) {
      const width = scoreWindow(layer, window, { f, scores, diag: scaled + q * config.dims });
      for (let i = window.first; i < window.last; i++) {
        const at = scores + (i - window.first) * width;
        const row = kernels.floats.subarray(at, at + width);
        const chosen = selectStrongest(row, i - window.low, neighbours);
        const padded = window.high - window.low;
        const others = chosen.mentions.map((x) => (x === padded ? mentions - 1 : window.low + x));
        found[q * mentions + i] = { mentions: others, scores: chosen.scores };
      }
    }
  };

  const named = padding ? mentions - 1 : mentions;
  for (let first = 0; first < named; first += ROWS_AT_ONCE) {
    const last = Math.min(first + ROWS_AT_ONCE, named);
    look({ first, last, low: Math.max(0, first - reach), high: Math.min(mentions, last + reach) });
  }
  if (padding) look({ first: named, last: mentions, low: 0, high: mentions });
  kernels.release(mark);
  return found;
}

/** Mentions first to last − 1, who look at mentions low to high − 1. */
interface Window {
  first: number;
  last: number;
  low: number;
  high: number;
}

/** Scores everybody in a window, and against the padding mention when it lies outside. Returns the length of a row. */
function scoreWindow(
  { kernels, config, document }: LayerContext,
  { first, last, low, high }: Window,
  { f, scores, diag }: { f: Address; scores: Address; diag: Address },
): number {
  const d = config.dims;
  const extra = config.padding && high < document.mentions ? 1 : 0;
  const width = high - low + extra;
  const score = (out: Address, from: number, n: number) =>
    kernels.matmulNT({
      out,
      ldo: width,
      a: f + first * d,
      lda: d,
      b: f + from * d,
      ldb: d,
      m: last - first,
      n,
      k: d,
      diag,
      accumulate: false,
    });
  score(scores, low, high - low);
  if (extra) score(scores + high - low, document.mentions - 1, 1);
  return width;
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
  const keys = new Float64Array(neighbourhoods.reduce((sum, { mentions: others }) => sum + others.length, 0));
  let count = 0;
  for (const [index, { mentions: others }] of neighbourhoods.entries()) {
    const i = index % mentions;
    for (const j of others) keys[count++] = Math.min(i, j) * mentions + Math.max(i, j);
  }
  keys.sort();
  const distinct = keys.filter((key, at) => at === 0 || key !== keys[at - 1]);
  return {
    left: Int32Array.from(distinct, (key) => Math.floor(key / mentions)),
    right: Int32Array.from(distinct, (key) => key % mentions),
  };
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

/** rel-norm: coupling = α over relations, by its influence; both: coupling times it. */
function scaleByRelationNorm(
  { kernels, config, parameter }: LayerContext,
  { left, right }: PairList,
  f: Address,
  coupling: Address,
): void {
  const { relations: k, dims: d, normalization } = config;
  const diagonals = parameter("ew_embs");
  const { floats } = kernels;
  const scores = new Float64Array(k);
  const influence = influenceOf(config, config.neighbours);
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
      floats[at] = normalization === "both" ? floats[at] * alpha[q] : influence * alpha[q];
    }
  }
}
