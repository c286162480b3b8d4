/** A document that teaches or judges a linker: a text whose names somebody has linked. */
import type { AnnotatedDocument } from "../formats/annotated/annotated-document.js";
import { goldRows } from "../formats/annotated/gold-rows.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { CountedLink } from "../kb/knowledge-base-views.js";
import { hashString } from "../kb/stores/string-table.js";
import type { Mention } from "../types.js";

/** What a document is for: teaching, choosing between models and calibrating, or judging what came out. */
export type Part = "train" | "dev" | "test";

export interface TeachingMention extends Mention {
  /** Rows of which each is a right answer; none when the knowledge base does not have it. */
  golds: number[];
}

export interface TeachingDocument {
  id: string;
  text: string;
  mentions: TeachingMention[];
  /** Links of this document that the knowledge base has counted: it is read with a view that has not. */
  own: CountedLink[];
  /** Are all its names marked? Of a Wikipedia page only some are. */
  isComplete: boolean;
}

/** `learned`: have the document's names been counted in the knowledge base? */
export function annotatedDocument(
  kb: KnowledgeBase,
  doc: AnnotatedDocument,
  learned: boolean,
): TeachingDocument {
  const mentions = doc.mentions.map((mention) => {
    const { start, end, surface } = mention;
    return { start, end, surface, golds: goldRows(kb, mention) };
  });
  // a phrase for several entities is taught as a name of none
  const uses = learned ? mentions.filter(({ golds }) => golds.length === 1) : [];
  const own = uses.map(({ surface, golds }) => ({ surface, entity: golds[0] }));
  return { id: doc.id, text: doc.text, mentions, own, isComplete: true };
}

/** Of ten documents eight teach, one is for development, one judges; by the hash of the name, so that more documents change nothing. */
export function partOf(id: string): Part {
  const slice = hashString(id) % 10;
  return slice === 0 ? "dev" : slice === 1 ? "test" : "train";
}
