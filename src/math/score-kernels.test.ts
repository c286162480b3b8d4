/** The SIMD kernels of local, pair and final scores against their plain float64 twins. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  counts,
  createGraph,
  drawn,
  expectAgreement,
  ints,
  read,
  readInts,
  realBlocks,
  runs,
} from "../../test/kernel-graph.js";
import { seed } from "../../test/kernel-twins.js";
import type { KernelArguments } from "./descriptions/all.js";
import type { Kernels } from "./kernels.js";
import { createPlainKernels } from "./plain-kernels.js";
import { Random } from "./random.js";
import {
  localScoreBackwardScratch,
  localScoreScratch,
  pairGradientScratch,
  pairScoreScratch,
} from "./scratch.js";
import { loadKernelsSync } from "./wasm-kernels-sync.js";

/** localScore on what it reads, with room made for what it writes. */
function attend(
  kernels: Kernels,
  reads: Omit<KernelArguments<"localScore">, "psi" | "context" | "chosen" | "weights" | "best" | "scratch">,
) {
  const { count, wordCount, keep, d } = reads;
  const [psi, context] = [kernels.allocZero(count), kernels.allocZero(d)];
  const [chosen, weights, best] = [0, 1, 2].map(() => kernels.allocZero(keep));
  const scratch = kernels.alloc(localScoreScratch(count, wordCount, d));
  const kept = kernels.localScore({ psi, context, chosen, weights, best, scratch, ...reads });
  return { kept, psi, context, chosen, weights, best };
}

describe("score kernels agree with their plain float64 twins", () => {
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
            const scratch = kernels.alloc(pairScoreScratch(13, d) + pairGradientScratch(d));
            const packed = kernels.alloc(graph.candidates * d);
            kernels.packEntities({ packed, entities, graph: graph.address, d });
            kernels.pairScores({ blocks, graph: graph.address, packed, coupling, relations, scratch, k, d });
            const gradients = drawn(kernels, random, graph.blockSize, () =>
              random.below(3) === 0 ? random.normal() : 0,
            );
            const dcoupling = kernels.allocZero(graph.pairCount * k);
            const drelations = kernels.allocZero(k * d);
            const dpadding = kernels.allocZero(d);
            kernels.pairScoresBackward({
              dcoupling,
              drelations,
              dpadding,
              paddingMention: pads ? all.length - 1 : -1,
              dblocks: gradients,
              graph: graph.address,
              entities,
              coupling,
              relations,
              scratch,
              k,
              d,
            });
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
          const shape = { count, wordCount: words, keep, d };
          const inputs = { entities, a, b, words: table, wordRows: rows };
          const { kept, chosen, best, weights, context, psi } = attend(kernels, { ...shape, ...inputs });
          const [da, db] = [0, 1].map(() => kernels.allocZero(d));
          const scratch = kernels.alloc(localScoreBackwardScratch(keep, d));
          const forward = {
            context,
            chosen,
            weights,
            best,
            kept,
            entities,
            count,
            b,
            words: table,
            wordRows: rows,
            d,
          };
          kernels.localScoreBackward({ da, db, scratch, dpsi, ...forward });
          const listed = ints(kernels, [...readInts(kernels, rows, words), -1, 3]);
          const lists = [words >> 1, 0, words - (words >> 1) + 1, 1];
          const means = kernels.alloc(4 * d);
          kernels.meansOfRows({
            out: means,
            table,
            missing: a,
            rows: listed,
            counts: ints(kernels, lists),
            lists: 4,
            extra: 0.5,
            d,
          });
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
      const shape = { count: 1, wordCount: 5, keep: 3, d: 4 };
      const inputs = { entities: entity, a: ones, b: ones, words: ones, wordRows: rows };
      const { kept, chosen } = attend(kernels, { ...shape, ...inputs });
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
            kernels.finalScore({ rho, q, logPrior, count, w1, b1, w2, b2, hidden });
            const [dq, dlogPrior] = [0, 1].map(() => kernels.allocZero(count));
            const [dw1, db1, dw2, db2] = [2 * hidden, hidden, hidden, 1].map((n) => kernels.allocZero(n));
            kernels.finalScoreBackward({
              dq,
              dlogPrior,
              dw1,
              db1,
              dw2,
              db2,
              drho,
              q,
              logPrior,
              count,
              w1,
              b1,
              w2,
              hidden,
            });
            return [
              read(kernels, rho, count),
              read(kernels, dq, count),
              read(kernels, dlogPrior, count),
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

  test("row numbers and counts that are none are refused, never trapped on", () => {
    const kernels = loadKernelsSync();
    const at = kernels.allocZero(400);
    kernels.ints[at] = 2 ** 28;
    kernels.ints[at + 4] = 1;
    expect(() =>
      kernels.meansOfRows({
        out: at + 8,
        table: at,
        missing: at,
        rows: at,
        counts: at + 4,
        lists: 1,
        extra: 1,
        d: 4,
      }),
    ).toThrow(/row number 268435456/);
    kernels.ints[at + 4] = -2;
    expect(() =>
      kernels.meansOfRows({
        out: at + 8,
        table: at,
        missing: at,
        rows: at,
        counts: at + 4,
        lists: 1,
        extra: 1,
        d: 4,
      }),
    ).toThrow(/count is -2/);
  });
});
