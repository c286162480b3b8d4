/**
 * What a description cannot say of a kernel's arguments, because it is written in memory or is no matter of shape. Each
 * function has the name of its kernel and is called when all that is described has been checked.
 */
import { LinkingError } from "../../errors.js";
import type { KernelArguments } from "../descriptions/all.js";
import { readGraph } from "../graph-layout.js";
import { NONE } from "../kernels.js";
import type { Arena } from "../memory.js";
import { settlingScratch } from "../scratch.js";
import { checkRowNumbers, checkSize, checkVector } from "./bounds.js";

export function dropout(_memory: Arena, { rate, seed }: KernelArguments<"dropout">): void {
  if (!(rate >= 0 && rate < 1)) {
    throw new LinkingError("usage", `dropout: the rate is ${rate}; it must be at least 0 and below 1.`);
  }
  if (!Number.isSafeInteger(seed)) {
    throw new LinkingError("usage", `dropout: the seed is ${seed}; it must be a whole number.`);
  }
}

export function adamStep(_memory: Arena, { step }: KernelArguments<"adamStep">): void {
  if (Number.isSafeInteger(step) && step >= 1) return;
  throw new LinkingError("usage", `adamStep: the step is ${step}; steps count from 1.`);
}

/** Every mention's scores lie inside the memory, and its gold among them. */
export function marginLoss(memory: Arena, args: KernelArguments<"marginLoss">): void {
  const { dscores, scores, starts, counts, golds, mentions } = args;
  for (let i = 0; i < mentions; i++) {
    const start = memory.ints[starts + i];
    const count = memory.ints[counts + i];
    const gold = memory.ints[golds + i];
    checkSize("marginLoss", "the start of a mention", start);
    checkSize("marginLoss", "the candidate count of a mention", count);
    checkVector(memory, "marginLoss", "scores", scores + start, count);
    checkVector(memory, "marginLoss", "dscores", dscores + start, count);
    if (gold < count) continue;
    throw new LinkingError(
      "shape-mismatch",
      `marginLoss: mention ${i} has ${count} candidates but its gold is at position ${gold}.`,
    );
  }
}

/** There are as many row numbers as the lists are long together; −1 is a row that is missing. */
export function meansOfRows(memory: Arena, args: KernelArguments<"meansOfRows">): void {
  const { table, rows, counts, lists, d } = args;
  let total = 0;
  for (let s = 0; s < lists; s++) {
    checkSize("meansOfRows", "count", memory.ints[counts + s]);
    total += memory.ints[counts + s];
  }
  checkRowNumbers(memory, "meansOfRows", "rows", {
    table,
    rows,
    count: total,
    rowBytes: 4 * d,
    least: NONE,
  });
}

/** Every word that was kept is a row of the table, and the candidate that chose it is one. */
export function localScoreBackward(memory: Arena, args: KernelArguments<"localScoreBackward">): void {
  const { chosen, best, kept, count, words, wordRows, d } = args;
  if (kept === 0) return;
  checkVector(memory, "localScoreBackward", "words", words, d);
  checkVector(memory, "localScoreBackward", "wordRows", wordRows, 1);
  const { ints } = memory;
  const fitting = memory.limit - words - d;
  const positions = memory.limit - wordRows;
  for (let r = 0; r < kept; r++) {
    const position = ints[chosen + r];
    const row = position >= 0 && position < positions ? ints[wordRows + position] : -1;
    const holder = ints[best + r];
    if (row >= 0 && row * d <= fitting && holder >= 0 && holder < count) continue;
    throw new LinkingError(
      "shape-mismatch",
      `localScoreBackward: word ${r} of ${kept} is at position ${position}, row ${row}, chosen by candidate ${holder} of ${count}; ` +
        "it does not lie inside the allocated memory.",
    );
  }
}

/** The scratch room depends on the mention with the most candidates. */
export function settleBeliefs(memory: Arena, args: KernelArguments<"settleBeliefs">): void {
  const graph = readGraph(memory.ints, args.graph);
  checkVector(memory, "settleBeliefs", "counts", graph.counts, graph.mentions);
  let largest = 0;
  for (let i = 0; i < graph.mentions; i++) largest = Math.max(largest, memory.ints[graph.counts + i]);
  checkVector(memory, "settleBeliefs", "scratch", args.scratch, settlingScratch(graph, largest));
}
