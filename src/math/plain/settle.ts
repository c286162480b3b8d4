/** Plain twin of the kernel that settles beliefs for a prediction. */
import type { Address } from "../kernels.js";
import type { Arena } from "../memory.js";
import {
  type Graph,
  PAIR_BLOCK_LEFT,
  PAIR_BLOCK_RIGHT,
  PAIR_LEFT,
  PAIR_RIGHT,
  PAIR_STRIDE,
  PAIR_TO_LEFT,
  PAIR_TO_RIGHT,
  readGraph,
  type SettlingKernels,
  widthOf,
} from "../model-kernels.js";
import { softmaxRows } from "./softmax.js";

/** A mention with a single candidate says the same in every loop: who listens, and where in the blocks it stands. */
function constantMessage(ints: Int32Array, graph: Graph, pair: Address): { listener: number; row: number } {
  const isLeft = ints[graph.counts + ints[pair + PAIR_LEFT]] === 1;
  return isLeft
    ? { listener: ints[pair + PAIR_RIGHT], row: ints[pair + PAIR_BLOCK_LEFT] }
    : { listener: ints[pair + PAIR_LEFT], row: ints[pair + PAIR_BLOCK_RIGHT] };
}

export function plainSettlingKernels(memory: Arena): SettlingKernels {
  /** Calls back for each pair of two that have several candidates, and for each with a single one and a listener. */
  const forEachPair = (
    graph: Graph,
    talking: (pair: Address) => void,
    constant: (listener: number, row: number) => void,
  ) => {
    const { ints } = memory;
    for (let p = 0; p < graph.pairCount; p++) {
      const pair = graph.pairs + p * PAIR_STRIDE;
      const rows = ints[graph.counts + ints[pair + PAIR_LEFT]];
      const cols = ints[graph.counts + ints[pair + PAIR_RIGHT]];
      if (rows > 1 && cols > 1) talking(pair);
      else if (rows !== cols) {
        const { listener, row } = constantMessage(ints, graph, pair);
        constant(listener, row);
      }
    }
  };

  return {
    settleBeliefs(q, local, blocks, graphAddress, scratch, loops, mix) {
      const { floats: f, ints } = memory;
      const graph = readGraph(ints, graphAddress);
      const countOf = (mention: number) => ints[graph.counts + mention];
      const beliefOf = (mention: number) => q + ints[graph.starts + mention];
      const shares = scratch;
      const scoresLeft = scratch + graph.messageSize;
      f.fill(1, shares, shares + graph.messageSize);
      const nothing = () => {};
      forEachPair(graph, nothing, (listener, row) =>
        softmaxRows(f, blocks + row, 0, blocks + row, 0, 1, countOf(listener)),
      );
      /** q = local + Σ log of the shares told to each mention; `left` is what is left of the messages of 0 that all began with. */
      const sumShares = (left: number) => {
        f.copyWithin(q, local, local + graph.candidates);
        const tell = (target: number, message: number) => {
          for (let e = 0; e < countOf(target); e++)
            f[beliefOf(target) + e] += Math.log(f[shares + message + e]);
        };
        const talking = (pair: Address) => {
          tell(ints[pair + PAIR_RIGHT], ints[pair + PAIR_TO_RIGHT]);
          tell(ints[pair + PAIR_LEFT], ints[pair + PAIR_TO_LEFT]);
        };
        forEachPair(graph, talking, (listener, row) => {
          for (let e = 0; e < countOf(listener); e++) {
            f[beliefOf(listener) + e] += Math.log((1 - left) * f[blocks + row + e] + left);
          }
        });
      };
      /** share = mix · softmax(scores) + (1 − mix) · share. */
      const mixShares = (share: Address, scores: Address, count: number) => {
        softmaxRows(f, scores, 0, scores, 0, 1, count);
        for (let e = 0; e < count; e++) f[share + e] = mix * f[scores + e] + (1 - mix) * f[share + e];
      };
      /** heard = what a mention believes without what the other one told it. */
      const hear = (heard: Address, mention: number, told: Address) => {
        for (let e = 0; e < countOf(mention); e++) {
          f[heard + e] = f[beliefOf(mention) + e] - Math.log(f[told + e]);
        }
      };
      const passBoth = (pair: Address) => {
        const [left, right] = [ints[pair + PAIR_LEFT], ints[pair + PAIR_RIGHT]];
        const [toLeft, toRight] = [shares + ints[pair + PAIR_TO_LEFT], shares + ints[pair + PAIR_TO_RIGHT]];
        const [rows, cols] = [countOf(left), countOf(right)];
        const block = blocks + ints[pair + PAIR_BLOCK_LEFT];
        const scoresRight = scoresLeft + rows;
        const heardLeft = scoresRight + cols;
        const heardRight = heardLeft + rows;
        hear(heardLeft, left, toLeft);
        hear(heardRight, right, toRight);
        f.fill(-Infinity, scoresLeft, heardLeft);
        for (let x = 0; x < rows; x++) {
          for (let y = 0; y < cols; y++) {
            const score = f[block + x * widthOf(cols) + y];
            const toX = score + f[heardRight + y];
            const toY = score + f[heardLeft + x];
            if (toX > f[scoresLeft + x]) f[scoresLeft + x] = toX;
            if (toY > f[scoresRight + y]) f[scoresRight + y] = toY;
          }
        }
        mixShares(toRight, scoresRight, cols);
        mixShares(toLeft, scoresLeft, rows);
      };
      for (let loop = 0; loop < loops; loop++) {
        sumShares((1 - mix) ** loop);
        forEachPair(graph, passBoth, nothing);
      }
      sumShares((1 - mix) ** loops);
      for (let i = 0; i < graph.mentions; i++) {
        softmaxRows(f, beliefOf(i), 0, beliefOf(i), 0, 1, countOf(i));
        f.fill(0, beliefOf(i) + countOf(i), beliefOf(i) + widthOf(countOf(i)));
      }
      return true;
    },
  };
}
