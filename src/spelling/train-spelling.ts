/** Weights of similar spelling for a catalogue out of documents that also taught it names. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { longForms, spellOut } from "../text/abbreviations.js";
import { spelledWords } from "../text/spelling.js";
import { type FitSimilarityOptions, fitSimilarityWeights, type SimilarityExample } from "./fit-similarity.js";
import { type NamedDocument, namesOfDocument } from "./learned-names.js";
import type { SimilarityWeights } from "./similar-candidates.js";
import { type SimilarContext, similarBearers } from "./similar-features.js";
import { createSimilarIndex } from "./similar-index.js";

/** What is found for every mention of the documents; with `ownNames` each document's own uses are left out of the counts. */
export function* spellingExamples(
  context: SimilarContext,
  documents: Iterable<NamedDocument>,
  ownNames: boolean,
): IterableIterator<SimilarityExample> {
  for (const document of documents) {
    const forms = longForms(document.text);
    const without = ownNames ? namesOfDocument(document) : undefined;
    for (const { surface, rows } of document.mentions) {
      const bearers = similarBearers({ ...context, without }, spelledWords(spellOut(surface, forms)));
      yield { bearers, gold: rows };
    }
  }
}

/** `kb` has the names of the documents (`learnNames`) among its own. */
export function trainSpelling(
  kb: KnowledgeBase,
  documents: Iterable<NamedDocument>,
  options: FitSimilarityOptions = {},
): SimilarityWeights {
  const context = { index: createSimilarIndex(kb), popularity: (row: number) => kb.popularity(row) };
  return fitSimilarityWeights([...spellingExamples(context, documents, true)], options);
}
