/** Argument checks of the model kernels: everything a kernel will touch lies inside allocated memory. */
import { NONE } from "../kernels.js";
import type { Arena } from "../memory.js";
import {
  GRAPH_FIELDS,
  type Graph,
  localScoreScratch,
  MESSAGE_SCRATCH,
  type ModelKernels,
  pairScoreScratch,
  readGraph,
  settlingScratch,
  widthOf,
} from "../model-kernels.js";
import { checkOptionalVector, checkRowNumbers, checkSize, checkVector } from "./bounds.js";

export function checkedModelKernels(memory: Arena, raw: ModelKernels): ModelKernels {
  /** Arrays over the candidate index (c), the messages (m) and the blocks (b) of a graph. */
  const checkGraph = (kernel: string, address: number, c: number[], m: number[], b: number[]): Graph => {
    checkVector(memory, kernel, "graph", address, GRAPH_FIELDS);
    const graph = readGraph(memory.ints, address);
    for (const at of c) checkVector(memory, kernel, "candidates", at, graph.candidates);
    for (const at of m) checkVector(memory, kernel, "messages", at, graph.messageSize);
    for (const at of b) checkVector(memory, kernel, "blocks", at, graph.blockSize);
    return graph;
  };
  /** Arrays by name, all of one length. */
  const checkArrays = (kernel: string, length: number, arrays: Record<string, number>) => {
    for (const name in arrays) checkVector(memory, kernel, name, arrays[name], length);
  };
  const checkSizes = (kernel: string, sizes: Record<string, number>) => {
    for (const name in sizes) checkSize(kernel, name, sizes[name]);
  };
  /** Room for the counts of a graph's mentions is not known here; the least any graph needs is. */
  const checkMessageScratch = (kernel: string, scratch: number) =>
    checkVector(memory, kernel, "scratch", scratch, MESSAGE_SCRATCH);
  return {
    localScore(
      psi,
      context,
      chosen,
      weights,
      best,
      scratch,
      entities,
      count,
      a,
      b,
      words,
      wordRows,
      wordCount,
      d,
      keep,
    ) {
      // called once a mention: no objects and no loops over names
      checkSize("localScore", "count", count);
      checkSize("localScore", "wordCount", wordCount);
      checkSize("localScore", "d", d);
      checkSize("localScore", "keep", keep);
      checkVector(memory, "localScore", "context", context, d);
      checkVector(memory, "localScore", "a", a, d);
      checkVector(memory, "localScore", "b", b, d);
      const kept = Math.min(keep, wordCount);
      checkVector(memory, "localScore", "chosen", chosen, kept);
      checkVector(memory, "localScore", "weights", weights, kept);
      checkVector(memory, "localScore", "best", best, kept);
      checkVector(memory, "localScore", "psi", psi, count);
      checkVector(memory, "localScore", "entities", entities, count * d);
      checkRowNumbers(memory, "localScore", words, wordRows, wordCount, 4 * d);
      checkVector(memory, "localScore", "scratch", scratch, localScoreScratch(count, wordCount, d));
      return raw.localScore(
        psi,
        context,
        chosen,
        weights,
        best,
        scratch,
        entities,
        count,
        a,
        b,
        words,
        wordRows,
        wordCount,
        d,
        keep,
      );
    },
    localScoreBackward(
      da,
      db,
      scratch,
      dpsi,
      context,
      chosen,
      weights,
      best,
      kept,
      entities,
      count,
      b,
      words,
      wordRows,
      d,
    ) {
      checkSizes("localScoreBackward", { count, kept, d });
      checkArrays("localScoreBackward", d, { da, db, context, b });
      checkArrays("localScoreBackward", kept, { chosen, weights, best });
      checkVector(memory, "localScoreBackward", "dpsi", dpsi, count);
      checkVector(memory, "localScoreBackward", "scratch", scratch, 2 * d + kept + 8);
      checkVector(memory, "localScoreBackward", "entities", entities, count * d);
      raw.localScoreBackward(
        da,
        db,
        scratch,
        dpsi,
        context,
        chosen,
        weights,
        best,
        kept,
        entities,
        count,
        b,
        words,
        wordRows,
        d,
      );
    },
    meansOfRows(out, table, missing, rows, counts, lists, extra, d) {
      checkSizes("meansOfRows", { lists, d });
      checkVector(memory, "meansOfRows", "out", out, lists * d);
      checkVector(memory, "meansOfRows", "missing", missing, d);
      checkVector(memory, "meansOfRows", "counts", counts, lists);
      let total = 0;
      for (let s = 0; s < lists; s++) {
        checkSize("meansOfRows", "count", memory.ints[counts + s]);
        total += memory.ints[counts + s];
      }
      checkRowNumbers(memory, "meansOfRows", table, rows, total, 4 * d, NONE);
      raw.meansOfRows(out, table, missing, rows, counts, lists, extra, d);
    },
    packEntities(packed, entities, graph, d) {
      checkSize("packEntities", "d", d);
      const { candidates } = checkGraph("packEntities", graph, [], [], []);
      checkArrays("packEntities", candidates * d, { packed, entities });
      raw.packEntities(packed, entities, graph, d);
    },
    pairScores(blocks, graph, packed, coupling, relations, scratch, k, d) {
      checkSizes("pairScores", { k, d });
      const { pairCount, candidates } = checkGraph("pairScores", graph, [], [], [blocks]);
      checkVector(memory, "pairScores", "scratch", scratch, pairScoreScratch(1, d));
      checkVector(memory, "pairScores", "packed", packed, candidates * d);
      checkVector(memory, "pairScores", "coupling", coupling, pairCount * k);
      checkVector(memory, "pairScores", "relations", relations, k * d);
      raw.pairScores(blocks, graph, packed, coupling, relations, scratch, k, d);
    },
    pairScoresBackward(
      dcoupling,
      drelations,
      dpadding,
      padding,
      dblocks,
      graph,
      entities,
      coupling,
      relations,
      scratch,
      k,
      d,
    ) {
      checkSizes("pairScoresBackward", { k, d });
      const { pairCount, candidates } = checkGraph("pairScoresBackward", graph, [], [], [dblocks]);
      checkArrays("pairScoresBackward", k * d, { relations, drelations });
      checkVector(memory, "pairScoresBackward", "coupling", coupling, pairCount * k);
      checkOptionalVector(memory, "pairScoresBackward", "dpadding", dpadding, d);
      checkVector(memory, "pairScoresBackward", "entities", entities, candidates * d);
      checkVector(memory, "pairScoresBackward", "dcoupling", dcoupling, pairCount * k);
      checkVector(memory, "pairScoresBackward", "scratch", scratch, 4 * (d + 4));
      raw.pairScoresBackward(
        dcoupling,
        drelations,
        dpadding,
        padding,
        dblocks,
        graph,
        entities,
        coupling,
        relations,
        scratch,
        k,
        d,
      );
    },
    sumMessages(beliefs, local, messages, graph, withSelf) {
      checkGraph("sumMessages", graph, [beliefs, local], [messages], []);
      raw.sumMessages(beliefs, local, messages, graph, withSelf);
    },
    updateMessages(nextMessages, nextShares, argmax, messages, shares, beliefs, blocks, graph, scratch, mix) {
      const all = [nextMessages, nextShares, messages, shares];
      if (argmax >= 0) all.push(argmax);
      checkMessageScratch("updateMessages", scratch);
      checkGraph("updateMessages", graph, [beliefs], all, [blocks]);
      raw.updateMessages(
        nextMessages,
        nextShares,
        argmax,
        messages,
        shares,
        beliefs,
        blocks,
        graph,
        scratch,
        mix,
      );
    },
    settleBeliefs(q, local, blocks, graphAddress, scratch, loops, mix) {
      checkSize("settleBeliefs", "loops", loops);
      const graph = checkGraph("settleBeliefs", graphAddress, [q, local], [], [blocks]);
      checkVector(memory, "settleBeliefs", "counts", graph.counts, graph.mentions);
      let largest = 0;
      for (let i = 0; i < graph.mentions; i++) largest = Math.max(largest, memory.ints[graph.counts + i]);
      checkVector(memory, "settleBeliefs", "scratch", scratch, settlingScratch(graph, largest));
      return Boolean(raw.settleBeliefs(q, local, blocks, graphAddress, scratch, loops, mix));
    },
    updateMessagesBackward(
      dblocks,
      dbeliefs,
      dmessages,
      dshares,
      dnextMessages,
      nextShares,
      shares,
      argmax,
      graph,
      scratch,
      mix,
    ) {
      const all = [dmessages, dshares, dnextMessages, nextShares, shares, argmax];
      checkMessageScratch("updateMessagesBackward", scratch);
      checkGraph("updateMessagesBackward", graph, [dbeliefs], all, [dblocks]);
      raw.updateMessagesBackward(
        dblocks,
        dbeliefs,
        dmessages,
        dshares,
        dnextMessages,
        nextShares,
        shares,
        argmax,
        graph,
        scratch,
        mix,
      );
    },
    spreadBeliefs(dmessages, dbeliefs, graph, withSelf) {
      checkGraph("spreadBeliefs", graph, [dbeliefs], [dmessages], []);
      raw.spreadBeliefs(dmessages, dbeliefs, graph, withSelf);
    },
    finalScore(rho, q, logPrior, count, w1, b1, w2, b2, hidden) {
      checkSizes("finalScore", { count, hidden });
      checkArrays("finalScore", widthOf(count), { rho, q, logPrior });
      checkArrays("finalScore", hidden, { b1, w2 });
      checkVector(memory, "finalScore", "w1", w1, 2 * hidden);
      checkVector(memory, "finalScore", "b2", b2, 1);
      raw.finalScore(rho, q, logPrior, count, w1, b1, w2, b2, hidden);
    },
    finalScoreBackward(dq, dw1, db1, dw2, db2, drho, q, logPrior, count, w1, b1, w2, hidden) {
      checkSizes("finalScoreBackward", { count, hidden });
      checkArrays("finalScoreBackward", widthOf(count), { dq, drho, q, logPrior });
      checkArrays("finalScoreBackward", hidden, { b1, db1, w2, dw2 });
      checkArrays("finalScoreBackward", 2 * hidden, { w1, dw1 });
      checkVector(memory, "finalScoreBackward", "db2", db2, 1);
      raw.finalScoreBackward(dq, dw1, db1, dw2, db2, drho, q, logPrior, count, w1, b1, w2, hidden);
    },
  };
}
