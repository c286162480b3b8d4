/** Words that say nothing about what a text is about. */
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";

/** `word` in lower case, with a plain apostrophe. */
export function isStopWord(word: string, language: Language = english): boolean {
  return language.stopWords.has(word);
}
