/** Scores a whole linker on annotated documents. */

import { compareDatasets } from "../evaluation/compare-datasets.js";
import type { DocumentOutcome } from "../evaluation/outcome.js";
import type { AnnotatedDocument, AnnotatedMention } from "../formats/annotated/annotated-document.js";
import type { Linker } from "./linker.js";

/** The gold entity under the knowledge base's own title, redirects followed; unchanged where it has none. */
function underKbTitle(mention: AnnotatedMention, linker: Linker): AnnotatedMention {
  if (mention.entity === null) return mention;
  const row = linker.kb.rowOfTitle(mention.entity);
  return row < 0 ? mention : { ...mention, entity: linker.kb.title(row) };
}

function linkDocument(doc: AnnotatedDocument, linker: Linker): AnnotatedDocument {
  const links = linker.link(doc.text, { mentions: doc.mentions });
  const mentions = links.map((link) => ({
    start: link.start,
    end: link.end,
    surface: link.mention,
    entity: link.entity?.title ?? null,
    candidates: link.candidates.map((c) => ({ title: c.entity.title, prior: c.prior })),
    source: { confidence: String(link.confidence) },
  }));
  return { ...doc, mentions };
}

/**
 * The linker on the annotated mentions: disambiguation only, as in the paper.
 *
 * ```ts
 * import { loadLinker } from "mulrel/node";
 * import { computeMetrics, evaluateLinker, loadDataset } from "mulrel/train";
 *
 * const outcomes = evaluateLinker(await loadDataset("annotated.jsonl"), await loadLinker());
 * console.log(computeMetrics(outcomes).micro.f1);
 * ```
 */
export function evaluateLinker(documents: readonly AnnotatedDocument[], linker: Linker): DocumentOutcome[] {
  const gold = documents.map((doc, n) => ({
    ...doc,
    id: `${n + 1} ${doc.id}`,
    mentions: doc.mentions.map((m) => underKbTitle(m, linker)),
  }));
  const found = gold.map((doc) => linkDocument(doc, linker));
  const inKb = (m: AnnotatedMention) => m.entity !== null && linker.kb.rowOfTitle(m.entity) >= 0;
  return compareDatasets(gold, found, { inKb });
}
