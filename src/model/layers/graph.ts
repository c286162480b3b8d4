/** Which mentions talk to each other, laid out for the kernels as pairs and directed edges. */
import {
  EDGE_BLOCK,
  EDGE_MESSAGE,
  EDGE_REVERSE,
  EDGE_SOURCE,
  EDGE_STRIDE,
  EDGE_TARGET,
  GRAPH_FIELDS,
  type Graph,
  PAIR_BLOCK_LEFT,
  PAIR_BLOCK_RIGHT,
  PAIR_LEFT,
  PAIR_RIGHT,
  PAIR_STRIDE,
  PAIR_TO_LEFT,
  PAIR_TO_RIGHT,
  readGraph,
  widthOf,
} from "../../math/graph-layout.js";
import { type Address, type Kernels, NONE } from "../../math/kernels.js";
import type { EncodedDocument } from "../encode-document.js";

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
    writePair(ints, pairs + p * PAIR_STRIDE, {
      left: i,
      right: j,
      blockLeft: blockToJ,
      blockRight: blockToI,
      toRight: toJ,
      toLeft: i === j ? NONE : toI,
    });
    if (toJ >= 0) {
      edge = writeEdge(ints, edge, { source: i, target: j, block: blockToJ, message: toJ, reverse: toI });
    }
    if (toI >= 0 && i !== j) {
      edge = writeEdge(ints, edge, { source: j, target: i, block: blockToI, message: toI, reverse: toJ });
    }
  }
  const edgeCount = (edge - edges) / EDGE_STRIDE;
  const sizes = { pairCount, edgeCount, messageSize, blockSize };
  return writeGraph(kernels, document, { address, pairs, edges, ...sizes });
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
    writePair(ints, at, {
      left: left[p],
      right: right[p],
      blockLeft: talk || isRow ? blockSize : NONE,
      blockRight: isColumn ? blockSize : NONE,
      toRight: talk ? messageSize : NONE,
      toLeft: talk ? messageSize + widthRight : NONE,
    });
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

interface Edge {
  source: number;
  target: number;
  block: number;
  message: number;
  reverse: number;
}

/** Returns the place after the edge. */
function writeEdge(
  ints: Int32Array,
  at: Address,
  { source, target, block, message, reverse }: Edge,
): Address {
  ints[at + EDGE_SOURCE] = source;
  ints[at + EDGE_TARGET] = target;
  ints[at + EDGE_BLOCK] = block;
  ints[at + EDGE_MESSAGE] = message;
  ints[at + EDGE_REVERSE] = reverse;
  return at + EDGE_STRIDE;
}

interface Pair {
  left: number;
  right: number;
  blockLeft: number;
  blockRight: number;
  toRight: number;
  toLeft: number;
}

function writePair(ints: Int32Array, at: Address, pair: Pair): void {
  ints[at + PAIR_LEFT] = pair.left;
  ints[at + PAIR_RIGHT] = pair.right;
  ints[at + PAIR_BLOCK_LEFT] = pair.blockLeft;
  ints[at + PAIR_BLOCK_RIGHT] = pair.blockRight;
  ints[at + PAIR_TO_RIGHT] = pair.toRight;
  ints[at + PAIR_TO_LEFT] = pair.toLeft;
}
