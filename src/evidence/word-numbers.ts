/** Words as numbers that hold from text to text, so that words of names, titles and texts are compared without strings. */
import { ownString } from "../text/own-string.js";
import { WordMemory, writtenWord } from "../text/written-words.js";

/** Words that are numbered before all are forgotten. */
const MOST = 1 << 17;

const numbers = new Map<string, number>();
let generation = 0;

/** The number of a word; a new one where it has none. */
export function wordNumber(word: string): number {
  let number = numbers.get(word);
  if (number === undefined) numbers.set(ownString(word), (number = numbers.size));
  return number;
}

/** Of a word as it is written, by its number: the number of its lower case and one more, and that of what it is the plural of and two more, 1 where it is none. */
const written = new WordMemory(2);

/** The array in which these stand, from 2 · `number` on. */
export function writtenNumbers(number: number): Int32Array {
  const known = written.roomFor(number);
  if (known[2 * number] === 0) {
    const lower = writtenWord(number).toLowerCase();
    known[2 * number] = wordNumber(lower) + 1;
    known[2 * number + 1] = lower.endsWith("s") ? wordNumber(lower.slice(0, -1)) + 2 : 1;
  }
  return known;
}

/** Numbers hold as long as this stays the same; who keeps some looks before he uses them. */
export function wordGeneration(): number {
  return generation;
}

/** Called when a text is begun: only then words are forgotten, never while names of it are compared with titles. */
export function forgetManyWords(): void {
  if (numbers.size < MOST) return;
  numbers.clear();
  written.clear();
  generation++;
}

/** The words of a text as it stands. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
