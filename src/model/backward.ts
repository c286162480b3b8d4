/** The whole model backward: from the loss on the final scores to the gradient of every parameter. */
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import { beliefsBackward } from "./beliefs.js";
import type { ModelConfig } from "./config.js";
import { diversity } from "./diversity.js";
import type { EncodedDocument } from "./encode-document.js";
import type { ForwardPass, Interaction } from "./forward.js";
import { localScoresBackward } from "./local-score.js";
import { mentionFeaturesBackward } from "./mention-features.js";
import { oracleBackward } from "./oracle.js";
import type { ParameterLayout, ParameterName } from "./parameters.js";
import { relationWeightsBackward } from "./relation-weights.js";

/** Returns the loss; adds into the gradients. */
export function runBackward(
  kernels: Kernels,
  config: ModelConfig,
  layout: ParameterLayout,
  parameters: Address,
  gradients: Address,
  pass: ForwardPass,
): number {
  const { document, local, interaction } = pass;
  const value = (name: ParameterName) => parameters + layout.offsetOf(name);
  const gradient = (name: ParameterName) => gradients + layout.offsetOf(name);

  const dscores = kernels.allocZero(pass.scored);
  const loss = rankingLoss(kernels, config, document, pass.scores, dscores);
  const dq = kernels.allocZero(document.candidates);
  kernels.finalScoreBackward({
    dq,
    dw1: gradient("score_combine.0.weight"),
    db1: gradient("score_combine.0.bias"),
    dw2: gradient("score_combine.2.weight"),
    db2: gradient("score_combine.2.bias"),
    drho: dscores,
    q: pass.q,
    logPrior: document.logPriors,
    count: pass.scored,
    w1: value("score_combine.0.weight"),
    b1: value("score_combine.0.bias"),
    w2: value("score_combine.2.weight"),
    hidden: config.hidden,
  });
  // the ranking loss cannot see a constant; what is there is rounding, and Adam would make a walk of it
  kernels.fill(gradient("score_combine.2.bias"), 0, 1);
  let dpsi = dq;
  if (interaction) {
    dpsi = kernels.allocZero(document.candidates);
    interactionBackward(kernels, config, layout, parameters, gradients, document, interaction, dq, dpsi);
  }
  if (local) {
    const [da, db] = [gradient("att_mat_diag"), gradient("tok_score_mat_diag")];
    localScoresBackward(kernels, config, document, local, value("tok_score_mat_diag"), da, db, dpsi);
  }
  return loss + diversityTerms(kernels, config, layout, parameters, gradients);
}

/** Mean over mentions with a known gold of (1/c) Σ max(0, γ − ρ(gold) + ρ(e)). */
function rankingLoss(
  kernels: Kernels,
  config: ModelConfig,
  document: EncodedDocument,
  scores: Address,
  dscores: Address,
): number {
  const n = document.positions.length;
  let judged = 0;
  for (let i = 0; i < n; i++) if (document.golds[i] >= 0) judged++;
  const golds = kernels.alloc(n);
  const weights = kernels.alloc(n);
  const { ints, floats } = kernels;
  for (let i = 0; i < n; i++) {
    ints[golds + i] = document.golds[i];
    floats[weights + i] = 1 / (judged * document.counts[i]);
  }
  const { startsAddress, countsAddress } = document;
  return kernels.marginLoss({
    dscores,
    scores,
    starts: startsAddress,
    counts: countsAddress,
    golds,
    weights,
    mentions: n,
    margin: config.margin,
  });
}

function interactionBackward(
  kernels: Kernels,
  config: ModelConfig,
  layout: ParameterLayout,
  parameters: Address,
  gradients: Address,
  document: EncodedDocument,
  { features, weights, graph, beliefs }: Interaction,
  dq: Address,
  dpsi: Address,
): void {
  const { relations: k, dims: d } = config;
  const dblocks = kernels.allocZero(graph.blockSize);
  if (beliefs) beliefsBackward(kernels, config, document, graph, beliefs, dq, dblocks, dpsi);
  else oracleBackward(kernels, document, graph, dq, dblocks);

  const dcoupling = kernels.allocZero(graph.pairCount * k);
  kernels.pairScoresBackward({
    dcoupling,
    drelations: gradients + layout.offsetOf("rel_embs"),
    dpadding: config.padding ? gradients + layout.offsetOf("pad_ent_emb") : NONE,
    paddingMention: document.padding,
    dblocks,
    graph: graph.address,
    entities: document.entities,
    coupling: weights.coupling,
    relations: parameters + layout.offsetOf("rel_embs"),
    scratch: kernels.alloc(4 * (d + 4)),
    k,
    d,
  });
  if (!features) return;
  const df = kernels.allocZero(document.mentions * d);
  relationWeightsBackward(
    kernels,
    config,
    document.mentions,
    weights,
    features.f,
    parameters + layout.offsetOf("ew_embs"),
    dcoupling,
    df,
    gradients + layout.offsetOf("ew_embs"),
  );
  mentionFeaturesBackward(kernels, config, layout, parameters, gradients, document, features, df);
}

function diversityTerms(
  kernels: Kernels,
  config: ModelConfig,
  layout: ParameterLayout,
  parameters: Address,
  gradients: Address,
): number {
  const { floats } = kernels;
  let total = 0;
  for (const name of ["rel_embs", "ew_embs"] as const) {
    if (!layout.has(name)) continue;
    const offset = layout.offsetOf(name);
    total += diversity(
      floats,
      parameters + offset,
      floats,
      gradients + offset,
      config.relations,
      config.dims,
      config.diversity,
      config.asPublished,
    );
  }
  return total;
}
