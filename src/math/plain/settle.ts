/** Plain twin of the kernel that settles beliefs for a prediction. */
import type { Address } from "../kernels.js";
import type { Arena } from "../memory.js";
import {
  type Graph,
  PAIR_BLOCK_LEFT,
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

export function plainSettlingKernels(memory: Arena): SettlingKernels {
  /** beliefs = local + Σ log of the shares told to each mention. */
  const sumShares = (beliefs: Address, local: Address, shares: Address, graph: Graph) => {
    const { floats: f, ints } = memory;
    f.copyWithin(beliefs, local, local + graph.candidates);
    const tell = (target: number, message: number) => {
      const at = beliefs + ints[graph.starts + target];
      for (let e = 0; e < ints[graph.counts + target]; e++) f[at + e] += Math.log(f[shares + message + e]);
    };
    for (let p = 0; p < graph.pairCount; p++) {
      const pair = graph.pairs + p * PAIR_STRIDE;
      if (ints[pair + PAIR_TO_RIGHT] >= 0) tell(ints[pair + PAIR_RIGHT], ints[pair + PAIR_TO_RIGHT]);
      if (ints[pair + PAIR_TO_LEFT] >= 0) tell(ints[pair + PAIR_LEFT], ints[pair + PAIR_TO_LEFT]);
    }
  };

  return {
    settleBeliefs(q, local, blocks, graphAddress, scratch, loops, mix) {
      const { floats: f, ints } = memory;
      const graph = readGraph(ints, graphAddress);
      const beliefs = q;
      const shares = scratch;
      const scoresLeft = scratch + graph.messageSize;
      f.fill(1, shares, shares + graph.messageSize);
      /** share = mix · softmax(scores) + (1 − mix) · share. */
      const mixShares = (share: Address, scores: Address, count: number) => {
        softmaxRows(f, scores, 0, scores, 0, 1, count);
        for (let e = 0; e < count; e++) f[share + e] = mix * f[scores + e] + (1 - mix) * f[share + e];
      };
      /** heard = what a mention believes without what the other one told it. */
      const hear = (heard: Address, belief: Address, shares: Address, told: number, count: number) => {
        for (let e = 0; e < count; e++) {
          f[heard + e] = f[belief + e] - (told >= 0 ? Math.log(f[shares + told + e]) : 0);
        }
      };
      for (let loop = 0; loop < loops; loop++) {
        sumShares(beliefs, local, shares, graph);
        for (let p = 0; p < graph.pairCount; p++) {
          const pair = graph.pairs + p * PAIR_STRIDE;
          if (ints[pair + PAIR_BLOCK_LEFT] < 0) continue;
          const [left, right] = [ints[pair + PAIR_LEFT], ints[pair + PAIR_RIGHT]];
          const [toRight, toLeft] = [ints[pair + PAIR_TO_RIGHT], ints[pair + PAIR_TO_LEFT]];
          const [rows, cols] = [ints[graph.counts + left], ints[graph.counts + right]];
          const block = blocks + ints[pair + PAIR_BLOCK_LEFT];
          const scoresRight = scoresLeft + rows;
          const heardLeft = scoresRight + cols;
          const heardRight = heardLeft + rows;
          hear(heardLeft, beliefs + ints[graph.starts + left], shares, toLeft, rows);
          hear(heardRight, beliefs + ints[graph.starts + right], shares, toRight, cols);
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
          if (toRight >= 0) mixShares(shares + toRight, scoresRight, cols);
          if (toLeft >= 0) mixShares(shares + toLeft, scoresLeft, rows);
        }
      }
      sumShares(beliefs, local, shares, graph);
      for (let i = 0; i < graph.mentions; i++) {
        const from = q + ints[graph.starts + i];
        const count = ints[graph.counts + i];
        softmaxRows(f, from, 0, from, 0, 1, count);
        f.fill(0, from + count, from + widthOf(count));
      }
      return true;
    },
  };
}
