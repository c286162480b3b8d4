/** Words as numbers that hold from text to text, so that words of names, titles and texts are compared without strings. */
import { ownString } from "../text/own-string.js";

/** Words that are numbered before all are forgotten. */
const MOST = 1 << 17;
/** Words as they are written, likewise. */
const MOST_WRITTEN = 20_000;

const numbers = new Map<string, number>();
let generation = 0;

/** The number of a word; a new one where it has none. */
export function wordNumber(word: string): number {
  let number = numbers.get(word);
  if (number === undefined) numbers.set(ownString(word), (number = numbers.size));
  return number;
}

/** The numbers of a word as it is written: of its lower case, and of what that is the plural of, −1 where it is none. */
export interface WrittenNumbers {
  word: number;
  singular: number;
}

const written = new Map<string, WrittenNumbers>();

export function writtenNumbers(word: string): WrittenNumbers {
  let known = written.get(word);
  if (!known) {
    const lower = word.toLowerCase();
    const singular = lower.endsWith("s") ? wordNumber(lower.slice(0, -1)) : -1;
    known = { word: wordNumber(lower), singular };
    written.set(ownString(word), known);
  }
  return known;
}

/** Numbers hold as long as this stays the same; who keeps some looks before he uses them. */
export function wordGeneration(): number {
  return generation;
}

/** Called when a text is begun: only then words are forgotten, never while names of it are compared with titles. */
export function forgetManyWords(): void {
  if (written.size >= MOST_WRITTEN) written.clear();
  if (numbers.size < MOST) return;
  numbers.clear();
  written.clear();
  generation++;
}

/** The words of a text as it stands. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
