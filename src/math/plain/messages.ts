/** Belief propagation loop by loop in plain TypeScript: the twins of assembly/messages.ts. */
import type { KernelArguments } from "../descriptions/all.js";
import {
  EDGE_BLOCK,
  EDGE_MESSAGE,
  EDGE_REVERSE,
  EDGE_SOURCE,
  EDGE_STRIDE,
  EDGE_TARGET,
  readGraph,
  widthOf,
} from "../graph-layout.js";
import type { Arena } from "../memory.js";

export function sumMessages({ floats: f, ints }: Arena, args: KernelArguments<"sumMessages">): void {
  const { beliefs, local, messages, withSelf } = args;
  const graph = readGraph(ints, args.graph);
  f.copyWithin(beliefs, local, local + graph.candidates);
  for (let t = 0; t < graph.edgeCount; t++) {
    const edge = graph.edges + t * EDGE_STRIDE;
    const target = ints[edge + EDGE_TARGET];
    if (!withSelf && target === ints[edge + EDGE_SOURCE]) continue;
    const start = beliefs + ints[graph.starts + target];
    const message = messages + ints[edge + EDGE_MESSAGE];
    for (let e = 0; e < ints[graph.counts + target]; e++) f[start + e] += f[message + e];
  }
}

export function updateMessages({ floats: f, ints }: Arena, args: KernelArguments<"updateMessages">): void {
  const { nextMessages, nextShares, argmax, messages, shares, beliefs, blocks, scratch, mix } = args;
  const graph = readGraph(ints, args.graph);
  const scores = scratch;
  for (let t = 0; t < graph.edgeCount; t++) {
    const edge = graph.edges + t * EDGE_STRIDE;
    const source = ints[edge + EDGE_SOURCE];
    const target = ints[edge + EDGE_TARGET];
    const message = ints[edge + EDGE_MESSAGE];
    const reverse = ints[edge + EDGE_REVERSE];
    const block = blocks + ints[edge + EDGE_BLOCK];
    const belief = beliefs + ints[graph.starts + source];
    const rows = ints[graph.counts + source];
    const cols = ints[graph.counts + target];
    const width = widthOf(cols);
    let top = -Infinity;
    for (let e = 0; e < cols; e++) {
      let best = -Infinity;
      let holder = 0;
      for (let x = 0; x < rows; x++) {
        const heard = f[belief + x] - (reverse >= 0 ? f[messages + reverse + x] : 0);
        const score = f[block + x * width + e] + heard;
        if (score > best) {
          best = score;
          holder = x;
        }
      }
      f[scores + e] = best;
      if (argmax >= 0) ints[argmax + message + e] = holder;
      top = Math.max(top, best);
    }
    let sum = 0;
    for (let e = 0; e < cols; e++) sum += f[scores + e] = Math.exp(f[scores + e] - top);
    for (let e = 0; e < cols; e++) {
      const share = (mix * f[scores + e]) / sum + (1 - mix) * f[shares + message + e];
      f[nextShares + message + e] = share;
      f[nextMessages + message + e] = Math.log(share);
    }
    for (let e = cols; e < width; e++) {
      f[nextShares + message + e] = 1;
      f[nextMessages + message + e] = 0;
      if (argmax >= 0) ints[argmax + message + e] = 0;
    }
  }
}

export function updateMessagesBackward(
  { floats: f, ints }: Arena,
  args: KernelArguments<"updateMessagesBackward">,
): void {
  const { dblocks, dbeliefs, dmessages, dshares, dnextMessages, nextShares, shares, argmax, scratch, mix } =
    args;
  const graph = readGraph(ints, args.graph);
  for (let t = 0; t < graph.edgeCount; t++) {
    const edge = graph.edges + t * EDGE_STRIDE;
    const source = ints[edge + EDGE_SOURCE];
    const target = ints[edge + EDGE_TARGET];
    const message = ints[edge + EDGE_MESSAGE];
    const reverse = ints[edge + EDGE_REVERSE];
    const block = dblocks + ints[edge + EDGE_BLOCK];
    const belief = dbeliefs + ints[graph.starts + source];
    const cols = ints[graph.counts + target];
    const width = widthOf(cols);
    let mean = 0;
    for (let e = 0; e < cols; e++) {
      const dshare = f[dshares + message + e] + f[dnextMessages + message + e] / f[nextShares + message + e];
      const soft = (f[nextShares + message + e] - (1 - mix) * f[shares + message + e]) / mix;
      f[scratch + e] = soft;
      f[dshares + message + e] = dshare;
      mean += soft * dshare;
    }
    for (let e = 0; e < cols; e++) {
      const dshare = f[dshares + message + e];
      const dscore = mix * f[scratch + e] * (dshare - mean);
      f[dshares + message + e] = (1 - mix) * dshare;
      const x = ints[argmax + message + e];
      f[block + x * width + e] += dscore;
      f[belief + x] += dscore;
      if (reverse >= 0) f[dmessages + reverse + x] -= dscore;
    }
  }
}

export function spreadBeliefs({ floats: f, ints }: Arena, args: KernelArguments<"spreadBeliefs">): void {
  const { dmessages, dbeliefs, withSelf } = args;
  const graph = readGraph(ints, args.graph);
  for (let t = 0; t < graph.edgeCount; t++) {
    const edge = graph.edges + t * EDGE_STRIDE;
    const target = ints[edge + EDGE_TARGET];
    if (!withSelf && target === ints[edge + EDGE_SOURCE]) continue;
    const start = dbeliefs + ints[graph.starts + target];
    const message = dmessages + ints[edge + EDGE_MESSAGE];
    for (let e = 0; e < ints[graph.counts + target]; e++) f[message + e] += f[start + e];
  }
}
