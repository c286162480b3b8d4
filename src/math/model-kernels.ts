/** The operations that belong to the linking model: local attention, pair scores, messages, the final score. */
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

/** Numbers of scratch room that localScore wants. */
export function localScoreScratch(count: number, wordCount: number, d: number): number {
  return widthOf(count) * (d + 4) + 3 * wordCount + 12;
}

/** Arrays of one mention's local score, kept for the backward pass. R = most words attended to. */
export interface LocalScoreKernels {
  /**
   * Hard attention and local score of one mention (spec section 3):
   * u(w) = max_e e·A·w; the `keep` words with the highest u; β = softmax(u); context = Σ β w; psi(e) = e·B·context.
   * entities (count, d), words: table (…, d) read at wordRows[0..wordCount). scratch: localScoreScratch(count, wordCount, d).
   * Writes psi (count), context (d), chosen (keep): positions in wordRows, weights (keep): β, best (keep): the e that gave u.
   * Returns how many words were kept.
   */
  localScore(
    psi: Address,
    context: Address,
    chosen: Address,
    weights: Address,
    best: Address,
    scratch: Address,
    entities: Address,
    count: number,
    a: Address,
    b: Address,
    words: Address,
    wordRows: Address,
    wordCount: number,
    d: number,
    keep: number,
  ): number;
  /** Adds into da, db (d). scratch: 2·d + keep + 8. */
  localScoreBackward(
    da: Address,
    db: Address,
    scratch: Address,
    dpsi: Address,
    context: Address,
    chosen: Address,
    weights: Address,
    best: Address,
    kept: number,
    entities: Address,
    count: number,
    b: Address,
    words: Address,
    wordRows: Address,
    d: number,
  ): void;
  /**
   * Means of `lists` lists of rows: out[s] (d) = Σ table[row] / (counts[s] + extra) over the next counts[s] numbers of `rows`; zeros
   * for an empty list. A row number of −1 stands for the vector at `missing`.
   */
  meansOfRows(
    out: Address,
    table: Address,
    missing: Address,
    rows: Address,
    counts: Address,
    lists: number,
    extra: number,
    d: number,
  ): void;
}

/** Numbers of scratch room that pairScores wants. */
export function pairScoreScratch(largestCount: number, d: number): number {
  return widthOf(d) + widthOf(largestCount) * d;
}

export interface PairScoreKernels {
  /**
   * packed: for each mention i its entities transposed, (d, width), at starts[i]·d. entities (candidates, d).
   * Places past a mention's count hold any number.
   */
  packEntities(packed: Address, entities: Address, graph: Address, d: number): void;
  /**
   * Φ of every pair (spec section 5): with r = Σ_k coupling[pair, k] · relations[k], Φ(e, e') = Σ r ∘ e ∘ e', into both
   * blocks of the pair. packed as packEntities makes it, coupling (pairs, k), relations (k, d); scratch: pairScoreScratch.
   */
  pairScores(
    blocks: Address,
    graph: Address,
    packed: Address,
    coupling: Address,
    relations: Address,
    scratch: Address,
    k: number,
    d: number,
  ): void;
  /**
   * With t = Σ dΦ(e, e') e ∘ e' of a pair: dcoupling[pair, k] += relations[k]·t and drelations[k] += coupling[pair, k]·t.
   * When `paddingMention` ≥ 0, dpadding (d) += the gradient for that mention's single entity. scratch: 4·(d + 4).
   */
  pairScoresBackward(
    dcoupling: Address,
    drelations: Address,
    dpadding: Address,
    paddingMention: number,
    dblocks: Address,
    graph: Address,
    entities: Address,
    coupling: Address,
    relations: Address,
    scratch: Address,
    k: number,
    d: number,
  ): void;
}

/** Room that the message kernels want beside the counts. */
export const MESSAGE_SCRATCH = 64;

export interface MessageKernels {
  /** beliefs = local + Σ of the messages to each mention; edges from a mention to itself only when `withSelf`. */
  sumMessages(beliefs: Address, local: Address, messages: Address, graph: Address, withSelf: boolean): void;
  /**
   * One loop of max-product belief propagation (spec section 6) over all edges at once. For source → target:
   * M(e) = max_e' [block(e', e) + beliefs_source(e') − reverse message(e')], argmax kept (unless NONE);
   * shares' = mix · softmax(M) + (1 − mix) · shares; messages' = log shares'. Places past a mention's count hold share 1, message 0.
   * scratch: 2·(largest count) + MESSAGE_SCRATCH.
   */
  updateMessages(
    nextMessages: Address,
    nextShares: Address,
    argmax: Address,
    messages: Address,
    shares: Address,
    beliefs: Address,
    blocks: Address,
    graph: Address,
    scratch: Address,
    mix: number,
  ): void;
  /**
   * Backward of one loop. dmessages' comes in; dshares' carries the gradient of the shares from later loops in and that of
   * the earlier shares out (in place). Adds into dblocks, dbeliefs and dmessages (of the loop before).
   */
  updateMessagesBackward(
    dblocks: Address,
    dbeliefs: Address,
    dmessages: Address,
    dshares: Address,
    dnextMessages: Address,
    nextShares: Address,
    shares: Address,
    argmax: Address,
    graph: Address,
    scratch: Address,
    mix: number,
  ): void;
  /** dmessages[edge] += dbeliefs[target], for every edge (edges to itself only when `withSelf`): backward of sumMessages. */
  spreadBeliefs(dmessages: Address, dbeliefs: Address, graph: Address, withSelf: boolean): void;
}

/** Numbers of scratch room that settleBeliefs wants. */
export function settlingScratch({ candidates, messageSize, pairCount }: Graph, largestCount: number): number {
  return 5 * candidates + 2 * messageSize + 7 * pairCount + 4 + 18 * widthOf(largestCount);
}

export interface SettlingKernels {
  /**
   * All loops of belief propagation for a prediction: sumMessages and updateMessages from messages of 0, without what a
   * backward pass would need. q = softmax(local + Σ of the last messages) of each mention. Works on a graph of pairs
   * (`Graph.edges` is not read) that talk to each other, not to themselves, ordered by their left mention. A pair of mentions with
   * several candidates each has one block, the left one's, and two messages; where one mention has a single candidate, its own block
   * of one row is all that counts. The blocks are overwritten.
   * False, with nothing settled, where the numbers are too far apart for float32 products; never in the plain builds.
   * scratch: settlingScratch.
   */
  settleBeliefs(
    q: Address,
    local: Address,
    blocks: Address,
    graph: Address,
    scratch: Address,
    loops: number,
    mix: number,
  ): boolean;
}

export interface FinalScoreKernels {
  /**
   * rho = w2 · relu(w1[:,0]·q + w1[:,1]·logPrior + b1) + b2 for `count` candidates; w1 (hidden, 2).
   * Arrays over candidates have room for whole vectors of 4; drho is 0 in places past the candidates.
   */
  finalScore(
    rho: Address,
    q: Address,
    logPrior: Address,
    count: number,
    w1: Address,
    b1: Address,
    w2: Address,
    b2: Address,
    hidden: number,
  ): void;
  /** Adds into dq (count), dw1, db1, dw2, db2. */
  finalScoreBackward(
    dq: Address,
    dw1: Address,
    db1: Address,
    dw2: Address,
    db2: Address,
    drho: Address,
    q: Address,
    logPrior: Address,
    count: number,
    w1: Address,
    b1: Address,
    w2: Address,
    hidden: number,
  ): void;
}

export interface ModelKernels
  extends LocalScoreKernels,
    PairScoreKernels,
    MessageKernels,
    SettlingKernels,
    FinalScoreKernels {}
