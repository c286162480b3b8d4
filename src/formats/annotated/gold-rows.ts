/** Which entities of a knowledge base an annotation means: by identifier, by any of several, or by title. */
import type { KnowledgeBase } from "../../kb/knowledge-base.js";
import type { AnnotatedMention } from "./annotated-document.js";

/**
 * Rows of which each is a right answer, those of the first identifiers first; empty for NIL and for what is not in the knowledge
 * base. Several identifiers are several right answers, however the file joins them.
 */
export function goldRows(
  kb: Pick<KnowledgeBase, "rowOfId" | "rowOfTitle">,
  mention: Pick<AnnotatedMention, "entity" | "entityId" | "entityIds">,
): number[] {
  if (mention.entity === null) return [];
  const rows = new Set<number>();
  // where an identifier serves as the title as well, it is no name to be looked up
  const isTitled = mention.entity !== mention.entityId;
  if (isTitled) rows.add(kb.rowOfTitle(mention.entity));
  if (!isTitled || rows.has(-1)) {
    for (const id of mention.entityIds ?? [mention.entityId ?? mention.entity]) {
      rows.add(rowOfIdentifier(kb, id));
    }
  }
  rows.delete(-1);
  return [...rows];
}

/** The row of an identifier as it is written, or without the name of the register it is from: 105200 for OMIM:105200. */
export function rowOfIdentifier(kb: Pick<KnowledgeBase, "rowOfId">, id: string): number {
  const row = kb.rowOfId(id);
  if (row >= 0) return row;
  const bare = /^[A-Za-z][\w.-]*:(?!\/\/)(.+)$/.exec(id)?.[1];
  return bare === undefined ? -1 : kb.rowOfId(bare);
}
