/**
 * The oracle (docs/model.md, section 8): every other mention's entity is its gold one; no local score, no loops.
 * out_i(e) = Σ_j Φ_ij(e, gold_j). No parameters.
 */
import { EDGE_BLOCK, EDGE_SOURCE, EDGE_STRIDE, EDGE_TARGET, widthOf } from "../../math/graph-layout.js";
import type { Address } from "../../math/kernels.js";
import type { LayerContext } from "./layer.js";
import type { PairScores } from "./pair-scores.js";

/** Calls `visit` for the block row of each source's gold entity; a source without a known gold says nothing. */
function forEachToldRow(
  { kernels, document }: LayerContext,
  { graph }: PairScores,
  visit: (row: Address, target: number) => void,
): void {
  const { ints } = kernels;
  for (let t = 0; t < graph.edgeCount; t++) {
    const edge = graph.edges + t * EDGE_STRIDE;
    const gold = document.golds[ints[edge + EDGE_SOURCE]];
    const target = ints[edge + EDGE_TARGET];
    const width = widthOf(document.counts[target]);
    if (gold >= 0) visit(ints[edge + EDGE_BLOCK] + gold * width, target);
  }
}

/** Returns out (candidates). */
export function oracleForward(layer: LayerContext, scores: PairScores): Address {
  const { kernels, document } = layer;
  const out = kernels.allocZero(document.candidates);
  forEachToldRow(layer, scores, (row, target) => {
    kernels.addScaled(out + document.starts[target], scores.blocks + row, 1, document.counts[target]);
  });
  return out;
}

/** dout (candidates). Returns the gradient of the blocks. */
export function oracleBackward(layer: LayerContext, scores: PairScores, dout: Address): Address {
  const { kernels, document } = layer;
  const dblocks = kernels.allocZero(scores.graph.blockSize);
  forEachToldRow(layer, scores, (row, target) => {
    kernels.addScaled(dblocks + row, dout + document.starts[target], 1, document.counts[target]);
  });
  return dblocks;
}
