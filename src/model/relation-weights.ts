/**
 * Relation weights α between all mentions and the coupling of each pair (spec sections 4 and 5): the number that
 * multiplies eᵀ R_k e'. ment-norm: (α_ijk + α_jik) / K; rel-norm: α_ijk; both: (α_ijk + α_jik) of ment-norm times α_ijk of
 * rel-norm; uniform: 2 / (mentions − 1).
 */
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import { type ModelConfig, usesMentionFeatures } from "./config.js";
import { allPairs, type PairList } from "./graph.js";

export interface RelationWeights {
  pairs: PairList;
  /** (pairs, K) */
  coupling: Address;
  /** (K, mentions, mentions): α normalised over mentions, row i over j ≠ i; NONE when the variant has none. */
  overMentions: Address;
  /** (pairs, K): α normalised over relations; NONE when the variant has none. */
  overRelations: Address;
  /** α over mentions of a bounded graph, (pairs, K): left looking at right, and right at left. Absent in the exact one. */
  bounded?: { left: Float32Array; right: Float32Array };
}

/** So low that a softmax gives it exactly nothing. */
const EXCLUDED = -1e30;

/** f (mentions, d), diagonals D (K, d). */
export function relationWeightsForward(
  kernels: Kernels,
  config: ModelConfig,
  mentions: number,
  f: Address,
  diagonals: Address,
): RelationWeights {
  const k = config.relations;
  const withSelf = talksToItself(config);
  const pairs = allPairs(mentions, withSelf);
  const count = pairs.left.length;
  const coupling = kernels.alloc(count * k);
  if (!usesMentionFeatures(config)) {
    kernels.fill(coupling, 2 / Math.max(1, mentions - 1), count * k);
    return { pairs, coupling, overMentions: NONE, overRelations: NONE };
  }
  const scores = scoreMentions(kernels, config, mentions, f, diagonals);
  const overRelations = hasRelNorm(config)
    ? normaliseOverRelations(kernels, config, mentions, scores, pairs)
    : NONE;
  const overMentions = hasMentNorm(config) ? normaliseOverMentions(kernels, config, mentions, scores) : NONE;
  couple(kernels, config, mentions, pairs, coupling, overMentions, overRelations);
  return { pairs, coupling, overMentions, overRelations };
}

/** In the published rel-norm a mention talks to itself. */
export function talksToItself(config: ModelConfig): boolean {
  return config.asPublished && config.normalization === "rel-norm";
}

const hasMentNorm = (config: ModelConfig) => config.normalization !== "rel-norm";
const hasRelNorm = (config: ModelConfig) => config.normalization !== "ment-norm";

/** s_ijk = f_iᵀ D_k f_j / √d: (K, mentions, mentions). */
function scoreMentions(
  kernels: Kernels,
  { relations: k, dims: d }: ModelConfig,
  mentions: number,
  f: Address,
  diagonals: Address,
): Address {
  const scores = kernels.alloc(k * mentions * mentions);
  const mark = kernels.mark();
  const scaled = kernels.allocZero(k * d);
  kernels.addScaled(scaled, diagonals, 1 / Math.sqrt(d), k * d);
  for (let q = 0; q < k; q++) {
    kernels.matmulSymmetric({
      out: scores + q * mentions * mentions,
      ldo: mentions,
      a: f,
      lda: d,
      n: mentions,
      k: d,
      diag: scaled + q * d,
    });
  }
  kernels.release(mark);
  return scores;
}

/** In place: each row a softmax over the other mentions. */
function normaliseOverMentions(
  kernels: Kernels,
  { relations: k }: ModelConfig,
  mentions: number,
  scores: Address,
): Address {
  const { floats } = kernels;
  for (let q = 0; q < k; q++) {
    const matrix = scores + q * mentions * mentions;
    for (let i = 0; i < mentions; i++) floats[matrix + i * (mentions + 1)] = EXCLUDED;
  }
  kernels.softmaxRows({
    y: scores,
    ldy: mentions,
    x: scores,
    ldx: mentions,
    rows: k * mentions,
    cols: mentions,
  });
  // a mention with nobody to talk to: the softmax of one excluded place would be 1
  if (mentions === 1) kernels.fill(scores, 0, k);
  return scores;
}

function normaliseOverRelations(
  kernels: Kernels,
  { relations: k }: ModelConfig,
  mentions: number,
  scores: Address,
  { left, right }: PairList,
): Address {
  const alpha = kernels.alloc(left.length * k);
  const { floats } = kernels;
  for (let p = 0; p < left.length; p++) {
    for (let q = 0; q < k; q++) {
      // published code: a mention's own weights come out equal, whatever its scores
      const isSelf = left[p] === right[p];
      floats[alpha + p * k + q] = isSelf
        ? 0
        : floats[scores + (q * mentions + left[p]) * mentions + right[p]];
    }
  }
  kernels.softmaxRows({ y: alpha, ldy: k, x: alpha, ldx: k, rows: left.length, cols: k });
  return alpha;
}

function couple(
  kernels: Kernels,
  config: ModelConfig,
  mentions: number,
  { left, right }: PairList,
  coupling: Address,
  overMentions: Address,
  overRelations: Address,
): void {
  const k = config.relations;
  if (overMentions < 0) {
    kernels.copy(coupling, overRelations, left.length * k);
    return;
  }
  const { floats } = kernels;
  const size = mentions * mentions;
  for (let p = 0; p < left.length; p++) {
    let one = overMentions + left[p] * mentions + right[p];
    let other = overMentions + right[p] * mentions + left[p];
    for (let at = p * k; at < (p + 1) * k; at++, one += size, other += size) {
      const sum = floats[one] + floats[other];
      floats[coupling + at] = overRelations < 0 ? sum / k : sum * floats[overRelations + at];
    }
  }
}

/** Adds into df (mentions, d) and ddiagonals (K, d). */
export function relationWeightsBackward(
  kernels: Kernels,
  config: ModelConfig,
  mentions: number,
  weights: RelationWeights,
  f: Address,
  diagonals: Address,
  dcoupling: Address,
  df: Address,
  ddiagonals: Address,
): void {
  const { relations: k, dims: d } = config;
  const size = mentions * mentions;
  const mark = kernels.mark();
  // gradient of s, both orders of a pair added up: (K, mentions, mentions), symmetric
  const dscores = kernels.allocZero(k * size);
  if (weights.overMentions >= 0)
    addMentionNormGradient(kernels, config, mentions, weights, dcoupling, dscores);
  if (weights.overRelations >= 0)
    addRelationNormGradient(kernels, config, mentions, weights, dcoupling, dscores);

  const scaled = kernels.allocZero(k * d);
  kernels.addScaled(scaled, diagonals, 1 / Math.sqrt(d), k * d);
  const reached = kernels.alloc(mentions * d);
  for (let q = 0; q < k; q++) {
    kernels.matmulNN({
      out: reached,
      ldo: d,
      a: dscores + q * size,
      lda: mentions,
      b: f,
      ldb: d,
      m: mentions,
      n: d,
      k: mentions,
      diag: NONE,
      accumulate: false,
    });
    kernels.scaleColumns({
      out: df,
      ldo: d,
      x: reached,
      ldx: d,
      scale: scaled + q * d,
      rows: mentions,
      cols: d,
      accumulate: true,
    });
    kernels.columnProductSums({
      out: ddiagonals + q * d,
      x: f,
      ldx: d,
      y: reached,
      ldy: d,
      factor: 0.5 / Math.sqrt(d),
      rows: mentions,
      cols: d,
    });
  }
  kernels.release(mark);
}

function addMentionNormGradient(
  kernels: Kernels,
  { relations: k }: ModelConfig,
  mentions: number,
  { pairs: { left, right }, overMentions, overRelations }: RelationWeights,
  dcoupling: Address,
  dscores: Address,
): void {
  const size = mentions * mentions;
  const mark = kernels.mark();
  const dalpha = kernels.allocZero(k * size);
  const oneSided = kernels.allocZero(k * size);
  const { floats } = kernels;
  for (let q = 0; q < k; q++) {
    for (let p = 0; p < left.length; p++) {
      const at = p * k + q;
      const gradient = floats[dcoupling + at] * (overRelations < 0 ? 1 / k : floats[overRelations + at]);
      floats[dalpha + q * size + left[p] * mentions + right[p]] = gradient;
      floats[dalpha + q * size + right[p] * mentions + left[p]] = gradient;
    }
  }
  kernels.softmaxRowsBackward({
    dx: oneSided,
    lddx: mentions,
    y: overMentions,
    ldy: mentions,
    dy: dalpha,
    lddy: mentions,
    rows: k * mentions,
    cols: mentions,
  });
  for (let q = 0; q < k; q++) {
    const from = oneSided + q * size;
    const to = dscores + q * size;
    for (let i = 0; i < mentions; i++) {
      for (let j = 0; j < mentions; j++) {
        floats[to + i * mentions + j] += floats[from + i * mentions + j] + floats[from + j * mentions + i];
      }
    }
  }
  kernels.release(mark);
}

function addRelationNormGradient(
  kernels: Kernels,
  { relations: k }: ModelConfig,
  mentions: number,
  { pairs: { left, right }, overMentions, overRelations }: RelationWeights,
  dcoupling: Address,
  dscores: Address,
): void {
  const size = mentions * mentions;
  const mark = kernels.mark();
  const dpairs = kernels.allocZero(left.length * k);
  let dalpha = dcoupling;
  if (overMentions >= 0) {
    dalpha = kernels.alloc(left.length * k);
    const { floats } = kernels;
    for (let p = 0; p < left.length; p++) {
      for (let q = 0; q < k; q++) {
        const alpha = overMentions + q * size;
        const sum =
          floats[alpha + left[p] * mentions + right[p]] + floats[alpha + right[p] * mentions + left[p]];
        floats[dalpha + p * k + q] = floats[dcoupling + p * k + q] * sum;
      }
    }
  }
  kernels.softmaxRowsBackward({
    dx: dpairs,
    lddx: k,
    y: overRelations,
    ldy: k,
    dy: dalpha,
    lddy: k,
    rows: left.length,
    cols: k,
  });
  const { floats } = kernels;
  for (let p = 0; p < left.length; p++) {
    for (let q = 0; q < k; q++) {
      const gradient = floats[dpairs + p * k + q];
      floats[dscores + q * size + left[p] * mentions + right[p]] += gradient;
      floats[dscores + q * size + right[p] * mentions + left[p]] += gradient;
    }
  }
  kernels.release(mark);
}
