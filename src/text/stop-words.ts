/** English words that say nothing about what a text is about. */
import { english } from "../languages/english.js";

/** `word` in lower case, with a plain apostrophe. */
export function isStopWord(word: string): boolean {
  return english.stopWords.has(word);
}
