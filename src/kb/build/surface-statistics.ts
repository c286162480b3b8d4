/** How the names of a build occur in its corpora's texts: how often, how often linked, how often without capitals. */
import { shared } from "../../workers/shared-memory.js";
import { inWorkers } from "./build-workers.js";
import setUp, { type BlockRange } from "./count-worker.js";
import type { LogBlocks } from "./log-blocks.js";
import type { NameIndex } from "./name-index.js";
import type { ShortNames } from "./short-names.js";

export interface TextStatistics {
  /** Of every surface, by its place in the name file. */
  textCount: Uint32Array;
  /** Pages of linked corpora where it occurs, and where it is an anchor. */
  pagesWith: Uint32Array;
  pagesLinked: Uint32Array;
  lowercaseShare: Float32Array;
  /** Tokens of every title's own pages, added up. */
  pageTokens: Uint32Array;
  /** By entity: pages that have its whole name and, alone, the first word of it, the last word of it. */
  shortNames: Uint32Array;
  short: ShortNames;
}

export interface CountOptions {
  blocks: LogBlocks;
  surfaces: number;
  titles: number;
  entities: number;
  workers: number;
  signal?: AbortSignal;
  onBlocks?: (done: number) => void;
}

export async function countSurfaces(index: NameIndex, options: CountOptions): Promise<TextStatistics> {
  const { blocks, surfaces, titles, entities, workers, signal, onBlocks } = options;
  const { exact, blind, groupOf, short } = index;
  const counters = {
    texts: shared(Uint32Array, surfaces),
    pagesWith: shared(Uint32Array, surfaces),
    pagesLinked: shared(Uint32Array, surfaces),
    capital: shared(Uint32Array, blind.groups),
    lower: shared(Uint32Array, blind.groups),
    pageTokens: shared(Uint32Array, titles),
    shortNames: shared(Uint32Array, 2 * entities),
  };
  const data = { source: blocks.source, exact, blind, short, counters };
  const job = { file: "./count-worker.js", setUp, data };
  for await (const done of inWorkers(workers, job, blockRanges(blocks), signal)) onBlocks?.(done);
  const lowercaseShare = shared(Float32Array, surfaces);
  for (let i = 0; i < surfaces; i++) {
    const group = groupOf[i];
    const total = group < 0 ? 0 : counters.lower[group] + counters.capital[group];
    if (total > 0) lowercaseShare[i] = counters.lower[group] / total;
  }
  const { texts, pagesWith, pagesLinked, pageTokens, shortNames } = counters;
  return { textCount: texts, pagesWith, pagesLinked, lowercaseShare, pageTokens, shortNames, short };
}

/** Bytes of texts that are worth a task. */
export const TASK = 1 << 21;

/** Neighbouring blocks with about as much text each. */
export function* blockRanges(blocks: LogBlocks, size = TASK): IterableIterator<BlockRange> {
  let from = 0;
  let bytes = 0;
  for (let block = 0; block < blocks.count; block++) {
    bytes += blocks.textBytes(block);
    if (bytes < size && block + 1 < blocks.count) continue;
    yield { from, to: block + 1 };
    from = block + 1;
    bytes = 0;
  }
}
