/** The whole model on one document, forward: from encoded document to final scores. Keeps what the backward pass needs. */
import { LinkingError } from "../errors.js";
import type { Graph } from "../math/graph-layout.js";
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import { pairScoreScratch } from "../math/scratch.js";
import { type Beliefs, beliefsForward, settleBeliefs } from "./beliefs.js";
import { type ModelConfig, usesMentionFeatures, usesRelations } from "./config.js";
import type { EncodedDocument } from "./encode-document.js";
import { layOutGraph, layOutPairs } from "./graph.js";
import { type LocalScores, localScoresForward } from "./local-score.js";
import { type MentionFeatures, mentionFeaturesForward } from "./mention-features.js";
import { oracleForward } from "./oracle.js";
import type { ParameterLayout, ParameterName } from "./parameters.js";
import { type RelationWeights, relationWeightsForward, talksToItself } from "./relation-weights.js";
import { strongestNeighbours } from "./strongest-neighbours.js";

/** How mentions influenced each other. */
export interface Interaction {
  features: MentionFeatures | undefined;
  weights: RelationWeights;
  graph: Graph;
  /** Pair scores Φ, a block for each edge. */
  blocks: Address;
  /** Absent in the oracle. */
  beliefs: Beliefs | undefined;
}

export interface ForwardPass {
  document: EncodedDocument;
  /** Absent in the oracle, which does not look at words. */
  local: LocalScores | undefined;
  /** Absent when there was nobody to talk to, and in predictions without history. */
  interaction: Interaction | undefined;
  /** (scored): what g combines with the prior: q̂, or Ψ where a mention stands alone, or the oracle's sum. */
  q: Address;
  /** (scored): ρ. */
  scores: Address;
  /** Length of the candidate index without the padding mention. */
  scored: number;
}

export interface ForwardOptions {
  oracle: boolean;
  /** Keep every loop's messages. */
  keepHistory: boolean;
  /** Undefined: no dropout. */
  dropoutSeed: number | undefined;
  /** Everybody listens to everybody, however long the document: training needs the gradient of every weight. */
  exact: boolean;
}

export function runForward(
  kernels: Kernels,
  config: ModelConfig,
  layout: ParameterLayout,
  parameters: Address,
  document: EncodedDocument,
  options: ForwardOptions,
): ForwardPass {
  const at = (name: ParameterName) => parameters + layout.offsetOf(name);
  const local = options.oracle
    ? undefined
    : localScoresForward(kernels, config, document, at("att_mat_diag"), at("tok_score_mat_diag"));
  const heard = hasInteraction(config, document, options)
    ? interact(kernels, config, layout, parameters, document, local, options)
    : undefined;
  const q = heard?.q ?? local?.psi ?? kernels.allocZero(document.candidates);

  const scored = document.padding >= 0 ? document.starts[document.padding] : document.candidates;
  const scores = kernels.alloc(scored);
  kernels.finalScore({
    rho: scores,
    q,
    logPrior: document.logPriors,
    count: scored,
    w1: at("score_combine.0.weight"),
    b1: at("score_combine.0.bias"),
    w2: at("score_combine.2.weight"),
    b2: at("score_combine.2.bias"),
    hidden: config.hidden,
  });
  checkFinite(kernels, q, scored, document);
  checkFinite(kernels, scores, scored, document);
  return { document, local, interaction: heard?.interaction, q, scores, scored };
}

/** The message kernels pass over NaN, so what goes into them is looked at as well as what comes out. */
function checkFinite(kernels: Kernels, at: Address, count: number, document: EncodedDocument): void {
  if (kernels.allFinite(at, count)) return;
  throw new LinkingError(
    "not-a-number",
    `The scores of a document of ${document.documentMentions} mentions came out as NaN or infinity; check the vector tables and the parameters for such values, or train with a lower rate.`,
  );
}

/** One mention alone, without padding, skips relations (spec section 6). */
function hasInteraction(config: ModelConfig, document: EncodedDocument, options: ForwardOptions): boolean {
  if (!usesRelations(config) || document.positions.length === 0) return false;
  return options.oracle || document.mentions > 1;
}

function interact(
  kernels: Kernels,
  config: ModelConfig,
  layout: ParameterLayout,
  parameters: Address,
  document: EncodedDocument,
  local: LocalScores | undefined,
  options: ForwardOptions,
): { q: Address; interaction?: Interaction } {
  const { mentions } = document;
  let features: MentionFeatures | undefined;
  if (usesMentionFeatures(config)) {
    features = mentionFeaturesForward(kernels, config, layout, parameters, document, options.dropoutSeed);
  }
  const weigh =
    options.exact || mentions - 1 <= config.neighbours ? relationWeightsForward : strongestNeighbours;
  const diagonals = features ? parameters + layout.offsetOf("ew_embs") : NONE;
  const weights = weigh(kernels, config, mentions, features?.f ?? NONE, diagonals);
  checkFinite(kernels, weights.coupling, weights.pairs.left.length * config.relations, document);
  const relations = parameters + layout.offsetOf("rel_embs");
  checkFinite(kernels, relations, config.relations * config.dims, document);
  if (config.padding)
    checkFinite(kernels, parameters + layout.offsetOf("pad_ent_emb"), config.dims, document);

  if (local && !options.keepHistory && !talksToItself(config)) {
    const graph = layOutPairs(kernels, document, weights.pairs);
    const blocks = scorePairs(kernels, config, document, graph, weights.coupling, relations);
    const q = settleBeliefs(kernels, config, document, graph, blocks, local.psi);
    if (q !== undefined) return { q };
  }
  const graph = layOutGraph(kernels, document, weights.pairs, options.oracle);
  const blocks = scorePairs(kernels, config, document, graph, weights.coupling, relations);
  const beliefs = local
    ? beliefsForward(kernels, config, document, graph, blocks, local.psi, options.keepHistory)
    : undefined;
  return {
    q: beliefs?.q ?? oracleForward(kernels, document, graph, blocks),
    interaction: { features, weights, graph, blocks, beliefs },
  };
}

/** Φ of every pair of a graph. */
function scorePairs(
  kernels: Kernels,
  config: ModelConfig,
  document: EncodedDocument,
  graph: Graph,
  coupling: Address,
  relations: Address,
): Address {
  const { relations: k, dims: d } = config;
  const blocks = kernels.alloc(graph.blockSize);
  const mark = kernels.mark();
  const packed = kernels.alloc(document.candidates * d);
  kernels.packEntities({ packed, entities: document.entities, graph: graph.address, d });
  const scratch = kernels.alloc(pairScoreScratch(document.largestCount, d));
  kernels.pairScores({ blocks, graph: graph.address, packed, coupling, relations, scratch, k, d });
  kernels.release(mark);
  return blocks;
}
