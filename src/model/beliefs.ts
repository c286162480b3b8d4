/** Max-product loopy belief propagation (spec section 6): what the mentions persuade each other of. */

import type { Graph } from "../math/graph-layout.js";
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import { messageScratch, settlingScratch } from "../math/scratch.js";
import type { ModelConfig } from "./config.js";
import type { EncodedDocument } from "./encode-document.js";

export interface Beliefs {
  /** (candidates): q̂, a softmax for each mention. */
  q: Address;
  /** exp of the messages before each loop and after the last; only the last two when the history is not kept. */
  shares: Address[];
  /** int: which candidate of the source each message's maximum came from, a set for each loop; NONE without history. */
  argmax: Address[];
  /** Messages after the last loop. */
  messages: Address;
}

/** Keeps every loop's messages when `keepHistory`: the backward pass and explanations need them. */
export function beliefsForward(
  kernels: Kernels,
  config: ModelConfig,
  document: EncodedDocument,
  graph: Graph,
  blocks: Address,
  psi: Address,
  keepHistory: boolean,
): Beliefs {
  const size = graph.messageSize;
  const allocShares = () => {
    const address = kernels.alloc(size);
    kernels.fill(address, 1, size);
    return address;
  };
  const q = kernels.allocZero(document.candidates);
  const sets = keepHistory ? config.loops + 1 : 2;
  const shares = Array.from({ length: sets }, allocShares);
  const argmax = Array.from({ length: config.loops }, () => (keepHistory ? kernels.alloc(size) : NONE));
  let messages = kernels.allocZero(size);
  let next = kernels.allocZero(size);
  const beliefs = kernels.allocZero(document.candidates);
  const scratch = kernels.alloc(messageScratch(document.largestCount));
  for (let loop = 0; loop < config.loops; loop++) {
    kernels.sumMessages({ beliefs, local: psi, messages, graph: graph.address, withSelf: true });
    kernels.updateMessages({
      nextMessages: next,
      nextShares: shares[(loop + 1) % sets],
      argmax: argmax[loop],
      messages,
      shares: shares[loop % sets],
      beliefs,
      blocks,
      graph: graph.address,
      scratch,
      mix: config.messageMix,
    });
    [messages, next] = [next, messages];
  }
  kernels.sumMessages({ beliefs, local: psi, messages, graph: graph.address, withSelf: false });
  softmaxMentions(kernels, document, q, beliefs);
  return { q, shares, argmax, messages };
}

/**
 * q̂ alone, from a graph of `layOutPairs`: for predictions that nobody asks to explain. Undefined where the numbers are too far
 * apart for it. The blocks are overwritten.
 */
export function settleBeliefs(
  kernels: Kernels,
  config: ModelConfig,
  document: EncodedDocument,
  graph: Graph,
  blocks: Address,
  psi: Address,
): Address | undefined {
  const q = kernels.alloc(document.candidates);
  const mark = kernels.mark();
  const scratch = kernels.alloc(settlingScratch(graph, document.largestCount));
  const { loops, messageMix } = config;
  const settled = kernels.settleBeliefs({
    q,
    local: psi,
    blocks,
    graph: graph.address,
    scratch,
    loops,
    mix: messageMix,
  });
  kernels.release(mark);
  return settled ? q : undefined;
}

/** Softmax over the candidates of each mention, padding aside. */
export function softmaxMentions(
  kernels: Kernels,
  document: EncodedDocument,
  q: Address,
  scores: Address,
): void {
  for (let i = 0; i < document.mentions; i++) {
    kernels.softmaxRows({
      y: q + document.starts[i],
      ldy: 0,
      x: scores + document.starts[i],
      ldx: 0,
      rows: 1,
      cols: document.counts[i],
    });
  }
}

/** Adds into dblocks and dpsi. */
export function beliefsBackward(
  kernels: Kernels,
  config: ModelConfig,
  document: EncodedDocument,
  graph: Graph,
  beliefs: Beliefs,
  dq: Address,
  dblocks: Address,
  dpsi: Address,
): void {
  const { candidates } = document;
  const size = graph.messageSize;
  const mark = kernels.mark();
  const dscores = kernels.allocZero(candidates);
  for (let i = 0; i < document.mentions; i++) {
    const at = document.starts[i];
    kernels.softmaxRowsBackward({
      dx: dscores + at,
      lddx: 0,
      y: beliefs.q + at,
      ldy: 0,
      dy: dq + at,
      lddy: 0,
      rows: 1,
      cols: document.counts[i],
    });
  }
  kernels.addScaled(dpsi, dscores, 1, candidates);
  let dmessages = kernels.allocZero(size);
  kernels.spreadBeliefs({ dmessages, dbeliefs: dscores, graph: graph.address, withSelf: false });
  let dearlier = kernels.alloc(size);
  const dshares = kernels.allocZero(size);
  const scratch = kernels.alloc(messageScratch(document.largestCount));
  for (let loop = config.loops - 1; loop >= 0; loop--) {
    kernels.fill(dscores, 0, candidates);
    kernels.fill(dearlier, 0, size);
    kernels.updateMessagesBackward({
      dblocks,
      dbeliefs: dscores,
      dmessages: dearlier,
      dshares,
      dnextMessages: dmessages,
      nextShares: beliefs.shares[loop + 1],
      shares: beliefs.shares[loop],
      argmax: beliefs.argmax[loop],
      graph: graph.address,
      scratch,
      mix: config.messageMix,
    });
    kernels.spreadBeliefs({ dmessages: dearlier, dbeliefs: dscores, graph: graph.address, withSelf: true });
    kernels.addScaled(dpsi, dscores, 1, candidates);
    [dmessages, dearlier] = [dearlier, dmessages];
  }
  kernels.release(mark);
}
