/**
 * The loss of a document (docs/model.md, section 7): the mean over mentions with a known gold, times (mentions / 20)^lengthWeight, of the
 * ranking loss (1/c) Σ_{e ≠ gold} max(0, γ − ρ(gold) + ρ(e)), or with a sharpness s above 0 of −log softmax(s ρ)(gold).
 */
import type { Address } from "../../math/kernels.js";
import type { FinalScores } from "./final-score.js";
import type { LayerContext } from "./layer.js";

/** Mentions of a document that counts the same whatever the length's weight: an ordinary piece of news. */
const ORDINARY_LENGTH = 20;

/** The loss, and its gradient dscores (scored). */
interface Loss {
  loss: number;
  dscores: Address;
}

export function documentLoss(layer: LayerContext, final: FinalScores): Loss {
  const { config, document } = layer;
  let judged = 0;
  for (let i = 0; i < document.positions.length; i++) if (document.golds[i] >= 0) judged++;
  const weight = (judged / ORDINARY_LENGTH) ** config.lengthWeight / judged;
  return config.sharpness > 0 ? likelihoodLoss(layer, final, weight) : rankingLoss(layer, final, weight);
}

/** `weight`: how much each mention counts. */
function rankingLoss(
  { kernels, config, document }: LayerContext,
  { scores, scored }: FinalScores,
  weight: number,
): Loss {
  const n = document.positions.length;
  const dscores = kernels.allocZero(scored);
  const golds = kernels.alloc(n);
  const weights = kernels.alloc(n);
  const { ints, floats } = kernels;
  for (let i = 0; i < n; i++) {
    ints[golds + i] = document.golds[i];
    floats[weights + i] = weight / document.counts[i];
  }
  const loss = kernels.marginLoss({
    dscores,
    scores,
    starts: document.startsAddress,
    counts: document.countsAddress,
    golds,
    weights,
    mentions: n,
    margin: config.margin,
  });
  return { loss, dscores };
}

function likelihoodLoss(
  { kernels, config, document }: LayerContext,
  { scores, scored }: FinalScores,
  weight: number,
): Loss {
  const { sharpness } = config;
  const dscores = kernels.allocZero(scored);
  const { floats } = kernels;
  let loss = 0;
  for (let i = 0; i < document.positions.length; i++) {
    const gold = document.golds[i];
    if (gold < 0) continue;
    const from = scores + document.starts[i];
    const gradient = dscores + document.starts[i];
    const count = document.counts[i];
    let highest = floats[from];
    for (let e = 1; e < count; e++) highest = Math.max(highest, floats[from + e]);
    let sum = 0;
    for (let e = 0; e < count; e++) sum += Math.exp(sharpness * (floats[from + e] - highest));
    loss += weight * (Math.log(sum) - sharpness * (floats[from + gold] - highest));
    for (let e = 0; e < count; e++) {
      const share = Math.exp(sharpness * (floats[from + e] - highest)) / sum;
      floats[gradient + e] = weight * sharpness * (e === gold ? share - 1 : share);
    }
  }
  return { loss, dscores };
}
