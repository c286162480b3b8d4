/** The oracle (spec section 8): every other mention's entity is its gold one; no local score, no loops. */

import {
  EDGE_BLOCK,
  EDGE_SOURCE,
  EDGE_STRIDE,
  EDGE_TARGET,
  type Graph,
  widthOf,
} from "../math/graph-layout.js";
import type { Address, Kernels } from "../math/kernels.js";
import type { EncodedDocument } from "./encode-document.js";

/** Calls `visit` for the block row of each source's gold entity; a source without a known gold says nothing. */
function forEachToldRow(
  kernels: Kernels,
  document: EncodedDocument,
  graph: Graph,
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

/** out (candidates) = Σ_j Φ_ij(e, gold_j). */
export function oracleForward(
  kernels: Kernels,
  document: EncodedDocument,
  graph: Graph,
  blocks: Address,
): Address {
  const out = kernels.allocZero(document.candidates);
  forEachToldRow(kernels, document, graph, (row, target) => {
    kernels.addScaled(out + document.starts[target], blocks + row, 1, document.counts[target]);
  });
  return out;
}

/** Adds into dblocks. */
export function oracleBackward(
  kernels: Kernels,
  document: EncodedDocument,
  graph: Graph,
  dout: Address,
  dblocks: Address,
): void {
  forEachToldRow(kernels, document, graph, (row, target) => {
    kernels.addScaled(dblocks + row, dout + document.starts[target], 1, document.counts[target]);
  });
}
