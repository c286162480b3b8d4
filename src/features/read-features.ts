/** What is read of a name in a text before candidates are chosen. Linking, preparing, training and calibration all read it here. */
import type { AnalysedText } from "../text/analysed-text.js";
import {
  contextWindow,
  placeBehind,
  relationContext,
  seenThrough,
  type WordRows,
  type WordWindow,
} from "../text/content-words.js";
import { tokenAt } from "../text/tokens.js";
import type { Candidate, Span } from "../types.js";

/** How much of the text around a mention is read (docs/model.md, section 1). */
export interface ContextSettings {
  /** Content words each side for the local score. */
  wordsEachSide: number;
  /** Content words each side for choosing candidates. */
  selectionWordsEachSide: number;
  /** Tokens each side for the relation features. */
  relationTokensEachSide: number;
}

export const defaultContextSettings: ContextSettings = {
  wordsEachSide: 50,
  selectionWordsEachSide: 25,
  relationTokensEachSide: 3,
};

/** A mention as rows of tables: the seam between text and numbers. */
export interface MentionFeatures {
  /** Entities it can mean with p̂(e|m), best first. */
  candidates: readonly Candidate[];
  /** `candidateEvidence` of the candidate at a place of the list; left out where nobody looks at it. */
  evidence?: (place: number) => ArrayLike<number>;
  /** Rows of the content words around it, for the local score. */
  words: ArrayLike<number>;
  /** The nearest of them, by which candidates are chosen. */
  window: WordWindow;
  /** Rows of the tokens left of, in and right of it; −1 is an unknown token. */
  left: ArrayLike<number>;
  middle: ArrayLike<number>;
  right: ArrayLike<number>;
}

/** Features read from a text, with where the context words stand. */
export interface PlacedFeatures extends MentionFeatures {
  /** Token index of the word at a place of `words`. */
  tokenOf: (place: number) => number;
}

/** Tokens that a span touches: from `first` up to but without `end`; both the next token for a span between tokens. */
export function tokenRange(document: AnalysedText, span: Span): { first: number; end: number } {
  const first = tokenAt(document.tokens, span.start);
  let end = first;
  while (end < document.tokens.count && document.tokens.starts[end] < span.end) end++;
  return { first, end };
}

/** A document and its tokens looked up, for the local score and for relations. */
interface DocumentWords {
  document: AnalysedText;
  words: WordRows;
  relationWords: WordRows;
}

/** `span` lies in the document's own text. */
export function readFeatures(
  { document, words, relationWords }: DocumentWords,
  span: Span,
  candidates: readonly Candidate[],
  settings: ContextSettings,
): PlacedFeatures {
  const { first, end } = tokenRange(document, span);
  const context = contextWindow(words, first, end, settings.wordsEachSide);
  const { left, middle, right } = relationContext(
    relationWords,
    document.sentences,
    first,
    end,
    settings.relationTokensEachSide,
  );
  return {
    candidates,
    words: seenThrough(context, words.contentRows),
    window: contextWindow(words, first, end, settings.selectionWordsEachSide),
    left,
    middle,
    right,
    tokenOf: (place) => words.content[placeBehind(context, place)],
  };
}
