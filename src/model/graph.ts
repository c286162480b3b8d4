/** Which mentions talk to each other, laid out for the kernels as pairs and directed edges. */
import type { Kernels } from "../math/kernels.js";
import {
  EDGE_STRIDE,
  GRAPH_FIELDS,
  type Graph,
  PAIR_STRIDE,
  readGraph,
  widthOf,
} from "../math/model-kernels.js";
import type { EncodedDocument } from "./encode-document.js";

/** Unordered pairs of mentions, left ≤ right, in ascending order; left = right is a mention talking to itself. */
export interface PairList {
  left: Int32Array;
  right: Int32Array;
}

/** Every pair i < j, and with `withSelf` every i = i. */
export function allPairs(mentions: number, withSelf: boolean): PairList {
  const count = (mentions * (mentions - 1)) / 2 + (withSelf ? mentions : 0);
  const left = new Int32Array(count);
  const right = new Int32Array(count);
  let p = 0;
  for (let i = 0; i < mentions; i++) {
    for (let j = withSelf ? i : i + 1; j < mentions; j++) {
      left[p] = i;
      right[p++] = j;
    }
  }
  return { left, right };
}

/**
 * Lays out blocks and messages. A mention with a single candidate needs no messages (they are all zero), so edges
 * towards it are left out unless `everyEdge` asks for them.
 */
export function layOutGraph(
  kernels: Kernels,
  document: EncodedDocument,
  { left, right }: PairList,
  everyEdge: boolean,
): Graph {
  const { counts } = document;
  const pairCount = left.length;
  const address = kernels.alloc(GRAPH_FIELDS);
  const pairs = kernels.alloc(pairCount * PAIR_STRIDE);
  const edges = kernels.alloc(2 * pairCount * EDGE_STRIDE);
  const { ints } = kernels;
  let edge = edges;
  let blockSize = 0;
  let messageSize = 0;
  for (let p = 0; p < pairCount; p++) {
    const i = left[p];
    const j = right[p];
    const listens = (m: number) => everyEdge || counts[m] > 1;
    const widthI = widthOf(counts[i]);
    const widthJ = widthOf(counts[j]);
    let blockToJ = -1;
    let blockToI = -1;
    const toJ = listens(j) ? messageSize : -1;
    if (toJ >= 0) {
      blockToJ = blockSize;
      blockSize += counts[i] * widthJ;
      messageSize += widthJ;
    }
    const toI = i === j ? toJ : listens(i) ? messageSize : -1;
    if (toI >= 0 && i !== j) {
      blockToI = blockSize;
      blockSize += counts[j] * widthI;
      messageSize += widthI;
    }
    const at = pairs + p * PAIR_STRIDE;
    ints[at] = i;
    ints[at + 1] = j;
    ints[at + 2] = blockToJ;
    ints[at + 3] = blockToI;
    if (toJ >= 0) edge = writeEdge(ints, edge, i, j, blockToJ, toJ, toI);
    if (toI >= 0 && i !== j) edge = writeEdge(ints, edge, j, i, blockToI, toI, toJ);
  }
  const edgeCount = (edge - edges) / EDGE_STRIDE;
  const { startsAddress, countsAddress, candidates } = document;
  ints.set(
    [startsAddress, countsAddress, pairs, pairCount, edges, edgeCount, candidates, messageSize, blockSize],
    address,
  );
  return readGraph(ints, address);
}

function writeEdge(
  ints: Int32Array,
  at: number,
  source: number,
  target: number,
  block: number,
  message: number,
  reverse: number,
): number {
  ints[at] = source;
  ints[at + 1] = target;
  ints[at + 2] = block;
  ints[at + 3] = message;
  ints[at + 4] = reverse;
  return at + EDGE_STRIDE;
}
