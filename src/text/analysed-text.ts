/** A text with its tokens and sentences: read once, used by everything that looks at it. */
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";
import { sentenceStarts } from "./sentences.js";
import { type Tokens, tokenize } from "./tokens.js";

export interface AnalysedText {
  readonly text: string;
  readonly tokens: Tokens;
  /** First token of every sentence. */
  readonly sentences: Int32Array;
}

export function analyseText(
  text: string,
  { language = english }: { language?: Language } = {},
): AnalysedText {
  const tokens = tokenize(text);
  return { text, tokens, sentences: sentenceStarts(tokens, language) };
}
