/** All loops of belief propagation for a prediction, in plain TypeScript: the twin of assembly/settle.ts. */
import type { KernelArguments } from "../descriptions/all.js";
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
  widthOf,
} from "../graph-layout.js";
import type { Address } from "../kernels.js";
import type { Arena, Floats } from "../memory.js";
import { softmaxRow } from "./steps.js";

export function settleBeliefs(memory: Arena, args: KernelArguments<"settleBeliefs">): boolean {
  const state = new Settling(memory, args);
  for (let loop = 0; loop < args.loops; loop++) {
    state.sumShares((1 - args.mix) ** loop);
    state.passMessages();
  }
  state.sumShares((1 - args.mix) ** args.loops);
  state.normalise();
  return true;
}

const nothing = () => {};

class Settling {
  readonly #f: Floats;
  readonly #ints: Int32Array;
  readonly #graph: Graph;
  readonly #args: KernelArguments<"settleBeliefs">;
  /** exp of the messages; all begin as 1. */
  readonly #shares: Address;
  /** Room for what both mentions of a pair hear and are told. */
  readonly #room: Address;

  constructor({ floats, ints }: Arena, args: KernelArguments<"settleBeliefs">) {
    this.#f = floats;
    this.#ints = ints;
    this.#graph = readGraph(ints, args.graph);
    this.#args = args;
    this.#shares = args.scratch;
    this.#room = args.scratch + this.#graph.messageSize;
    floats.fill(1, this.#shares, this.#room);
    this.#forEachPair(nothing, (listener, row) => softmaxRow(floats, row, row, this.#countOf(listener)));
  }

  #countOf(mention: number): number {
    return this.#ints[this.#graph.counts + mention];
  }

  #beliefOf(mention: number): Address {
    return this.#args.q + this.#ints[this.#graph.starts + mention];
  }

  /**
   * Visits the pairs in order: two mentions with several candidates talk; one with a single candidate says the same in every loop,
   * the row of its block, to the other one.
   */
  #forEachPair(
    talking: (pair: Address, left: number, right: number) => void,
    constant: (listener: number, row: Address) => void,
  ): void {
    for (let p = 0; p < this.#graph.pairCount; p++) {
      const pair = this.#graph.pairs + p * PAIR_STRIDE;
      const left = this.#ints[pair + PAIR_LEFT];
      const right = this.#ints[pair + PAIR_RIGHT];
      const [rows, cols] = [this.#countOf(left), this.#countOf(right)];
      if (rows > 1 && cols > 1) talking(pair, left, right);
      else if (rows !== cols) {
        const block = this.#ints[pair + (rows === 1 ? PAIR_BLOCK_LEFT : PAIR_BLOCK_RIGHT)];
        constant(rows === 1 ? right : left, this.#args.blocks + block);
      }
    }
  }

  /** q = local + Σ log of the shares told to each mention; `left` is what is left of the messages of 0 that all began with. */
  sumShares(left: number): void {
    const f = this.#f;
    const { q, local } = this.#args;
    f.copyWithin(q, local, local + this.#graph.candidates);
    const talking = (pair: Address, leftMention: number, rightMention: number) => {
      this.#tell(rightMention, this.#shares + this.#ints[pair + PAIR_TO_RIGHT]);
      this.#tell(leftMention, this.#shares + this.#ints[pair + PAIR_TO_LEFT]);
    };
    this.#forEachPair(talking, (listener, row) => {
      for (let e = 0; e < this.#countOf(listener); e++) {
        f[this.#beliefOf(listener) + e] += Math.log((1 - left) * f[row + e] + left);
      }
    });
  }

  #tell(target: number, share: Address): void {
    const belief = this.#beliefOf(target);
    for (let e = 0; e < this.#countOf(target); e++) this.#f[belief + e] += Math.log(this.#f[share + e]);
  }

  passMessages(): void {
    this.#forEachPair((pair, left, right) => this.#passBoth(pair, left, right), nothing);
  }

  /** Both messages of a pair, from one pass over its block. */
  #passBoth(pair: Address, left: number, right: number): void {
    const f = this.#f;
    const toLeft = this.#shares + this.#ints[pair + PAIR_TO_LEFT];
    const toRight = this.#shares + this.#ints[pair + PAIR_TO_RIGHT];
    const [rows, cols] = [this.#countOf(left), this.#countOf(right)];
    const block = this.#args.blocks + this.#ints[pair + PAIR_BLOCK_LEFT];
    const scoresLeft = this.#room;
    const scoresRight = scoresLeft + rows;
    const heardLeft = scoresRight + cols;
    const heardRight = heardLeft + rows;
    this.#hear(heardLeft, left, toLeft);
    this.#hear(heardRight, right, toRight);
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
    this.#mixShares(toRight, scoresRight, cols);
    this.#mixShares(toLeft, scoresLeft, rows);
  }

  /** heard = what a mention believes without what the other one told it. */
  #hear(heard: Address, mention: number, told: Address): void {
    const belief = this.#beliefOf(mention);
    for (let e = 0; e < this.#countOf(mention); e++) {
      this.#f[heard + e] = this.#f[belief + e] - Math.log(this.#f[told + e]);
    }
  }

  /** share = mix · softmax(scores) + (1 − mix) · share. */
  #mixShares(share: Address, scores: Address, count: number): void {
    const f = this.#f;
    const { mix } = this.#args;
    softmaxRow(f, scores, scores, count);
    for (let e = 0; e < count; e++) f[share + e] = mix * f[scores + e] + (1 - mix) * f[share + e];
  }

  /** q = softmax of the beliefs of each mention; 0 past its candidates. */
  normalise(): void {
    for (let i = 0; i < this.#graph.mentions; i++) {
      const [belief, count] = [this.#beliefOf(i), this.#countOf(i)];
      softmaxRow(this.#f, belief, belief, count);
      this.#f.fill(0, belief + count, belief + widthOf(count));
    }
  }
}
