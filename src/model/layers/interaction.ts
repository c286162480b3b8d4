/**
 * How mentions influence each other: mention features → relation weights → pair scores → beliefs, or the oracle in place of the
 * beliefs (docs/model.md, sections 4 to 6 and 8).
 */
import { type Address, NONE } from "../../math/kernels.js";
import { usesMentionFeatures, usesRelations } from "../config.js";
import { type Beliefs, beliefsBackward, beliefsForward, settleBeliefs } from "./beliefs.js";
import { layOutGraph, layOutPairs } from "./graph.js";
import { checkFinite, type LayerContext } from "./layer.js";
import { type MentionFeatures, mentionFeaturesBackward, mentionFeaturesForward } from "./mention-features.js";
import { oracleBackward, oracleForward } from "./oracle.js";
import { type PairScores, pairScoresBackward, pairScoresForward } from "./pair-scores.js";
import {
  type RelationWeights,
  relationWeightsBackward,
  relationWeightsForward,
  talksToItself,
} from "./relation-weights.js";
import { strongestNeighbours } from "./strongest-neighbours.js";

export interface ForwardOptions {
  oracle: boolean;
  /** Keep every loop's messages. */
  keepHistory: boolean;
  /** Undefined: no dropout. */
  dropoutSeed: number | undefined;
  /** Everybody listens to everybody, however long the document: training needs the gradient of every weight. */
  exact: boolean;
}

export interface Interaction {
  features: MentionFeatures | undefined;
  weights: RelationWeights;
  scores: PairScores;
  /** Absent in the oracle. */
  beliefs: Beliefs | undefined;
}

/** One mention alone, without padding, skips relations (docs/model.md, section 6). */
export function hasInteraction({ config, document }: LayerContext, options: ForwardOptions): boolean {
  if (!usesRelations(config) || document.positions.length === 0) return false;
  return options.oracle || document.mentions > 1;
}

/** From psi (candidates), undefined in the oracle, to q (candidates). The record is absent where no history is wanted. */
export function interactionForward(
  layer: LayerContext,
  psi: Address | undefined,
  options: ForwardOptions,
): { q: Address; interaction?: Interaction } {
  const { kernels, config, document } = layer;
  const features = usesMentionFeatures(config)
    ? mentionFeaturesForward(layer, options.dropoutSeed)
    : undefined;
  const isShort = document.mentions - 1 <= config.neighbours;
  const weigh = options.exact || isShort ? relationWeightsForward : strongestNeighbours;
  const weights = weigh(layer, features?.f ?? NONE);
  const { pairs, coupling } = weights;
  checkInputs(layer, weights);

  if (psi !== undefined && !options.keepHistory && !talksToItself(config)) {
    const scores = pairScoresForward(layer, layOutPairs(kernels, document, pairs), coupling);
    const q = settleBeliefs(layer, scores, psi);
    if (q !== undefined) return { q };
  }
  const graph = layOutGraph(kernels, document, pairs, options.oracle);
  const scores = pairScoresForward(layer, graph, coupling);
  const beliefs = psi === undefined ? undefined : beliefsForward(layer, scores, psi, options.keepHistory);
  return {
    q: beliefs?.q ?? oracleForward(layer, scores),
    interaction: { features, weights, scores, beliefs },
  };
}

function checkInputs(layer: LayerContext, { coupling, pairs }: RelationWeights): void {
  const { config, parameter } = layer;
  const { relations: k, dims: d } = config;
  checkFinite(layer, coupling, pairs.left.length * k);
  checkFinite(layer, parameter("rel_embs"), k * d);
  if (config.padding) checkFinite(layer, parameter("pad_ent_emb"), d);
}

/** dq (candidates). Returns dpsi (candidates), undefined in the oracle. */
export function interactionBackward(
  layer: LayerContext,
  { features, weights, scores, beliefs }: Interaction,
  dq: Address,
): Address | undefined {
  const heard = beliefs && beliefsBackward(layer, beliefs, dq);
  const dblocks = heard?.dblocks ?? oracleBackward(layer, scores, dq);
  const dcoupling = pairScoresBackward(layer, scores, dblocks);
  if (features) {
    const df = relationWeightsBackward(layer, weights, dcoupling);
    mentionFeaturesBackward(layer, features, df);
  }
  return heard?.dpsi;
}
