/** The SIMD kernels of messages and beliefs against their plain float64 twins, on ragged graphs of random shape. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  counts,
  createGraph,
  drawn,
  expectAgreement,
  read,
  readInts,
  realCandidates,
  realMessages,
  runs,
} from "../../test/kernel-graph.js";
import { seed } from "../../test/kernel-twins.js";
import { EDGE_STRIDE } from "./graph-layout.js";
import { type Address, NONE } from "./kernels.js";
import { Random } from "./random.js";
import { messageScratch, settlingScratch } from "./scratch.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

describe("message kernels agree with their plain float64 twins", () => {
  test("updateMessages, its backward and the sums over messages", () => {
    fc.assert(
      fc.property(counts, fc.boolean(), fc.constantFrom(0.3, 0.5, 1), seed, (counts, withSelf, mix, seed) => {
        expectAgreement((kernels) => {
          const random = new Random(seed);
          const graph = createGraph(kernels, counts, withSelf);
          const { messageSize: size, blockSize, candidates } = graph;
          const blocks = drawn(kernels, random, blockSize);
          const local = drawn(kernels, random, candidates);
          const shares = drawn(kernels, random, size, () => 0.1 + random.uniform());
          const messages = drawn(kernels, random, size, () => -random.uniform());
          const beliefs = kernels.allocZero(candidates);
          const [nextMessages, nextShares, argmax] = [0, 1, 2].map(() => kernels.allocZero(size));
          const scratch = kernels.alloc(messageScratch(13));
          kernels.sumMessages({ beliefs, local, messages, graph: graph.address, withSelf });
          kernels.updateMessages({
            nextMessages,
            nextShares,
            argmax,
            messages,
            shares,
            beliefs,
            blocks,
            graph: graph.address,
            scratch,
            mix,
          });
          const dnext = drawn(kernels, random, size);
          const dshares = drawn(kernels, random, size);
          const dblocks = kernels.allocZero(blockSize);
          const dbeliefs = kernels.allocZero(candidates);
          const dmessages = kernels.allocZero(size);
          kernels.updateMessagesBackward({
            dblocks,
            dbeliefs,
            dmessages,
            dshares,
            dnextMessages: dnext,
            nextShares,
            shares,
            argmax,
            graph: graph.address,
            scratch,
            mix,
          });
          kernels.spreadBeliefs({ dmessages, dbeliefs, graph: graph.address, withSelf });
          const real = (at: Address) => realMessages(kernels, graph, at);
          return [
            realCandidates(kernels, graph, counts, beliefs),
            real(nextMessages),
            real(nextShares),
            real(dshares),
            real(dmessages),
            realCandidates(kernels, graph, counts, dbeliefs),
          ];
        }, 2e-5);
      }),
      runs,
    );
  });

  test("settleBeliefs, which does all loops at once", () => {
    const range = fc.constantFrom(1, 8);
    fc.assert(
      fc.property(counts, fc.nat({ max: 12 }), fc.constantFrom(0.3, 0.7), range, seed, (...drawnShape) => {
        const [counts, loops, mix, spread, seed] = drawnShape;
        expectAgreement((kernels) => {
          const random = new Random(seed);
          const graph = createGraph(kernels, counts, false);
          const score = () => Math.max(-20, Math.min(20, random.normal(0, spread)));
          const blocks = drawn(kernels, random, graph.blockSize, score);
          const local = drawn(kernels, random, graph.candidates, () => random.normal(0, spread));
          const q = kernels.allocZero(graph.candidates);
          const scratch = kernels.alloc(settlingScratch(graph, 13));
          expect(kernels.settleBeliefs({ q, local, blocks, graph: graph.address, scratch, loops, mix })).toBe(
            true,
          );
          return [realCandidates(kernels, graph, counts, q)];
        }, 2e-5);
      }),
      runs,
    );
  });

  test("settleBeliefs does what the loops one by one do, and refuses what float32 products cannot hold", () => {
    const kernels = loadKernelsSync();
    const random = new Random(3);
    const counts = [8, 3, 1, 8, 5];
    const graph = createGraph(kernels, counts, false);
    // the two blocks of a pair are each other's transpose: here Φ is a function of both candidates
    const blocks = kernels.allocZero(graph.blockSize);
    for (let t = 0; t < graph.edgeCount; t++) {
      const [source, target, block] = readInts(kernels, graph.edges + t * EDGE_STRIDE, 3);
      for (let x = 0; x < counts[source]; x++) {
        for (let y = 0; y < counts[target]; y++) {
          const [a, b] = [10 * source + x, 10 * target + y];
          kernels.floats[blocks + block + x * ((counts[target] + 3) & ~3) + y] = Math.sin(a * b + a + b);
        }
      }
    }
    const local = drawn(kernels, random, graph.candidates);
    const scratch = kernels.alloc(settlingScratch(graph, 8) + messageScratch(8));
    const { messageSize: size, address } = graph;
    let [now, next] = [0, 1].map(() => ({ messages: kernels.allocZero(size), shares: kernels.alloc(size) }));
    kernels.fill(now.shares, 1, size);
    const beliefs = kernels.alloc(graph.candidates);
    for (let loop = 0; loop < 5; loop++) {
      kernels.sumMessages({ beliefs, local, messages: now.messages, graph: address, withSelf: true });
      const [before, after] = [now, next];
      kernels.updateMessages({
        nextMessages: after.messages,
        nextShares: after.shares,
        argmax: NONE,
        messages: before.messages,
        shares: before.shares,
        beliefs,
        blocks,
        graph: address,
        scratch,
        mix: 0.3,
      });
      [now, next] = [after, before];
    }
    kernels.sumMessages({ beliefs, local, messages: now.messages, graph: address, withSelf: true });
    for (const [i, count] of counts.entries()) {
      const at = beliefs + kernels.ints[graph.starts + i];
      kernels.softmaxRows({ y: at, ldy: 0, x: at, ldx: 0, rows: 1, cols: count });
    }
    const settled = kernels.alloc(graph.candidates);
    const settle = (mix: number) =>
      kernels.settleBeliefs({ q: settled, local, blocks, graph: address, scratch, loops: 5, mix });
    const kept = read(kernels, blocks, graph.blockSize);
    expect(settle(0.3)).toBe(true);
    const wanted = realCandidates(kernels, graph, counts, beliefs);
    for (const [i, x] of realCandidates(kernels, graph, counts, settled).entries()) {
      expect(x).toBeCloseTo(wanted[i], 6);
    }
    kernels.floats.set(kept, blocks);
    expect(settle(1)).toBe(false);
    for (const bad of [20.5, -20.5, Number.NaN]) {
      kernels.floats.set(kept, blocks);
      kernels.floats[blocks + 9] = bad;
      expect(settle(0.3)).toBe(false);
    }
  });

  test("a graph whose blocks lie outside the memory is refused", () => {
    const kernels = loadKernelsSync();
    const graph = createGraph(kernels, [3, 4], false);
    const far = kernels.floats.length;
    expect(() =>
      kernels.sumMessages({ beliefs: far, local: far, messages: far, graph: graph.address, withSelf: false }),
    ).toThrow(/sumMessages/);
  });
});
