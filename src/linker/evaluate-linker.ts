/** Scores a whole linker on annotated documents. */
import { compareDatasets } from "../evaluation/compare-datasets.js";
import type { DocumentOutcome } from "../evaluation/outcome.js";
import type { AnnotatedDocument, AnnotatedMention } from "../formats/annotated/annotated-document.js";
import { goldRows } from "../formats/annotated/gold-rows.js";
import type { Linker } from "./linker.js";

/** The gold entities under the knowledge base's own title and identifiers, redirects followed; unchanged where it has none. */
function underKbTitle(mention: AnnotatedMention, linker: Linker): AnnotatedMention {
  const rows = goldRows(linker.kb, mention);
  if (rows.length === 0) return mention;
  const entityIds = rows.map((row) => linker.kb.entity(row).id);
  return { ...mention, entity: linker.kb.title(rows[0]), entityId: entityIds[0], entityIds };
}

function linkDocument(doc: AnnotatedDocument, linker: Linker): AnnotatedDocument {
  const links = linker.link(doc.text, { mentions: doc.mentions });
  const mentions = links.map((link) => ({
    start: link.start,
    end: link.end,
    surface: link.mention,
    entity: link.entity?.title ?? null,
    entityId: link.entity?.id,
    candidates: link.candidates.map((c) => ({ title: c.entity.title, id: c.entity.id, prior: c.prior })),
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
  const inKb = (m: AnnotatedMention) => goldRows(linker.kb, m).length > 0;
  return compareDatasets(gold, found, { inKb });
}
