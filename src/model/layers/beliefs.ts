/**
 * Max-product loopy belief propagation (docs/model.md, section 6): what the mentions persuade each other of.
 * M_{j→i}(e) = max_e' [Φ_ij(e, e') + Ψ_j(e') + Σ_{k ≠ i} m_{k→j}(e')], m ← log(δ · softmax(M) + (1 − δ) · exp m),
 * q̂_i = softmax(Ψ_i + Σ_{j ≠ i} m_{j→i}). No parameters.
 */
import type { Graph } from "../../math/graph-layout.js";
import { type Address, NONE } from "../../math/kernels.js";
import { messageScratch, settlingScratch } from "../../math/scratch.js";
import type { LayerContext } from "./layer.js";
import type { PairScores } from "./pair-scores.js";

export interface Beliefs {
  graph: Graph;
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
  layer: LayerContext,
  { graph: pairs, blocks }: PairScores,
  psi: Address,
  keepHistory: boolean,
): Beliefs {
  const { kernels, config, document } = layer;
  const { messageSize: size, address: graph } = pairs;
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
  let nextMessages = kernels.allocZero(size);
  const beliefs = kernels.allocZero(document.candidates);
  const scratch = kernels.alloc(messageScratch(document.largestCount));
  for (let loop = 0; loop < config.loops; loop++) {
    kernels.sumMessages({ beliefs, local: psi, messages, graph, withSelf: true });
    kernels.updateMessages({
      nextMessages,
      nextShares: shares[(loop + 1) % sets],
      argmax: argmax[loop],
      messages,
      shares: shares[loop % sets],
      beliefs,
      blocks,
      graph,
      scratch,
      mix: config.messageMix,
    });
    [messages, nextMessages] = [nextMessages, messages];
  }
  kernels.sumMessages({ beliefs, local: psi, messages, graph, withSelf: false });
  for (let i = 0; i < document.mentions; i++) {
    const at = document.starts[i];
    kernels.softmaxRows({ y: q + at, ldy: 0, x: beliefs + at, ldx: 0, rows: 1, cols: document.counts[i] });
  }
  return { graph: pairs, q, shares, argmax, messages };
}

/** dq (candidates). Returns the gradients of the pair scores' blocks and of psi (candidates). */
export function beliefsBackward(
  layer: LayerContext,
  { graph: pairs, q, shares, argmax }: Beliefs,
  dq: Address,
): { dblocks: Address; dpsi: Address } {
  const { kernels, config, document } = layer;
  const { candidates } = document;
  const { messageSize: size, address: graph } = pairs;
  const dblocks = kernels.allocZero(pairs.blockSize);
  const dpsi = kernels.allocZero(candidates);
  const mark = kernels.mark();
  const dbeliefs = kernels.allocZero(candidates);
  for (let i = 0; i < document.mentions; i++) {
    const at = document.starts[i];
    kernels.softmaxRowsBackward({
      dx: dbeliefs + at,
      lddx: 0,
      y: q + at,
      ldy: 0,
      dy: dq + at,
      lddy: 0,
      rows: 1,
      cols: document.counts[i],
    });
  }
  kernels.addScaled(dpsi, dbeliefs, 1, candidates);
  let dnextMessages = kernels.allocZero(size);
  kernels.spreadBeliefs({ dmessages: dnextMessages, dbeliefs, graph, withSelf: false });
  let dmessages = kernels.alloc(size);
  const dshares = kernels.allocZero(size);
  const scratch = kernels.alloc(messageScratch(document.largestCount));
  for (let loop = config.loops - 1; loop >= 0; loop--) {
    kernels.fill(dbeliefs, 0, candidates);
    kernels.fill(dmessages, 0, size);
    kernels.updateMessagesBackward({
      dblocks,
      dbeliefs,
      dmessages,
      dshares,
      dnextMessages,
      nextShares: shares[loop + 1],
      shares: shares[loop],
      argmax: argmax[loop],
      graph,
      scratch,
      mix: config.messageMix,
    });
    kernels.spreadBeliefs({ dmessages, dbeliefs, graph, withSelf: true });
    kernels.addScaled(dpsi, dbeliefs, 1, candidates);
    [dnextMessages, dmessages] = [dmessages, dnextMessages];
  }
  kernels.release(mark);
  return { dblocks, dpsi };
}

/**
 * q̂ alone, from a graph of `layOutPairs`: for predictions that nobody asks to explain. Undefined where the numbers are too far
 * apart for it. The blocks are overwritten.
 */
export function settleBeliefs(
  { kernels, config, document }: LayerContext,
  { graph, blocks }: PairScores,
  psi: Address,
): Address | undefined {
  const q = kernels.alloc(document.candidates);
  const mark = kernels.mark();
  const scratch = kernels.alloc(settlingScratch(graph, document.largestCount));
  const { loops, messageMix: mix } = config;
  const settled = kernels.settleBeliefs({ q, local: psi, blocks, graph: graph.address, scratch, loops, mix });
  kernels.release(mark);
  return settled ? q : undefined;
}
