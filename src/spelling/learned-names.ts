/** Names that annotated documents teach: which entity a surface was used for, and how often. */
import type { NameInput } from "../kb/stores/create-knowledge-base.js";
import { longForms, spellOut } from "../text/abbreviations.js";
import { spelledWords } from "../text/spelling.js";
import type { NameCounts } from "./similar-features.js";

/** An annotated document, as far as names are concerned. */
export interface NamedDocument {
  text: string;
  /** `rows`: the right entities (`goldRows`). */
  mentions: readonly { surface: string; rows: readonly number[] }[];
}

/**
 * The surfaces that a document uses for entities. A short form that it defines counts as its long form as well as by itself; a phrase for several entities
 * is a name of none.
 */
function* usesIn({ text, mentions }: NamedDocument): IterableIterator<{ surface: string; row: number }> {
  const forms = longForms(text);
  for (const { surface, rows } of mentions) {
    if (rows.length !== 1) continue;
    const row = rows[0];
    yield { surface, row };
    const long = spellOut(surface, forms);
    if (long !== surface) yield { surface: long, row };
  }
}

/** The names of all documents as input of a knowledge base (`KnowledgeBaseInput.names`), in the order of first use. */
export function learnNames(
  documents: Iterable<NamedDocument>,
  titleOf: (row: number) => string,
): NameInput[] {
  const names = new Map<string, Map<number, NameInput>>();
  for (const document of documents) {
    for (const { surface, row } of usesIn(document)) {
      let rows = names.get(surface);
      if (!rows) names.set(surface, (rows = new Map()));
      const known = rows.get(row);
      if (known) known.count!++;
      else rows.set(row, { surface, entity: titleOf(row), row, count: 1, source: "link" });
    }
  }
  return [...names.values()].flatMap((rows) => [...rows.values()]);
}

/** What one document added to the counts, to be left out while that document itself is read in training. */
export function namesOfDocument(document: NamedDocument): NameCounts {
  const counts = new Map<string, Map<number, number>>();
  for (const { surface, row } of usesIn(document)) {
    const name = spelledWords(surface).join(" ");
    let rows = counts.get(name);
    if (!rows) counts.set(name, (rows = new Map()));
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  return counts;
}
