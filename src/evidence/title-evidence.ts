/** Which further words of a title, or of what a catalogue tells of an entity, the document has: for candidates' priors and as evidence. */
import type { NearWords } from "./text-words.js";
import type { NameWords, TitleWords } from "./title-words.js";

/** Words beyond these say no more. */
const MOST_WORDS = 3;
const NO_EVIDENCE = { found: 0, isInTitle: false };

/** How many of a title's further words the document has, as far as they are counted, and whether the title has the name in it. */
export function titleEvidence(
  titles: TitleWords,
  { own, telling }: NameWords,
  entity: number,
  near: NearWords,
): { found: number; isInTitle: boolean } {
  const at = titles.at(entity);
  const { numbers } = titles;
  const from = titles.tellingFrom(at);
  const to = titles.tellingTo(at);
  let found = 0;
  for (let i = from; i < to; i++) {
    if (near.has(numbers[i]) && !own.includes(numbers[i]) && ++found === MOST_WORDS) break;
  }
  // the George of a text is seldom the one of George Washington: persons named in full share their names anyhow
  if (found === 0 || titles.isPerson(at)) return NO_EVIDENCE;
  let isInTitle = telling.length > 0;
  for (let i = 0; i < telling.length && isInTitle; i++) isInTitle = hasNumber(numbers, from, to, telling[i]);
  return { found, isInTitle };
}

/** Is the number among numbers[from … to)? */
export function hasNumber(numbers: Int32Array, from: number, to: number, wanted: number): boolean {
  for (let i = from; i < to; i++) if (numbers[i] === wanted) return true;
  return false;
}

/** How many words of an own entity's description the document has, in the singular or the plural, as far as they are counted. */
export function wordsTold(titles: TitleWords, { own }: NameWords, entity: number, near: NearWords): number {
  let found = 0;
  for (const { word, singular } of titles.toldOf(entity)) {
    const isThere = near.has(word) || (singular < 0 ? near.hasPlural(word) : near.has(singular));
    if (isThere && !own.includes(word) && ++found === MOST_WORDS) break;
  }
  return found;
}

/** How many words a title has beside the name, stop words left out, and how many of them the document has, in the singular or the plural. */
export function extraWords(
  titles: TitleWords,
  at: number,
  { own }: NameWords,
  near: NearWords,
): { near: number; all: number } {
  const { numbers } = titles;
  let there = 0;
  let all = 0;
  for (let i = titles.tellingFrom(at); i < titles.tellingTo(at); i++) {
    if (own.includes(numbers[i])) continue;
    all++;
    if (near.has(numbers[i]) || near.hasPlural(numbers[i])) there++;
  }
  return { near: there, all };
}
