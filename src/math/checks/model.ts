/** Argument checks of the model kernels: everything a kernel will touch lies inside allocated memory. */
import type { Arena } from "../memory.js";
import {
  GRAPH_FIELDS,
  type Graph,
  localScoreScratch,
  type ModelKernels,
  readGraph,
} from "../model-kernels.js";
import { checkSize, checkVector } from "./bounds.js";

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
      checkSize("localScore", "count", count);
      checkSize("localScore", "wordCount", wordCount);
      checkVector(memory, "localScore", "entities", entities, count * d);
      checkVector(memory, "localScore", "wordRows", wordRows, wordCount);
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
      checkVector(memory, "localScoreBackward", "scratch", scratch, 2 * d + kept);
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
    meanOfRows(out, table, rows, count, divisor, d) {
      checkVector(memory, "meanOfRows", "out", out, d);
      checkVector(memory, "meanOfRows", "rows", rows, count);
      raw.meanOfRows(out, table, rows, count, divisor, d);
    },
    pairScores(blocks, graph, entities, coupling, relations, scratch, k, d) {
      const { pairCount, candidates } = checkGraph("pairScores", graph, [], [], [blocks]);
      checkVector(memory, "pairScores", "entities", entities, candidates * d);
      checkVector(memory, "pairScores", "coupling", coupling, pairCount * k);
      checkVector(memory, "pairScores", "relations", relations, k * d);
      raw.pairScores(blocks, graph, entities, coupling, relations, scratch, k, d);
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
      const { pairCount, candidates } = checkGraph("pairScoresBackward", graph, [], [], [dblocks]);
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
      for (const at of [rho, q, logPrior]) checkVector(memory, "finalScore", "candidates", at, count);
      checkVector(memory, "finalScore", "w1", w1, 2 * hidden);
      raw.finalScore(rho, q, logPrior, count, w1, b1, w2, b2, hidden);
    },
    finalScoreBackward(dq, dw1, db1, dw2, db2, drho, q, logPrior, count, w1, b1, w2, hidden) {
      for (const at of [dq, drho, q, logPrior])
        checkVector(memory, "finalScoreBackward", "candidates", at, count);
      for (const at of [w1, dw1]) checkVector(memory, "finalScoreBackward", "w1", at, 2 * hidden);
      raw.finalScoreBackward(dq, dw1, db1, dw2, db2, drho, q, logPrior, count, w1, b1, w2, hidden);
    },
  };
}
