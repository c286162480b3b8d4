/**
 * Relation weights α between all mentions and the coupling of each pair (docs/model.md, sections 4 and 5): the number that
 * multiplies eᵀ R_k e'. With s_ijk = f_iᵀ D_k f_j / √d, ment-norm: (α_ijk + α_jik) / K; rel-norm: α_ijk, with even influence times 2 / (mentions − 1); both: (α_ijk + α_jik) of
 * ment-norm times α_ijk of rel-norm; uniform: 2 / (mentions − 1).
 */
import { type Address, NONE } from "../../math/kernels.js";
import { type ModelConfig, usesMentionFeatures } from "../config.js";
import { allPairs, type PairList } from "./graph.js";
import type { LayerContext, LayerParameter } from "./layer.js";
import {
  addMentionNormGradient,
  addRelationNormGradient,
  influenceOf,
  normaliseOverMentions,
  normaliseOverRelations,
} from "./relation-norms.js";

/** The diagonals D (K, d). */
export function relationWeightParameters(config: ModelConfig): LayerParameter[] {
  if (!usesMentionFeatures(config)) return [];
  const shape = [config.relations, config.dims];
  return [
    { name: "ew_embs", shape, start: (random, _, values) => random.normal(0, values.relationDeviation) },
  ];
}

export interface RelationWeights {
  pairs: PairList;
  /** (pairs, K) */
  coupling: Address;
  /** (mentions, d): what the weights were made from; NONE when the variant has no features. */
  f: Address;
  /** (K, mentions, mentions): α normalised over mentions, row i over j ≠ i; NONE when the variant has none. */
  overMentions: Address;
  /** (pairs, K): α normalised over relations; NONE when the variant has none. */
  overRelations: Address;
  /** α over mentions of a bounded graph, (pairs, K): left looking at right, and right at left. Absent in the exact one. */
  bounded?: { left: Float32Array; right: Float32Array };
}

/** f (mentions, d), or NONE. */
export function relationWeightsForward(layer: LayerContext, f: Address): RelationWeights {
  const { kernels, config, document } = layer;
  const { mentions } = document;
  const pairs = allPairs(mentions, talksToItself(config));
  const numbers = pairs.left.length * config.relations;
  const coupling = kernels.alloc(numbers);
  if (!usesMentionFeatures(config)) {
    kernels.fill(coupling, 2 / Math.max(1, mentions - 1), numbers);
    return { pairs, coupling, f, overMentions: NONE, overRelations: NONE };
  }
  const scores = scoreMentions(layer, f);
  const overRelations = hasRelNorm(config) ? normaliseOverRelations(layer, scores, pairs) : NONE;
  const overMentions = hasMentNorm(config) ? normaliseOverMentions(layer, scores) : NONE;
  const weights = { pairs, coupling, f, overMentions, overRelations };
  couple(layer, weights);
  return weights;
}

/** In the published rel-norm a mention talks to itself. */
export function talksToItself(config: ModelConfig): boolean {
  return config.asPublished && config.normalization === "rel-norm";
}

const hasMentNorm = (config: ModelConfig) => config.normalization !== "rel-norm";
const hasRelNorm = (config: ModelConfig) => config.normalization !== "ment-norm";

/** D / √d: (K, d). */
export function scaledDiagonals({ kernels, config, parameter }: LayerContext): Address {
  const { relations: k, dims: d } = config;
  const scaled = kernels.allocZero(k * d);
  kernels.addScaled(scaled, parameter("ew_embs"), 1 / Math.sqrt(d), k * d);
  return scaled;
}

/** s_ijk: (K, mentions, mentions). */
function scoreMentions(layer: LayerContext, f: Address): Address {
  const { kernels, config, document } = layer;
  const { relations: k, dims: d } = config;
  const n = document.mentions;
  const scores = kernels.alloc(k * n * n);
  const mark = kernels.mark();
  const scaled = scaledDiagonals(layer);
  for (let q = 0; q < k; q++) {
    const diag = scaled + q * d;
    kernels.matmulSymmetric({ out: scores + q * n * n, ldo: n, a: f, lda: d, n, k: d, diag });
  }
  kernels.release(mark);
  return scores;
}

function couple({ kernels, config, document }: LayerContext, weights: RelationWeights): void {
  const { pairs, coupling, overMentions, overRelations } = weights;
  const { left, right } = pairs;
  const { mentions } = document;
  const k = config.relations;
  if (overMentions < 0) {
    const count = left.length * k;
    kernels.fill(coupling, 0, count);
    kernels.addScaled(coupling, overRelations, influenceOf(config, mentions - 1), count);
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

/** dcoupling (pairs, K). Returns df (mentions, d). */
export function relationWeightsBackward(
  layer: LayerContext,
  weights: RelationWeights,
  dcoupling: Address,
): Address {
  const { kernels, config, document, gradient } = layer;
  const { relations: k, dims: d } = config;
  const n = document.mentions;
  const ddiagonals = gradient("ew_embs");
  const df = kernels.allocZero(n * d);
  const mark = kernels.mark();
  // gradient of s, both orders of a pair added up: (K, mentions, mentions), symmetric
  const dscores = kernels.allocZero(k * n * n);
  if (weights.overMentions >= 0) addMentionNormGradient(layer, weights, dcoupling, dscores);
  if (weights.overRelations >= 0) addRelationNormGradient(layer, weights, dcoupling, dscores);

  const scaled = scaledDiagonals(layer);
  const reached = kernels.alloc(n * d);
  for (let q = 0; q < k; q++) {
    kernels.matmulNN({
      out: reached,
      ldo: d,
      a: dscores + q * n * n,
      lda: n,
      b: weights.f,
      ldb: d,
      m: n,
      n: d,
      k: n,
      diag: NONE,
      accumulate: false,
    });
    kernels.scaleColumns({
      out: df,
      ldo: d,
      x: reached,
      ldx: d,
      scale: scaled + q * d,
      rows: n,
      cols: d,
      accumulate: true,
    });
    kernels.columnProductSums({
      out: ddiagonals + q * d,
      x: weights.f,
      ldx: d,
      y: reached,
      ldy: d,
      factor: 0.5 / Math.sqrt(d),
      rows: n,
      cols: d,
    });
  }
  kernels.release(mark);
  return df;
}
