/** Graphs of mentions in kernel memory, and work on them compared between builds: what tests of the model's kernels share. */
import fc from "fast-check";
import { expect } from "vitest";
import { EDGE_STRIDE, GRAPH_FIELDS, type Graph, PAIR_STRIDE, readGraph } from "../src/math/graph-layout.js";
import type { Address, KernelBuild, Kernels } from "../src/math/kernels.js";
import type { Random } from "../src/math/random.js";
import { loadKernelsSync } from "../src/math/wasm-kernels-sync.js";
import { builds } from "./kernel-twins.js";

/** Numbers of candidates of a document's mentions. */
export const counts = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1, maxLength: 6 });
// a fixed seed: a maximum that float32 decides otherwise than float64 would fail without being wrong
export const runs = { numRuns: 50, seed: 1 };

/** Random numbers in kernel memory; equal calls give equal numbers in every build. */
export function drawn(
  kernels: Kernels,
  random: Random,
  length: number,
  draw = () => random.normal(),
): Address {
  const address = kernels.allocZero(length);
  for (let i = 0; i < length; i++) kernels.floats[address + i] = Math.fround(draw());
  return address;
}

export function ints(kernels: Kernels, values: number[]): Address {
  const address = kernels.alloc(values.length);
  kernels.ints.set(values, address);
  return address;
}

/** All pairs of mentions with these candidate counts, a mention with itself included when `withSelf`. */
export function createGraph(kernels: Kernels, counts: number[], withSelf: boolean): Graph {
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
export function runOn<T>(build: KernelBuild, work: (kernels: Kernels) => T): T {
  const kernels = started.get(build) ?? loadKernelsSync({ build });
  started.set(build, kernels);
  const mark = kernels.mark();
  const result = work(kernels);
  kernels.release(mark);
  return result;
}

/** Runs the same work on every build and compares the arrays it returns. */
export function expectAgreement(work: (kernels: Kernels) => number[][], tolerance: number): void {
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

export const read = (kernels: Kernels, at: Address, length: number) =>
  Array.from(kernels.floats.subarray(at, at + length));
export const readInts = (kernels: Kernels, at: Address, length: number) =>
  Array.from(kernels.ints.subarray(at, at + length));
/** The places of the candidate index that are candidates. */
export function realCandidates(kernels: Kernels, graph: Graph, counts: number[], at: Address): number[] {
  return counts.flatMap((count, i) => read(kernels, at + kernels.ints[graph.starts + i], count));
}

export function realMessages(kernels: Kernels, graph: Graph, at: Address): number[] {
  return Array.from({ length: graph.edgeCount }, (_, t) => {
    const edge = graph.edges + t * EDGE_STRIDE;
    return read(kernels, at + kernels.ints[edge + 3], kernels.ints[graph.counts + kernels.ints[edge + 1]]);
  }).flat();
}

export function realBlocks(kernels: Kernels, graph: Graph, counts: number[], at: Address): number[] {
  return Array.from({ length: graph.edgeCount }, (_, t) => {
    const [source, target, block] = readInts(kernels, graph.edges + t * EDGE_STRIDE, 3);
    const width = (counts[target] + 3) & ~3;
    return Array.from({ length: counts[source] }, (_, x) =>
      read(kernels, at + block + x * width, counts[target]),
    ).flat();
  }).flat();
}
