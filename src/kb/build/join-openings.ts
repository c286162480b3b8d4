/**
 * Titles that articles' openings give away: two articles of one corpus that open with the same words are copies of one (UEFA Euro 1996, 1996
 * UEFA European Football Championship), and what a first sentence begins with is a title of its subject elsewhere (George Gordon Byron, 6th Baron Byron).
 */
import { withoutBracket } from "../../corpus/titles.js";
import { foldSurface } from "../../text/surfaces.js";
import { type LoggedPage, PageKind } from "./log-blocks.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";
import { SEVERAL, TitlesByKey } from "./titles-by-key.js";

/** Shorter first sentences are shared by chance: "It is a village in Norway." Characters. */
const SHORTEST = 50;
/** More articles than this with one first sentence are made from a pattern, not copies of each other. */
const MOST_COPIES = 6;

export function* claimsOfOpenings(pages: () => Iterable<LoggedPage>): Generator<TitleClaim> {
  const byOpening = new TitlesByKey();
  for (const page of pages()) {
    if (page.kind !== PageKind.article || page.description.length < SHORTEST) continue;
    byOpening.add(`${page.corpus}\t${page.description}`, page.title);
  }
  for (const group of byOpening.groups()) {
    if (group.length > MOST_COPIES) continue;
    for (const from of group.slice(1)) if (from !== group[0]) yield { from, to: group[0] };
  }
}

/** Words of a first sentence that may make up a title. */
const MOST_WORDS = 12;

interface Openings extends JoiningTitles {
  pages: () => Iterable<LoggedPage>;
}

/** A title of several words without an article, with which the first sentence of just one article begins. */
export function* claimsOfSubjects(joining: Openings): Generator<TitleClaim> {
  const { titles, titleAt, isOpen, isJoined } = joining;
  const open = new TitlesByKey();
  for (let t = 0; t < titles; t++) {
    if (!isOpen(t) || isJoined(t)) continue;
    const title = titleAt(t);
    if (/\S\s+\S/.test(title) && !title.endsWith(")")) open.add(wordsKey(title), t);
  }
  const pageOf = new Map<number, number>();
  for (const page of joining.pages()) {
    if (page.kind !== PageKind.article) continue;
    const from = titleAtBeginning(page.description, (key) => open.get(key).at(-1) ?? -1, 2);
    if (from < 0) continue;
    // of "John Orm (singer)" a first sentence begins with John Orm, as that of every John Orm does
    const bare = withoutBracket(titleAt(page.title));
    if (wordsKey(bare) === wordsKey(titleAt(from))) continue;
    const other = pageOf.get(from) ?? page.title;
    pageOf.set(from, other === page.title ? other : SEVERAL);
  }
  for (const [from, to] of pageOf) if (to !== SEVERAL) yield { from, to };
}

/** An article whose first sentence begins with a longer title that another corpus has an article of: Diabetes, which opens with "Diabetes mellitus, commonly known as …". */
export function* claimsOfLongerSubjects({ pages, titleAt, corpora }: Openings): Generator<TitleClaim> {
  const articles = new TitlesByKey();
  for (const { kind, title } of pages())
    if (kind === PageKind.article) articles.add(wordsKey(titleAt(title)), title);
  for (const page of pages()) {
    if (page.kind !== PageKind.article) continue;
    const own = new Set(wordsKey(titleAt(page.title)).split(" "));
    const to = titleAtBeginning(page.description, (key) => Math.max(-1, articles.only(key)), 2);
    if (to < 0 || to === page.title || (corpora[to] & corpora[page.title]) !== 0) continue;
    const words = wordsKey(titleAt(to)).split(" ");
    const rest = words.filter((word) => !own.has(word));
    if (rest.length > 0 && rest.length + own.size === words.length && !rest.some((word) => /\d/.test(word)))
      yield { from: page.title, to };
  }
}

/** The longest title, of at least so many words, that a sentence's subject is; −1 for none. */
export function titleAtBeginning(
  sentence: string,
  titleOf: (wordsKey: string) => number,
  fewestWords: number,
): number {
  const words = sentence.replace(/^(?:The|A|An)\s/, "").split(/\s+/, MOST_WORDS);
  let found = -1;
  let key = "";
  for (let n = 1; n <= words.length; n++) {
    key = `${key} ${wordsKey(words[n - 1])}`.trim();
    const t = n < fewestWords ? -1 : titleOf(key);
    if (t >= 0 && endsSubject(words[n - 1], words[n])) found = t;
    if (/[;:.]$/.test(words[n - 1]) || /^(?:is|was|are|were|\(.*)$/.test(words[n - 1])) break;
  }
  return found;
}

/** "Gerald Wendover, 3rd Baron Orm (1788", "… Orm was": what follows is no further part of a longer subject. */
function endsSubject(last: string, next: string | undefined): boolean {
  return last.endsWith(",") || /^(?:is|was|are|were|or)$|^[(]|^\p{Lu}{2,}/u.test(next ?? "is");
}

/** A title's letters and digits, words apart. */
export function wordsKey(title: string): string {
  const folded = foldSurface(title);
  // patterns of Unicode take several times as long
  const isPlain = /^[\x20-\x7e]*$/.test(folded);
  return folded.replace(isPlain ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, " ").trim();
}
