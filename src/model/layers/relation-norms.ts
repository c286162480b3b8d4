/** The two ways to make weights α of scores s_ijk (docs/model.md, section 4), a softmax over mentions and one over relations. */
import type { Address } from "../../math/kernels.js";
import type { ModelConfig } from "../config.js";
import type { PairList } from "./graph.js";
import type { LayerContext } from "./layer.js";
import type { RelationWeights } from "./relation-weights.js";

/** What α of rel-norm is multiplied by to be the coupling, where a mention has so many others to talk to. */
export function influenceOf({ evenInfluence }: ModelConfig, others: number): number {
  return evenInfluence ? 2 / Math.max(1, others) : 1;
}

/** So low that a softmax gives it exactly nothing. */
const EXCLUDED = -1e30;

/** α_ijk = softmax over j ≠ i of scores (K, mentions, mentions), in place. */
export function normaliseOverMentions({ kernels, config, document }: LayerContext, scores: Address): Address {
  const k = config.relations;
  const n = document.mentions;
  const { floats } = kernels;
  for (let q = 0; q < k; q++) {
    const matrix = scores + q * n * n;
    for (let i = 0; i < n; i++) floats[matrix + i * (n + 1)] = EXCLUDED;
  }
  kernels.softmaxRows({ y: scores, ldy: n, x: scores, ldx: n, rows: k * n, cols: n });
  // a mention with nobody to talk to: the softmax of one excluded place would be 1
  if (n === 1) kernels.fill(scores, 0, k);
  return scores;
}

/** dscores (K, mentions, mentions) += the gradient of s through `normaliseOverMentions`, both orders of a pair. */
export function addMentionNormGradient(
  { kernels, config, document }: LayerContext,
  { pairs: { left, right }, overMentions, overRelations }: RelationWeights,
  dcoupling: Address,
  dscores: Address,
): void {
  const k = config.relations;
  const n = document.mentions;
  const size = n * n;
  const mark = kernels.mark();
  const dalpha = kernels.allocZero(k * size);
  const oneSided = kernels.allocZero(k * size);
  const { floats } = kernels;
  for (let q = 0; q < k; q++) {
    for (let p = 0; p < left.length; p++) {
      const at = p * k + q;
      const gradient = floats[dcoupling + at] * (overRelations < 0 ? 1 / k : floats[overRelations + at]);
      floats[dalpha + q * size + left[p] * n + right[p]] = gradient;
      floats[dalpha + q * size + right[p] * n + left[p]] = gradient;
    }
  }
  kernels.softmaxRowsBackward({
    dx: oneSided,
    lddx: n,
    y: overMentions,
    ldy: n,
    dy: dalpha,
    lddy: n,
    rows: k * n,
    cols: n,
  });
  for (let q = 0; q < k; q++) {
    const from = oneSided + q * size;
    const to = dscores + q * size;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        floats[to + i * n + j] += floats[from + i * n + j] + floats[from + j * n + i];
      }
    }
  }
  kernels.release(mark);
}

/** α (pairs, K) = softmax over k of each pair's scores. */
export function normaliseOverRelations(
  { kernels, config, document }: LayerContext,
  scores: Address,
  { left, right }: PairList,
): Address {
  const k = config.relations;
  const n = document.mentions;
  const alpha = kernels.alloc(left.length * k);
  const { floats } = kernels;
  for (let p = 0; p < left.length; p++) {
    for (let q = 0; q < k; q++) {
      // published code: a mention's own weights come out equal, whatever its scores
      const isSelf = left[p] === right[p];
      floats[alpha + p * k + q] = isSelf ? 0 : floats[scores + (q * n + left[p]) * n + right[p]];
    }
  }
  kernels.softmaxRows({ y: alpha, ldy: k, x: alpha, ldx: k, rows: left.length, cols: k });
  return alpha;
}

/** dscores (K, mentions, mentions) += the gradient of s through `normaliseOverRelations`, both orders of a pair. */
export function addRelationNormGradient(
  { kernels, config, document }: LayerContext,
  { pairs: { left, right }, overMentions, overRelations }: RelationWeights,
  dcoupling: Address,
  dscores: Address,
): void {
  const k = config.relations;
  const n = document.mentions;
  const size = n * n;
  const mark = kernels.mark();
  const dx = kernels.allocZero(left.length * k);
  const dalpha = kernels.allocZero(left.length * k);
  if (overMentions < 0) kernels.addScaled(dalpha, dcoupling, influenceOf(config, n - 1), left.length * k);
  else {
    const { floats } = kernels;
    for (let p = 0; p < left.length; p++) {
      for (let q = 0; q < k; q++) {
        const alpha = overMentions + q * size;
        const sum = floats[alpha + left[p] * n + right[p]] + floats[alpha + right[p] * n + left[p]];
        floats[dalpha + p * k + q] = floats[dcoupling + p * k + q] * sum;
      }
    }
  }
  kernels.softmaxRowsBackward({
    dx,
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
      const gradient = floats[dx + p * k + q];
      floats[dscores + q * size + left[p] * n + right[p]] += gradient;
      floats[dscores + q * size + right[p] * n + left[p]] += gradient;
    }
  }
  kernels.release(mark);
}
