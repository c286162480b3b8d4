/** The whole model on one document: from the encoded document to final scores, and from the loss back to every gradient. */
import type { Address } from "../math/kernels.js";
import { usesEvidence, usesMentionFeatures, usesRelations } from "./config.js";
import { diversity } from "./layers/diversity.js";
import { type Evidence, evidenceBackward, evidenceForward } from "./layers/evidence.js";
import { type FinalScores, finalScoresBackward, finalScoresForward } from "./layers/final-score.js";
import {
  type ForwardOptions,
  hasInteraction,
  type Interaction,
  interactionBackward,
  interactionForward,
} from "./layers/interaction.js";
import { checkFinite, type LayerContext } from "./layers/layer.js";
import { type LocalScores, localScoresBackward, localScoresForward } from "./layers/local-score.js";
import { documentLoss } from "./layers/loss.js";

export interface ForwardPass {
  /** Absent in the oracle, which does not look at words. */
  local: LocalScores | undefined;
  /** Absent where the model looks at none. */
  evidence: Evidence | undefined;
  /** Absent when there was nobody to talk to, and in predictions without history. */
  interaction: Interaction | undefined;
  /** ρ, and q̂ that went into it, or Ψ where a mention stands alone, or the oracle's sum. */
  final: FinalScores;
}

export function runForward(layer: LayerContext, options: ForwardOptions): ForwardPass {
  const { kernels, document } = layer;
  const local = options.oracle ? undefined : localScoresForward(layer);
  const evidence = usesEvidence(layer.config) ? evidenceForward(layer, local?.psi) : undefined;
  const heard = hasInteraction(layer, options) ? interactionForward(layer, local?.psi, options) : undefined;
  const q = heard?.q ?? local?.psi ?? kernels.allocZero(document.candidates);
  const final = finalScoresForward(layer, q, evidence?.logPriors ?? document.logPriors);
  checkFinite(layer, final.q, final.scored);
  checkFinite(layer, final.scores, final.scored);
  return { local, evidence, interaction: heard?.interaction, final };
}

/** Returns the loss; adds into the gradients. */
export function runBackward(layer: LayerContext, pass: ForwardPass): number {
  const { local, evidence, interaction, final } = pass;
  const { loss, dscores } = documentLoss(layer, final);
  const { dq, dlogPriors } = finalScoresBackward(layer, final, dscores);
  const dpsi: Address | undefined = interaction ? interactionBackward(layer, interaction, dq) : dq;
  if (evidence) evidenceBackward(layer, evidence, dlogPriors, dpsi);
  if (local && dpsi !== undefined) localScoresBackward(layer, local, dpsi);
  let apart = 0;
  if (usesRelations(layer.config)) apart += diversity(layer, "rel_embs");
  if (usesMentionFeatures(layer.config)) apart += diversity(layer, "ew_embs");
  return loss + apart;
}
