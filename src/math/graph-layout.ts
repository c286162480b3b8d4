/** The layout of a graph of mentions in kernel memory: which mentions talk to each other, and where their numbers lie. */
import type { Address } from "./kernels.js";

/**
 * The pairs of mentions that talk to each other. Candidates of all mentions share one index: mention i's stand
 * at starts[i] .. starts[i] + counts[i], and every start is a multiple of 4, so that a vector never straddles two
 * mentions. A directed edge source → target carries a block (width(source) rows, width(target) columns) of pair
 * scores and a message of width(target) numbers, width being the count rounded up to a multiple of 4.
 */
export interface Graph {
  /** int (GRAPH_FIELDS): the fields below, as the kernels read them. */
  address: Address;
  /** int (mentions): first candidate and number of candidates of each mention. */
  starts: Address;
  counts: Address;
  /** int (pairs, PAIR_STRIDE): see PAIR_*. */
  pairs: Address;
  pairCount: number;
  /** int (edges, EDGE_STRIDE): see EDGE_*. */
  edges: Address;
  edgeCount: number;
  /** Length of the common candidate index. */
  candidates: number;
  /** Numbers in one set of messages, and in all blocks. */
  messageSize: number;
  blockSize: number;
  mentions: number;
}

/** Places of the fields at `Graph.address`. */
export const GRAPH_FIELDS = 10;
export const GRAPH_STARTS = 0;
export const GRAPH_COUNTS = 1;
export const GRAPH_PAIRS = 2;
export const GRAPH_PAIR_COUNT = 3;
export const GRAPH_EDGES = 4;
export const GRAPH_EDGE_COUNT = 5;
export const GRAPH_CANDIDATES = 6;
export const GRAPH_MESSAGE_SIZE = 7;
export const GRAPH_BLOCK_SIZE = 8;
export const GRAPH_MENTIONS = 9;

/** A count rounded up to whole vectors of 4. */
export function widthOf(count: number): number {
  return (count + 3) & ~3;
}

/** The descriptor at a graph's address, read back. */
export function readGraph(ints: Int32Array, address: Address): Graph {
  return {
    address,
    starts: ints[address + GRAPH_STARTS],
    counts: ints[address + GRAPH_COUNTS],
    pairs: ints[address + GRAPH_PAIRS],
    pairCount: ints[address + GRAPH_PAIR_COUNT],
    edges: ints[address + GRAPH_EDGES],
    edgeCount: ints[address + GRAPH_EDGE_COUNT],
    candidates: ints[address + GRAPH_CANDIDATES],
    messageSize: ints[address + GRAPH_MESSAGE_SIZE],
    blockSize: ints[address + GRAPH_BLOCK_SIZE],
    mentions: ints[address + GRAPH_MENTIONS],
  };
}

/** Fields of a pair: two mentions, where its two blocks and its two messages begin (relative; −1 when nobody needs that one). */
export const PAIR_STRIDE = 6;
export const PAIR_LEFT = 0;
export const PAIR_RIGHT = 1;
/** Block whose rows are the left mention's candidates: the edge left → right. */
export const PAIR_BLOCK_LEFT = 2;
/** Block whose rows are the right mention's candidates: the edge right → left. */
export const PAIR_BLOCK_RIGHT = 3;
export const PAIR_TO_RIGHT = 4;
export const PAIR_TO_LEFT = 5;

/** Fields of a directed edge; block and messages are relative to the blocks and messages given to a kernel. */
export const EDGE_STRIDE = 5;
export const EDGE_SOURCE = 0;
export const EDGE_TARGET = 1;
export const EDGE_BLOCK = 2;
export const EDGE_MESSAGE = 3;
/** The message of the opposite direction, or −1 when that one is always zero. An edge to itself is its own reverse. */
export const EDGE_REVERSE = 4;
