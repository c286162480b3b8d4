/** The model's SIMD kernels against their plain float64 twins, on ragged graphs of random shape. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builds } from "../../test/kernel-twins.js";
import { type Address, type KernelBuild, type Kernels, NONE } from "./kernels.js";
import {
  EDGE_STRIDE,
  GRAPH_FIELDS,
  type Graph,
  localScoreScratch,
  MESSAGE_SCRATCH,
  PAIR_STRIDE,
  pairScoreScratch,
  readGraph,
  settlingScratch,
} from "./model-kernels.js";
import { createPlainKernels } from "./plain-kernels.js";
import { Random } from "./random.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

const counts = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1, maxLength: 6 });
const seed = fc.nat();
// a fixed seed: a maximum that float32 decides otherwise than float64 would fail without being wrong
const runs = { numRuns: 50, seed: 1 };

/** Random numbers in kernel memory; equal calls give equal numbers in every build. */
function drawn(kernels: Kernels, random: Random, length: number, draw = () => random.normal()): Address {
  const address = kernels.allocZero(length);
  for (let i = 0; i < length; i++) kernels.floats[address + i] = Math.fround(draw());
  return address;
}

function ints(kernels: Kernels, values: number[]): Address {
  const address = kernels.alloc(values.length);
  kernels.ints.set(values, address);
  return address;
}

/** All pairs of mentions with these candidate counts, a mention with itself included when `withSelf`. */
function createGraph(kernels: Kernels, counts: number[], withSelf: boolean): Graph {
  const width = (i: number) => (counts[i] + 3) & ~3;
  const starts = counts.map((_, i) => counts.slice(0, i).reduce((sum, c) => sum + ((c + 3) & ~3), 0));
  const pairs: number[] = [];
  const edges: number[] = [];
  let block = 0;
  let message = 0;
  for (let i = 0; i < counts.length; i++) {
    for (let j = withSelf ? i : i + 1; j < counts.length; j++) {
      const [toJ, blockJ] = [message, block];
      message += width(j);
      block += width(i) * width(j);
      if (i === j) {
        pairs.push(i, j, blockJ, -1, toJ, -1);
        edges.push(i, j, blockJ, toJ, toJ);
        continue;
      }
      pairs.push(i, j, blockJ, block, toJ, message);
      edges.push(i, j, blockJ, toJ, message, j, i, block, message, toJ);
      message += width(i);
      block += width(j) * width(i);
    }
  }
  const candidates = counts.reduce((sum, c) => sum + ((c + 3) & ~3), 0);
  const address = kernels.alloc(GRAPH_FIELDS);
  const fields = [
    ints(kernels, starts),
    ints(kernels, counts),
    ints(kernels, pairs),
    pairs.length / PAIR_STRIDE,
    ints(kernels, edges),
    edges.length / EDGE_STRIDE,
    candidates,
    message,
    block,
    counts.length,
  ];
  kernels.ints.set(fields, address);
  return readGraph(kernels.ints, address);
}

const started = new Map<KernelBuild, Kernels>();

/** Runs the work on a build's kernels and gives back the memory it took. */
function runOn<T>(build: KernelBuild, work: (kernels: Kernels) => T): T {
  const kernels = started.get(build) ?? loadKernelsSync({ build });
  started.set(build, kernels);
  const mark = kernels.mark();
  const result = work(kernels);
  kernels.release(mark);
  return result;
}

/** Runs the same work on every build and compares the arrays it returns. */
function expectAgreement(work: (kernels: Kernels) => number[][], tolerance: number): void {
  const wanted = runOn("plain-float64", work);
  for (const build of builds) {
    const found = runOn(build, work);
    for (const [a, array] of wanted.entries()) {
      const largest = array.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
      for (const [i, x] of array.entries()) {
        const slack = build === "simd" ? 1 : 4;
        expect(Math.abs(found[a][i] - x), `${build}: array ${a}, place ${i}`).toBeLessThan(
          slack * tolerance * largest,
        );
      }
    }
  }
}

const read = (kernels: Kernels, at: Address, length: number) =>
  Array.from(kernels.floats.subarray(at, at + length));
const readInts = (kernels: Kernels, at: Address, length: number) =>
  Array.from(kernels.ints.subarray(at, at + length));

describe("model kernels agree with their plain float64 twins", () => {
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
          const scratch = kernels.alloc(2 * 13 + MESSAGE_SCRATCH);
          kernels.sumMessages(beliefs, local, messages, graph.address, withSelf);
          kernels.updateMessages(
            nextMessages,
            nextShares,
            argmax,
            messages,
            shares,
            beliefs,
            blocks,
            graph.address,
            scratch,
            mix,
          );
          const dnext = drawn(kernels, random, size);
          const dshares = drawn(kernels, random, size);
          const dblocks = kernels.allocZero(blockSize);
          const dbeliefs = kernels.allocZero(candidates);
          const dmessages = kernels.allocZero(size);
          kernels.updateMessagesBackward(
            dblocks,
            dbeliefs,
            dmessages,
            dshares,
            dnext,
            nextShares,
            shares,
            argmax,
            graph.address,
            scratch,
            mix,
          );
          kernels.spreadBeliefs(dmessages, dbeliefs, graph.address, withSelf);
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
          expect(kernels.settleBeliefs(q, local, blocks, graph.address, scratch, loops, mix)).toBe(true);
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
    const scratch = kernels.alloc(settlingScratch(graph, 8) + MESSAGE_SCRATCH);
    const { messageSize: size, address } = graph;
    let [now, next] = [0, 1].map(() => ({ messages: kernels.allocZero(size), shares: kernels.alloc(size) }));
    kernels.fill(now.shares, 1, size);
    const beliefs = kernels.alloc(graph.candidates);
    for (let loop = 0; loop < 5; loop++) {
      kernels.sumMessages(beliefs, local, now.messages, address, true);
      const [before, after] = [now, next];
      kernels.updateMessages(
        after.messages,
        after.shares,
        NONE,
        before.messages,
        before.shares,
        beliefs,
        blocks,
        address,
        scratch,
        0.3,
      );
      [now, next] = [after, before];
    }
    kernels.sumMessages(beliefs, local, now.messages, address, true);
    for (const [i, count] of counts.entries()) {
      const at = beliefs + kernels.ints[graph.starts + i];
      kernels.softmaxRows(at, 0, at, 0, 1, count);
    }
    const settled = kernels.alloc(graph.candidates);
    const settle = (mix: number) => kernels.settleBeliefs(settled, local, blocks, address, scratch, 5, mix);
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

  test("pairScores and its backward, with and without a padding mention", () => {
    fc.assert(
      fc.property(
        counts,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 21 }),
        fc.boolean(),
        seed,
        (counts, k, d, pads, seed) => {
          const all = pads ? [...counts, 1] : counts;
          expectAgreement((kernels) => {
            const random = new Random(seed);
            const graph = createGraph(kernels, all, false);
            const entities = drawn(kernels, random, graph.candidates * d);
            const coupling = drawn(kernels, random, graph.pairCount * k);
            const relations = drawn(kernels, random, k * d);
            const blocks = kernels.allocZero(graph.blockSize);
            const scratch = kernels.alloc(pairScoreScratch(13, d) + 4 * (d + 4));
            const packed = kernels.alloc(graph.candidates * d);
            kernels.packEntities(packed, entities, graph.address, d);
            kernels.pairScores(blocks, graph.address, packed, coupling, relations, scratch, k, d);
            const gradients = drawn(kernels, random, graph.blockSize, () =>
              random.below(3) === 0 ? random.normal() : 0,
            );
            const dcoupling = kernels.allocZero(graph.pairCount * k);
            const drelations = kernels.allocZero(k * d);
            const dpadding = kernels.allocZero(d);
            kernels.pairScoresBackward(
              dcoupling,
              drelations,
              dpadding,
              pads ? all.length - 1 : -1,
              gradients,
              graph.address,
              entities,
              coupling,
              relations,
              scratch,
              k,
              d,
            );
            return [
              realBlocks(kernels, graph, all, blocks),
              read(kernels, dcoupling, graph.pairCount * k),
              read(kernels, drelations, k * d),
              read(kernels, dpadding, d),
            ];
          }, 2e-5);
        },
      ),
      runs,
    );
  });

  test("localScore, which words it keeps, and its backward", () => {
    const shape = fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      words: fc.integer({ min: 0, max: 40 }),
      keep: fc.integer({ min: 1, max: 12 }),
      d: fc.integer({ min: 1, max: 37 }),
      seed,
    });
    fc.assert(
      fc.property(shape, ({ count, words, keep, d, seed }) => {
        expectAgreement((kernels) => {
          const random = new Random(seed);
          const entities = drawn(kernels, random, count * d);
          const table = drawn(kernels, random, 50 * d, () => random.normal(0, 1 / Math.sqrt(d)));
          const [a, b, dpsi] = [d, d, count].map((n) => drawn(kernels, random, n));
          const rows = ints(
            kernels,
            Array.from({ length: words }, () => random.below(50)),
          );
          const psi = kernels.allocZero(count);
          const context = kernels.allocZero(d);
          const [chosen, weights, best] = [0, 1, 2].map(() => kernels.allocZero(keep));
          const scratch = kernels.alloc(localScoreScratch(count, words, d) + 2 * d + keep + 8);
          const kept = kernels.localScore(
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
            table,
            rows,
            words,
            d,
            keep,
          );
          const [da, db] = [0, 1].map(() => kernels.allocZero(d));
          kernels.localScoreBackward(
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
            table,
            rows,
            d,
          );
          const listed = ints(kernels, [...readInts(kernels, rows, words), -1, 3]);
          const lists = [words >> 1, 0, words - (words >> 1) + 1, 1];
          const means = kernels.alloc(4 * d);
          kernels.meansOfRows(means, table, a, listed, ints(kernels, lists), 4, 0.5, d);
          return [
            [kept],
            readInts(kernels, chosen, kept),
            readInts(kernels, best, kept),
            read(kernels, weights, kept),
            read(kernels, context, d),
            read(kernels, psi, count),
            read(kernels, da, d),
            read(kernels, db, d),
            read(kernels, means, 4 * d),
          ];
        }, 3e-5);
      }),
      runs,
    );
  });

  test("localScore keeps the earlier of equally strong words", () => {
    for (const kernels of [createPlainKernels(Float64Array), loadKernelsSync()]) {
      const entity = drawn(kernels, new Random(1), 4, () => 1);
      const ones = drawn(kernels, new Random(1), 4, () => 1);
      const rows = ints(kernels, [0, 0, 0, 0, 0]);
      const chosen = kernels.allocZero(4);
      const [psi, context, weights, best] = [4, 4, 4, 4].map((n) => kernels.allocZero(n));
      const scratch = kernels.alloc(localScoreScratch(1, 5, 4));
      const kept = kernels.localScore(
        psi,
        context,
        chosen,
        weights,
        best,
        scratch,
        entity,
        1,
        ones,
        ones,
        ones,
        rows,
        5,
        4,
        3,
      );
      expect(readInts(kernels, chosen, kept)).toEqual([0, 1, 2]);
    }
  });

  test("finalScore and its backward", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 19 }),
        fc.integer({ min: 1, max: 11 }),
        seed,
        (count, hidden, seed) => {
          expectAgreement((kernels) => {
            const random = new Random(seed);
            const [q, logPrior, drho] = [0, 1, 2].map(() => drawn(kernels, random, count));
            const [w1, b1, w2, b2] = [2 * hidden, hidden, hidden, 1].map((n) => drawn(kernels, random, n));
            const rho = kernels.alloc(count);
            kernels.finalScore(rho, q, logPrior, count, w1, b1, w2, b2, hidden);
            const dq = kernels.allocZero(count);
            const [dw1, db1, dw2, db2] = [2 * hidden, hidden, hidden, 1].map((n) => kernels.allocZero(n));
            kernels.finalScoreBackward(dq, dw1, db1, dw2, db2, drho, q, logPrior, count, w1, b1, w2, hidden);
            return [
              read(kernels, rho, count),
              read(kernels, dq, count),
              read(kernels, dw1, 2 * hidden),
              read(kernels, db1, hidden),
              read(kernels, dw2, hidden),
              read(kernels, db2, 1),
            ];
          }, 2e-5);
        },
      ),
      runs,
    );
  });

  test("arrays outside the memory are refused, never trapped on", () => {
    const kernels = loadKernelsSync();
    const at = kernels.allocZero(400);
    const far = 2 ** 29;
    const calls: [string, (bad: number) => unknown][] = [
      ["localScore", (bad) => kernels.localScore(bad, at, at, at, at, at, at, 1, at, at, at, at, 1, 4, 1)],
      ["meansOfRows", (bad) => kernels.meansOfRows(at, at, bad, at, at, 1, 1, 4)],
      ["finalScore", (bad) => kernels.finalScore(at, at, at, 4, at, bad, at, at, 3)],
      [
        "finalScoreBackward",
        (bad) => kernels.finalScoreBackward(at, at, at, at, bad, at, at, at, 4, at, at, at, 3),
      ],
    ];
    for (const [name, call] of calls) {
      for (const bad of [far, -1, 2.5]) expect(() => call(bad), `${name} ${bad}`).toThrow(new RegExp(name));
    }
    kernels.ints[at] = 2 ** 28;
    kernels.ints[at + 4] = 1;
    expect(() => kernels.meansOfRows(at + 8, at, at, at, at + 4, 1, 1, 4)).toThrow(/row number 268435456/);
    kernels.ints[at + 4] = -2;
    expect(() => kernels.meansOfRows(at + 8, at, at, at, at + 4, 1, 1, 4)).toThrow(/count is -2/);
  });

  test("a graph whose blocks lie outside the memory is refused", () => {
    const kernels = loadKernelsSync();
    const graph = createGraph(kernels, [3, 4], false);
    const far = kernels.floats.length;
    expect(() => kernels.sumMessages(far, far, far, graph.address, false)).toThrow(/sumMessages/);
  });
});

/** The places of the candidate index that are candidates. */
function realCandidates(kernels: Kernels, graph: Graph, counts: number[], at: Address): number[] {
  return counts.flatMap((count, i) => read(kernels, at + kernels.ints[graph.starts + i], count));
}

function realMessages(kernels: Kernels, graph: Graph, at: Address): number[] {
  return Array.from({ length: graph.edgeCount }, (_, t) => {
    const edge = graph.edges + t * EDGE_STRIDE;
    return read(kernels, at + kernels.ints[edge + 3], kernels.ints[graph.counts + kernels.ints[edge + 1]]);
  }).flat();
}

function realBlocks(kernels: Kernels, graph: Graph, counts: number[], at: Address): number[] {
  return Array.from({ length: graph.edgeCount }, (_, t) => {
    const [source, target, block] = readInts(kernels, graph.edges + t * EDGE_STRIDE, 3);
    const width = (counts[target] + 3) & ~3;
    return Array.from({ length: counts[source] }, (_, x) =>
      read(kernels, at + block + x * width, counts[target]),
    ).flat();
  }).flat();
}
