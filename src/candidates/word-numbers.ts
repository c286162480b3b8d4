/** Words as numbers that hold from text to text, so that words of names, titles and texts are compared without strings. */

/** Words that are numbered before all are forgotten. */
const MOST = 1 << 17;

const numbers = new Map<string, number>();
let generation = 0;

/** The number of a word; a new one where it has none. */
export function wordNumber(word: string): number {
  let number = numbers.get(word);
  if (number === undefined) numbers.set(word, (number = numbers.size));
  return number;
}

/** Numbers hold as long as this stays the same; who keeps some looks before he uses them. */
export function wordGeneration(): number {
  return generation;
}

/** Called when a text is begun: only then words are forgotten, never while names of it are compared with titles. */
export function forgetManyWords(): void {
  if (numbers.size < MOST) return;
  numbers.clear();
  generation++;
}

/** The words of a text as it stands. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
