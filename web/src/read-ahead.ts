/** Reads what linking a text will read of the model, past everything that is not there yet: so it shows what is missing, all at once. */
import { DocumentReader } from "../../src/features/document-reader.js";
import type { KnowledgeBase } from "../../src/kb/knowledge-base.js";
import { languageOf } from "../../src/languages/languages.js";
import type { Linker } from "../../src/linker/linker.js";
import { createFinder } from "../../src/mentions/create-finder.js";
import type { WordVectors } from "../../src/mentions/scorer-weights.js";
import { type AnalysedText, analyseText } from "../../src/text/analysed-text.js";
import { tokenText } from "../../src/text/tokens.js";
import type { VectorTable } from "../../src/vectors/vector-table.js";
import { orElse } from "./remote-file.js";

/** Each step takes what is missing for unknown and goes on; called again when it has come, it gets further. */
export function readAhead(linker: Linker, text: string): void {
  const { entities, settings, nameScorer: scorer } = linker;
  const kb = namesWithGaps(linker.kb);
  const words = wordsWithGaps(linker.words);
  const language = languageOf(kb.info.settings.language as string | undefined);
  const document = analyseText(text, { language });
  const vector = new Float32Array(words.d);
  for (const word of wordsOf(document)) {
    const row = words.rowOf(word);
    if (row >= 0) words.readRow(row, vector, 0);
  }
  const names = createFinder(kb, settings.names, { scorer, words, language })(document);
  const reader = new DocumentReader({
    kb,
    vocabulary: words.rowOf,
    context: settings.context,
    considered: settings.candidates.considered,
    language,
  });
  const lists = reader.candidateLists(reader.open(document), names);
  for (const row of new Set(lists.flat().map(({ entity }) => entity))) {
    orElse(undefined, () => linker.kb.entity(row));
    orElse(undefined, () => entities.readRow(row, vector));
  }
}

function wordsOf({ tokens }: AnalysedText): Set<string> {
  return new Set(Array.from({ length: tokens.count }, (_, t) => tokenText(tokens, t).toLowerCase()));
}

/** Words of which those are not known that are missing, and vectors of zeros. */
function wordsWithGaps(words: VectorTable): WordVectors {
  return {
    d: words.d,
    rowOf: (word) => orElse(-1, () => words.rowOf(word)),
    readRow: (row, out, offset) => orElse(undefined, () => words.readRow(row, out, offset)),
  };
}

/** A knowledge base in which what is missing is not known. What is remembered of names hangs on it, and goes with it. */
function namesWithGaps(kb: KnowledgeBase): KnowledgeBase {
  return {
    info: kb.info,
    size: kb.size,
    entity: (row) => kb.entity(row),
    title: (row) => orElse("", () => kb.title(row)),
    popularity: (row) => orElse(0, () => kb.popularity(row)),
    isPerson: (row) => orElse(false, () => kb.isPerson(row)),
    isOwn: kb.isOwn && ((row) => kb.isOwn!(row)),
    rowOfTitle: (title) => orElse(-1, () => kb.rowOfTitle(title)),
    rowOfId: (id) => orElse(-1, () => kb.rowOfId(id)),
    lookup: (surface) => orElse(undefined, () => kb.lookup(surface)),
    lookupFolded: (folded) => orElse(undefined, () => kb.lookupFolded(folded)),
    surfaces: () => kb.surfaces(),
    redirects: () => kb.redirects(),
    close() {},
  };
}
