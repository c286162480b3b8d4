/**
 * The ranking loss (docs/model.md, section 7): the mean over mentions with a known gold of (1/c) Σ_{e ≠ gold} max(0, γ − ρ(gold) + ρ(e)),
 * times (mentions / 20)^lengthWeight.
 */
import type { Address } from "../../math/kernels.js";
import type { FinalScores } from "./final-score.js";
import type { LayerContext } from "./layer.js";

/** Mentions of a document that counts the same whatever the length's weight: an ordinary piece of news. */
const ORDINARY_LENGTH = 20;

/** The loss, and its gradient dscores (scored). */
export function rankingLoss(
  { kernels, config, document }: LayerContext,
  { scores, scored }: FinalScores,
): { loss: number; dscores: Address } {
  const n = document.positions.length;
  let judged = 0;
  for (let i = 0; i < n; i++) if (document.golds[i] >= 0) judged++;
  const importance = (judged / ORDINARY_LENGTH) ** config.lengthWeight;
  const dscores = kernels.allocZero(scored);
  const golds = kernels.alloc(n);
  const weights = kernels.alloc(n);
  const { ints, floats } = kernels;
  for (let i = 0; i < n; i++) {
    ints[golds + i] = document.golds[i];
    floats[weights + i] = importance / (judged * document.counts[i]);
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
