/** Precision, recall and F1, counted over mentions (micro) and averaged over documents (macro). */
import { type LinkCounts, type Scores, scoresOf } from "../training/dev-score.js";
import type { DocumentOutcome, ErrorKind } from "./outcome.js";

export interface Metrics {
  documents: number;
  /** Mentions with a gold entity; NIL ones are not counted. */
  mentions: number;
  /** Over mentions whose gold is in the KB (docs/model.md, section 11). */
  micro: Scores;
  macro: Scores;
  /** Over all mentions with a gold entity, in the KB or not. */
  overall: Scores;
  /** Share of mentions with the gold entity among the candidates; null where candidates are unknown. */
  candidateRecall: number | null;
  /** Share of right links among mentions whose gold is in the KB. */
  inKbAccuracy: number;
  /** Share of mentions whose gold is in the KB. */
  inKb: number;
  errors: Partial<Record<ErrorKind, number>>;
}

function countDocument(doc: DocumentOutcome, onlyInKb: boolean): LinkCounts {
  const counts = { gold: 0, linked: doc.spurious, right: 0 };
  for (const m of doc.mentions) {
    if (m.gold === null || (onlyInKb && !m.goldInKb)) continue;
    counts.gold++;
    if (m.link !== null) counts.linked++;
    if (m.isRight) counts.right++;
  }
  return counts;
}

export function addCounts(list: LinkCounts[]): LinkCounts {
  const sum = { gold: 0, linked: 0, right: 0 };
  for (const c of list) {
    sum.gold += c.gold;
    sum.linked += c.linked;
    sum.right += c.right;
  }
  return sum;
}

/**
 * Counts of each document, over mentions whose gold is in the KB.
 *
 * ```ts
 * import { type DocumentOutcome, documentCounts, pairedBootstrap } from "mulrel/train";
 *
 * declare const first: DocumentOutcome[];
 * declare const second: DocumentOutcome[];
 * console.log(pairedBootstrap(documentCounts(first), documentCounts(second)).pValue);
 * ```
 */
export function documentCounts(documents: DocumentOutcome[]): LinkCounts[] {
  return documents.map((doc) => countDocument(doc, true));
}

function meanScores(list: Scores[]): Scores {
  const mean = (of: (s: Scores) => number) =>
    list.length === 0 ? 0 : list.reduce((n, s) => n + of(s), 0) / list.length;
  return { precision: mean((s) => s.precision), recall: mean((s) => s.recall), f1: mean((s) => s.f1) };
}

/**
 * Precision, recall and F1 over mentions and over documents, and why links are wrong.
 *
 * ```ts
 * import { loadLinker } from "mulrel/node";
 * import { computeMetrics, evaluateLinker, loadDataset } from "mulrel/train";
 *
 * const { micro, candidateRecall } = computeMetrics(evaluateLinker(await loadDataset("set.jsonl"), await loadLinker()));
 * console.log(micro.precision, micro.recall, micro.f1, candidateRecall);
 * ```
 */
export function computeMetrics(documents: DocumentOutcome[]): Metrics {
  const counts = documentCounts(documents);
  const total = addCounts(counts);
  const everything = addCounts(documents.map((doc) => countDocument(doc, false)));
  const golden = documents.flatMap((doc) => doc.mentions).filter((m) => m.gold !== null);
  const known = golden.filter((m) => m.goldIsCandidate !== undefined);
  const errors: Metrics["errors"] = {};
  for (const m of golden) if (m.error) errors[m.error] = (errors[m.error] ?? 0) + 1;
  return {
    documents: documents.length,
    mentions: golden.length,
    micro: scoresOf(total),
    macro: meanScores(counts.filter((c) => c.gold > 0).map(scoresOf)),
    overall: scoresOf(everything),
    candidateRecall: known.length === 0 ? null : known.filter((m) => m.goldIsCandidate).length / known.length,
    inKbAccuracy: total.gold === 0 ? 0 : total.right / total.gold,
    inKb: golden.length === 0 ? 0 : total.gold / golden.length,
    errors,
  };
}
