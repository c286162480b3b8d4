/** Reads a document for the model: candidates and context of each of its names. Linking and training use the same reader. */
import { candidatesInDocument } from "../candidates/document-candidates.js";
import { candidatesOfFound } from "../candidates/found-candidates.js";
import { wordsNear } from "../candidates/titles-in-document.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { readWordRows, type Vocabulary, type WordRows } from "../text/content-words.js";
import type { Candidate, Span } from "../types.js";
import { type ContextSettings, type PlacedFeatures, readFeatures } from "./read-features.js";

export interface ReaderParts {
  /** Left out where mentions bring their own candidates. */
  kb?: KnowledgeBase;
  /** Row of a word. */
  vocabulary: Vocabulary;
  context: ContextSettings;
  /** Candidates listed for each name, at most. */
  considered: number;
}

/** A document with its words looked up; mentions are read from it piece by piece. */
export interface ReadableDocument {
  document: AnalysedText;
  words: WordRows;
}

export class DocumentReader {
  readonly #parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  open(document: AnalysedText): ReadableDocument {
    return { document, words: readWordRows(document.tokens, this.#parts.vocabulary) };
  }

  /** Every name's candidates by prior, before the context is looked at; a document's persons share theirs. */
  candidateLists(
    { document }: ReadableDocument,
    spans: readonly Span[],
    surfaces = surfacesOf(document, spans),
  ): Candidate[][] {
    const { kb, considered } = this.#parts;
    if (!kb) return spans.map(() => []);
    return candidatesInDocument(kb, surfaces, considered, wordsNear(document.tokens, spans), document.text);
  }

  /** The same for names that nobody vouches for: they were found by us, and may be strangers'. */
  foundCandidateLists({ document }: ReadableDocument, spans: readonly Span[]): Candidate[][] {
    const { kb, considered } = this.#parts;
    if (!kb) return spans.map(() => []);
    return candidatesOfFound(
      kb,
      surfacesOf(document, spans),
      considered,
      wordsNear(document.tokens, spans),
      document.text,
    );
  }

  /** What is known of one mention; `span` lies in the document's own text. */
  read({ document, words }: ReadableDocument, span: Span, list: readonly Candidate[]): PlacedFeatures {
    return readFeatures(document, words, span, list, this.#parts.context);
  }
}

function surfacesOf(document: AnalysedText, spans: readonly Span[]): string[] {
  return spans.map((span) => document.text.slice(span.start, span.end));
}
