/** Decides how the names of an own catalogue are found: by capitals, or as words whatever their case. */
import type { AnnotatedDocument } from "../formats/annotated/annotated-document.js";
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Language } from "../languages/language.js";
import { createCatalogueNameFinder, rejectedNames, smallShare } from "../mentions/catalogue-names.js";
import type { NameSettings } from "../mentions/create-finder.js";
import { analyseText } from "../text/analysed-text.js";
import type { MakeSettings } from "./make-options.js";

/** Descriptions that are looked at, at most. */
const MOST_DESCRIPTIONS = 2000;

/** Annotated documents tell it, and descriptions where there are none. */
export function decideNames(
  kb: KnowledgeBase,
  documents: readonly AnnotatedDocument[],
  wanted: MakeSettings["names"],
): NameSettings {
  if (wanted === "capitals") return { by: "capitals" };
  const find = createCatalogueNameFinder(kb);
  const language = languageOfKb(kb);
  const read = documents.map(({ text, mentions }) => ({
    document: analyseText(text, { language }),
    mentions,
  }));
  const texts = read.length > 0 ? read.map(({ document }) => document) : descriptionsOf(kb, language);
  if (wanted === "auto" && smallShare(find, texts) <= 0.5) return { by: "capitals" };
  return { by: "catalogue", rejected: [...rejectedNames(kb, find, read)].sort() };
}

function descriptionsOf(kb: KnowledgeBase, language: Language) {
  const rows = Array.from({ length: Math.min(kb.size, MOST_DESCRIPTIONS) }, (_, row) => row);
  return rows.map((row) => analyseText(kb.entity(row).description ?? "", { language }));
}
