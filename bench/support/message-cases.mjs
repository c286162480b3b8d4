// The kernels of belief propagation and pair scores on a document where every mention has 8 candidates.
import { Random } from "../../dist/math/random.js";
import { messageScratch, pairScoreScratch, settlingScratch } from "../../dist/math/scratch.js";
import { allPairs, layOutGraph, layOutPairs } from "../../dist/model/layers/graph.js";

const CANDIDATES = 8;

/** All pairs of `mentions` mentions, laid out in a build's memory: for training, or for a prediction. */
function createGraph(kernels, mentions, forPrediction = false) {
  const copy = (values) => {
    const address = kernels.alloc(values.length);
    kernels.ints.set(values, address);
    return address;
  };
  const counts = new Int32Array(mentions).fill(CANDIDATES);
  const starts = counts.map((_, i) => i * CANDIDATES);
  /** @type {any} what graphs read of an encoded document */
  const document = {
    counts,
    startsAddress: copy(starts),
    countsAddress: copy(counts),
    candidates: mentions * CANDIDATES,
    mentions,
  };
  const pairs = allPairs(mentions, false);
  return forPrediction ? layOutPairs(kernels, document, pairs) : layOutGraph(kernels, document, pairs, false);
}

function numbers(kernels, length, draw) {
  const address = kernels.allocZero(length);
  for (let i = 0; i < length; i++) kernels.floats[address + i] = draw();
  return address;
}

function messages(mentions) {
  return {
    name: `message update, 10 loops, ${mentions} mentions × ${CANDIDATES}`,
    wanted: 7,
    prepare(kernels) {
      const random = new Random(1);
      const graph = createGraph(kernels, mentions);
      const blocks = numbers(kernels, graph.blockSize, () => random.normal());
      const local = numbers(kernels, graph.candidates, () => random.normal());
      const beliefs = kernels.alloc(graph.candidates);
      const size = graph.messageSize;
      const argmax = kernels.alloc(size);
      const states = [0, 1].map(() => ({ messages: kernels.alloc(size), shares: kernels.alloc(size) }));
      const scratch = kernels.alloc(messageScratch(CANDIDATES));
      return () => {
        kernels.fill(states[0].messages, 0, size);
        kernels.fill(states[0].shares, 1, size);
        for (let loop = 0; loop < 10; loop++) {
          const [now, next] = [states[loop % 2], states[(loop + 1) % 2]];
          kernels.sumMessages({
            beliefs,
            local,
            messages: now.messages,
            graph: graph.address,
            withSelf: true,
          });
          kernels.updateMessages({
            nextMessages: next.messages,
            nextShares: next.shares,
            argmax,
            messages: now.messages,
            shares: now.shares,
            beliefs,
            blocks,
            graph: graph.address,
            scratch,
            mix: 0.3,
          });
        }
      };
    },
  };
}

/** What a prediction does in place of the message updates. */
function settling(mentions) {
  return {
    name: `beliefs settled, 10 loops, ${mentions} mentions × ${CANDIDATES}`,
    prepare(kernels) {
      const random = new Random(1);
      const graph = createGraph(kernels, mentions, true);
      const scores = numbers(kernels, graph.blockSize, () => random.normal());
      const local = numbers(kernels, graph.candidates, () => random.normal());
      const blocks = kernels.alloc(graph.blockSize);
      const q = kernels.alloc(graph.candidates);
      const scratch = kernels.alloc(settlingScratch(graph, CANDIDATES));
      return () => {
        kernels.copy(blocks, scores, graph.blockSize); // they are overwritten
        kernels.settleBeliefs({ q, local, blocks, graph: graph.address, scratch, loops: 10, mix: 0.3 });
      };
    },
  };
}

function pairScores(mentions, d) {
  return {
    name: `pair scores, ${mentions} mentions × ${CANDIDATES}, d = ${d}, K = 3`,
    flop: mentions * (mentions - 1) * CANDIDATES * CANDIDATES * d,
    prepare(kernels) {
      const random = new Random(1);
      const graph = createGraph(kernels, mentions);
      const entities = numbers(kernels, graph.candidates * d, () => random.normal());
      const coupling = numbers(kernels, graph.pairCount * 3, () => random.uniform());
      const relations = numbers(kernels, 3 * d, () => random.normal());
      const blocks = kernels.alloc(graph.blockSize);
      const scratch = kernels.alloc(pairScoreScratch(CANDIDATES, d));
      const packed = kernels.alloc(graph.candidates * d);
      kernels.packEntities({ packed, entities, graph: graph.address, d });
      return () =>
        kernels.pairScores({ blocks, graph: graph.address, packed, coupling, relations, scratch, k: 3, d });
    },
  };
}

export const messageCases = [
  messages(20),
  messages(100),
  settling(20),
  settling(100),
  pairScores(20, 300),
  pairScores(100, 100),
];
