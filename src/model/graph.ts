/** Which mentions talk to each other, laid out for the kernels as pairs and directed edges. */

import {
  EDGE_STRIDE,
  GRAPH_FIELDS,
  type Graph,
  PAIR_STRIDE,
  readGraph,
  widthOf,
} from "../math/graph-layout.js";
import { type Kernels, NONE } from "../math/kernels.js";
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
    let blockToJ = NONE;
    let blockToI = NONE;
    const toJ = listens(j) ? messageSize : NONE;
    if (toJ >= 0) {
      blockToJ = blockSize;
      blockSize += widthI * widthJ;
      messageSize += widthJ;
    }
    const toI = i === j ? toJ : listens(i) ? messageSize : NONE;
    if (toI >= 0 && i !== j) {
      blockToI = blockSize;
      blockSize += widthJ * widthI;
      messageSize += widthI;
    }
    const at = pairs + p * PAIR_STRIDE;
    ints[at] = i;
    ints[at + 1] = j;
    ints[at + 2] = blockToJ;
    ints[at + 3] = blockToI;
    ints[at + 4] = toJ;
    ints[at + 5] = i === j ? NONE : toI;
    if (toJ >= 0) edge = writeEdge(ints, edge, i, j, blockToJ, toJ, toI);
    if (toI >= 0 && i !== j) edge = writeEdge(ints, edge, j, i, blockToI, toI, toJ);
  }
  const edgeCount = (edge - edges) / EDGE_STRIDE;
  return writeGraph(kernels, document, {
    address,
    pairs,
    pairCount,
    edges,
    edgeCount,
    messageSize,
    blockSize,
  });
}

/**
 * The same for a prediction: pairs of different mentions alone, one block for both directions. A mention with a single candidate
 * says the same in every loop: one row, and no messages.
 */
export function layOutPairs(kernels: Kernels, document: EncodedDocument, { left, right }: PairList): Graph {
  const { counts } = document;
  const pairCount = left.length;
  const address = kernels.alloc(GRAPH_FIELDS);
  const pairs = kernels.alloc(pairCount * PAIR_STRIDE);
  const { ints } = kernels;
  let blockSize = 0;
  let messageSize = 0;
  for (let p = 0, at = pairs; p < pairCount; p++, at += PAIR_STRIDE) {
    const countLeft = counts[left[p]];
    const countRight = counts[right[p]];
    const widthLeft = widthOf(countLeft);
    const widthRight = widthOf(countRight);
    const isRow = countLeft === 1 && countRight > 1;
    const isColumn = countRight === 1 && countLeft > 1;
    const talk = countLeft > 1 && countRight > 1;
    ints[at] = left[p];
    ints[at + 1] = right[p];
    ints[at + 2] = talk || isRow ? blockSize : NONE;
    ints[at + 3] = isColumn ? blockSize : NONE;
    ints[at + 4] = talk ? messageSize : NONE;
    ints[at + 5] = talk ? messageSize + widthRight : NONE;
    if (talk) {
      blockSize += widthLeft * widthRight;
      messageSize += widthLeft + widthRight;
    } else if (isRow) blockSize += widthRight;
    else if (isColumn) blockSize += widthLeft;
  }
  const none = { edges: pairs, edgeCount: 0 };
  return writeGraph(kernels, document, { address, pairs, pairCount, ...none, messageSize, blockSize });
}

function writeGraph(
  kernels: Kernels,
  { startsAddress, countsAddress, candidates, mentions }: EncodedDocument,
  graph: Omit<Graph, "starts" | "counts" | "candidates" | "mentions">,
): Graph {
  const { address, pairs, pairCount, edges, edgeCount, messageSize, blockSize } = graph;
  kernels.ints.set(
    [
      startsAddress,
      countsAddress,
      pairs,
      pairCount,
      edges,
      edgeCount,
      candidates,
      messageSize,
      blockSize,
      mentions,
    ],
    address,
  );
  return readGraph(kernels.ints, address);
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
