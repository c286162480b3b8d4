/** One index over the candidates of all mentions of a document; a mention's begin at a multiple of 4. */
import { widthOf } from "../math/graph-layout.js";
import type { ModelMention } from "./document.js";

export interface CandidateIndex {
  /** Mentions, the padding mention (last) included. */
  mentions: number;
  /** Number of the padding mention, −1 without one. */
  padding: number;
  /** First candidate and number of candidates of each mention. */
  starts: Int32Array;
  counts: Int32Array;
  /** Candidates that are real; those after them up to the count are filled places of the published code. */
  realCounts: Int32Array;
  /** Position of the gold candidate, −1 when unknown. The padding mention's is 0. */
  golds: Int32Array;
  /** Length of the common index. */
  candidates: number;
  largestCount: number;
}

/** The padding mention comes last; lists are filled up to `width`. */
export function indexCandidates(active: ModelMention[], width: number, hasPadding: boolean): CandidateIndex {
  const padding = hasPadding ? active.length : -1;
  const mentions = active.length + (hasPadding ? 1 : 0);
  const starts = new Int32Array(mentions);
  const counts = new Int32Array(mentions);
  const realCounts = new Int32Array(mentions);
  const golds = new Int32Array(mentions);
  let candidates = 0;
  let largestCount = 0;
  for (let i = 0; i < mentions; i++) {
    starts[i] = candidates;
    realCounts[i] = i === padding ? 1 : active[i].candidates.length;
    counts[i] = i === padding ? 1 : Math.max(width, realCounts[i]);
    golds[i] = i === padding ? 0 : active[i].gold;
    candidates += widthOf(counts[i]);
    largestCount = Math.max(largestCount, counts[i]);
  }
  return { mentions, padding, starts, counts, realCounts, golds, candidates, largestCount };
}

/** The entity row of every place; those that are no candidate repeat some row: nobody reads them, or they are overwritten. */
export function entityRows(
  active: ModelMention[],
  { starts, mentions, candidates }: CandidateIndex,
): Int32Array {
  const rows = new Int32Array(candidates);
  for (let i = 0; i < active.length; i++) {
    const own = active[i].candidates;
    const end = i + 1 < mentions ? starts[i + 1] : candidates;
    for (let c = starts[i]; c < end; c++) rows[c] = own[Math.min(c - starts[i], own.length - 1)] ?? 0;
  }
  return rows;
}
