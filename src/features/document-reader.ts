/** Reads a document for the model: candidates and context of each of its names. Linking and training use the same reader. */
import { candidatesInDocument } from "../candidates/document-candidates.js";
import { wordsNear } from "../candidates/titles-in-document.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Language } from "../languages/language.js";
import type { RowSource } from "../model/tables.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { readWordRows, type WordRows } from "../text/content-words.js";
import type { Candidate, Span } from "../types.js";
import type { VectorTable } from "../vectors/vector-table.js";
import { chooseCandidates } from "./choose-candidates.js";
import { ContextSums } from "./context-sums.js";
import { type ContextSettings, type MentionInput, mentionInput, tokenRange } from "./mention-input.js";
import { clampPrior, type SelectionSettings } from "./selection.js";

export interface ReaderParts {
  kb: KnowledgeBase;
  /** Names the rows of `unitWords`. */
  words: VectorTable;
  unitWords: RowSource;
  entities: VectorTable;
  settings: { candidates: SelectionSettings; context: ContextSettings };
  /** English when left out. */
  language?: Language;
}

/** A document with its words looked up; mentions are read from it piece by piece. */
export interface ReadableDocument {
  document: AnalysedText;
  words: WordRows;
  /** Made when candidates are first chosen by context. */
  sums?: ContextSums;
}

export class DocumentReader {
  readonly #parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  open(document: AnalysedText): ReadableDocument {
    const { words, language } = this.#parts;
    return { document, words: readWordRows(document.tokens, (word) => words.rowOf(word), language) };
  }

  /** Every name's candidates by prior, before the context is looked at; a document's persons share theirs. */
  candidateLists(
    { document }: ReadableDocument,
    spans: Span[],
    surfaces = surfacesOf(document, spans),
  ): Candidate[][] {
    const { kb, settings } = this.#parts;
    const hasWord = wordsNear(document.tokens, spans);
    const lists = candidatesInDocument(kb, surfaces, settings.candidates.considered, hasWord);
    return lists.map((list) => clampPriors(list, settings.candidates));
  }

  /** What the model sees of one mention; `span` lies in the document's own text. */
  read(readable: ReadableDocument, span: Span, list: Candidate[]): MentionInput {
    const { document, words } = readable;
    const chosen = this.#choose(readable, span, list);
    return mentionInput(document, words, span, chosen, this.#parts.settings.context);
  }

  #choose(readable: ReadableDocument, span: Span, list: Candidate[]): Candidate[] {
    const { unitWords, entities, settings } = this.#parts;
    const { byPrior, byContext, fill } = settings.candidates;
    if (list.length <= (fill ? byPrior + byContext : byPrior)) return list;
    readable.sums ??= new ContextSums(readable.words, unitWords);
    const { first, end } = tokenRange(readable.document, span);
    const sum = readable.sums.around(first, end, settings.context.selectionWordsEachSide);
    return chooseCandidates(list, entities, sum, settings.candidates);
  }
}

function clampPriors(list: Candidate[], settings: SelectionSettings): Candidate[] {
  return list.map(({ entity, prior }) => ({ entity, prior: clampPrior(prior, settings) }));
}

function surfacesOf({ text }: AnalysedText, spans: Span[]): string[] {
  return spans.map(({ start, end }) => text.slice(start, end));
}
