/** From names in a text to what the model eats: candidates with priors, context words, relation context. */
import type { ModelMention } from "../model/document.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { contextTokens, relationContext, type WordRows } from "../text/content-words.js";
import { tokenAt } from "../text/tokens.js";
import type { Candidate, Span } from "../types.js";

/** How much of the text around a mention is read (spec section 1). */
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

/** A mention's model input, with where its context words stand. */
export interface MentionInput extends ModelMention {
  /** Token index of each of `words`. */
  wordTokens: Int32Array;
}

/** Tokens that a span touches: from `first` up to but without `end`; both the next token for a span between tokens. */
export function tokenRange(document: AnalysedText, span: Span): { first: number; end: number } {
  const first = tokenAt(document.tokens, span.start);
  let end = first;
  while (end < document.tokens.count && document.tokens.starts[end] < span.end) end++;
  return { first, end };
}

/** Rows of the words that candidates are chosen by: the nearest 25 each side. */
export function selectionWords(
  document: AnalysedText,
  words: WordRows,
  span: Span,
  settings: ContextSettings,
): Int32Array {
  const { first, end } = tokenRange(document, span);
  return rowsAt(words, contextTokens(words, first, end, settings.selectionWordsEachSide));
}

export function mentionInput(
  document: AnalysedText,
  words: WordRows,
  span: Span,
  candidates: readonly Candidate[],
  settings: ContextSettings,
): MentionInput {
  const { first, end } = tokenRange(document, span);
  const wordTokens = contextTokens(words, first, end, settings.wordsEachSide);
  return {
    candidates: Int32Array.from(candidates, (c) => c.entity),
    priors: Float64Array.from(candidates, (c) => c.prior),
    words: rowsAt(words, wordTokens),
    ...relationContext(words, document.sentences, first, end, settings.relationTokensEachSide),
    gold: -1,
    wordTokens,
  };
}

function rowsAt(words: WordRows, tokens: Int32Array): Int32Array {
  return tokens.map((t) => words.rows[t]);
}
