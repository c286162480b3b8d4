/**
 * Pair scores Φ of all pairs (docs/model.md, section 5): Φ_ij(e, e') = Σ_k a_ijk eᵀ R_k e', a_ijk being the coupling of the relation
 * weights.
 */
import type { Graph } from "../../math/graph-layout.js";
import { type Address, NONE } from "../../math/kernels.js";
import { pairGradientScratch, pairScoreScratch } from "../../math/scratch.js";
import { type ModelConfig, usesRelations } from "../config.js";
import { type LayerContext, type LayerParameter, startPadding } from "./layer.js";

/**
 * The diagonals R (K, d). Those of R_1 start around 1; in rel-norm no relation comes first, so all start around 0, or, with even
 * influence, around 1: then training begins with the relation-agnostic model, whatever the seed.
 */
export function pairScoreParameters(config: ModelConfig): LayerParameter[] {
  if (!usesRelations(config)) return [];
  const { relations, dims: d, normalization, evenInfluence } = config;
  const isAlike = normalization === "rel-norm";
  const meanOf = (i: number) => (isAlike ? Number(evenInfluence) : i < d ? 1 : 0);
  return [
    {
      name: "rel_embs",
      shape: [relations, d],
      start: (random, i, values) => random.normal(meanOf(i), values.relationDeviation),
    },
  ];
}

/** The padding mention's only entity (d). */
export function paddingEntityParameters({ padding, dims: d }: ModelConfig): LayerParameter[] {
  return padding ? [{ name: "pad_ent_emb", shape: [1, d], start: startPadding }] : [];
}

export interface PairScores {
  graph: Graph;
  /** (pairs, K) */
  coupling: Address;
  /** Φ, a block for each edge. */
  blocks: Address;
}

export function pairScoresForward(layer: LayerContext, graph: Graph, coupling: Address): PairScores {
  const { kernels, config, document, parameter } = layer;
  const { relations: k, dims: d } = config;
  const blocks = kernels.alloc(graph.blockSize);
  const mark = kernels.mark();
  const packed = kernels.alloc(document.candidates * d);
  kernels.packEntities({ packed, entities: document.entities, graph: graph.address, d });
  const scratch = kernels.alloc(pairScoreScratch(document.largestCount, d));
  const relations = parameter("rel_embs");
  kernels.pairScores({ blocks, graph: graph.address, packed, coupling, relations, scratch, k, d });
  kernels.release(mark);
  return { graph, coupling, blocks };
}

/** dblocks as the blocks. Returns dcoupling (pairs, K). */
export function pairScoresBackward(
  layer: LayerContext,
  { graph, coupling }: PairScores,
  dblocks: Address,
): Address {
  const { kernels, config, document, parameter, gradient } = layer;
  const { relations: k, dims: d } = config;
  const dcoupling = kernels.allocZero(graph.pairCount * k);
  const mark = kernels.mark();
  kernels.pairScoresBackward({
    dcoupling,
    drelations: gradient("rel_embs"),
    dpadding: config.padding ? gradient("pad_ent_emb") : NONE,
    paddingMention: document.padding,
    dblocks,
    graph: graph.address,
    entities: document.entities,
    coupling,
    relations: parameter("rel_embs"),
    scratch: kernels.alloc(pairGradientScratch(d)),
    k,
    d,
  });
  kernels.release(mark);
  return dcoupling;
}
