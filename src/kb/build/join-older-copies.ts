/**
 * Joins articles of one corpus of which one is another's text of an earlier day: Washington D.C. opens with "Washington, D.C., formally …", as Washington, D.C. does,
 * and Wicketkeeper with the very words of Wicket-keeper.
 */
import { withoutBracket } from "../../corpus/titles.js";
import { titleAtBeginning, wordsKey } from "./join-openings.js";
import { type LoggedPage, PageKind } from "./log-blocks.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";
import { TitlesByKey } from "./titles-by-key.js";

interface Copies extends JoiningTitles {
  pages: () => Iterable<LoggedPage>;
}

/** Articles of this corpus, by its number. */
interface CopyClaim extends TitleClaim {
  corpus: number;
}

/** Share of the words of both first sentences that are in both, brackets left out, and how many these must be. */
const ALIKE = 0.6;
const FEWEST = 8;

export function* claimsOfOlderCopies(copies: Copies): Generator<TitleClaim> {
  const pairs = [...subjectsElsewhere(copies), ...sameBeginnings(copies)];
  const sentences = readSentences(copies, pairs);
  for (const { from, to, corpus } of pairs) {
    const [a, b] = [sentences.get(`${corpus} ${from}`), sentences.get(`${corpus} ${to}`)];
    if (!a || !b) continue;
    const both = [...a].filter((word) => b.has(word)).length;
    const alike = both / (a.size + b.size - both);
    const apart = areToldApart(copies.titleAt(from), a, copies.titleAt(to), b);
    if (both >= FEWEST && alike >= ALIKE && !apart) yield { from, to };
  }
}

/** Does either sentence have what only its own title says (Smith County, Kansas; Smith County, Texas)? Two texts of one article do not. */
function areToldApart(
  title: string,
  sentence: Set<string>,
  other: string,
  otherSentence: Set<string>,
): boolean {
  const [mine, its] = [title, other].map((t) => new Set(wordsKey(t).split(" ")));
  const isOwn = (word: string, titles: Set<string>, own: Set<string>, others: Set<string>) =>
    !titles.has(word) && own.has(word) && !others.has(word);
  return (
    [...mine].some((word) => isOwn(word, its, sentence, otherSentence)) ||
    [...its].some((word) => isOwn(word, mine, otherSentence, sentence))
  );
}

/** Words with which two texts of one article begin alike, and the most articles that do so by more than a pattern. */
const BEGINNING = 5;
const MOST_ALIKE = 6;

/** Articles of one corpus whose first sentences begin with the same words, whatever their titles say. */
function sameBeginnings({ pages, titleAt }: Copies): CopyClaim[] {
  const byBeginning = new Map<number, TitlesByKey>();
  for (const { kind, corpus, title, description } of pages()) {
    if (kind !== PageKind.article) continue;
    const words = wordsKey(withoutBrackets(description)).split(" ");
    if (words.length <= BEGINNING) continue;
    if (!byBeginning.has(corpus)) byBeginning.set(corpus, new TitlesByKey());
    byBeginning.get(corpus)!.add(words.slice(0, BEGINNING).join(" "), title);
  }
  const pairs: CopyClaim[] = [];
  for (const [corpus, titles] of byBeginning) {
    for (const pair of titles.pairs(MOST_ALIKE)) {
      const [from, to] = [titleAt(pair.from), titleAt(pair.to)];
      if (canBeCopies(from, to) && !areNamesakes(from, to)) pairs.push({ ...pair, corpus });
    }
  }
  return pairs;
}

/** Articles whose first sentence begins with the title of another article of their corpus instead of their own. */
function subjectsElsewhere({ pages, titleAt }: Copies): CopyClaim[] {
  const byKey = new TitlesByKey();
  for (const page of pages()) {
    if (page.kind !== PageKind.article) continue;
    byKey.add(`${page.corpus} ${wordsKey(titleAt(page.title))}`, page.title);
  }
  const pairs: CopyClaim[] = [];
  for (const page of pages()) {
    if (page.kind !== PageKind.article) continue;
    const title = titleAt(page.title);
    const own = wordsKey(withoutBracket(title));
    const to = titleAtBeginning(page.description, (key) => otherTitle(byKey, page, key), 1);
    if (to < 0) continue;
    // of "Orm (mill)" a first sentence begins with Orm, as it should
    const isBare = wordsKey(titleAt(to)) === own && wordsKey(title) !== own;
    if (!isBare && canBeCopies(title, titleAt(to))) pairs.push({ from: page.title, to, corpus: page.corpus });
  }
  return pairs;
}

function otherTitle(byKey: TitlesByKey, { corpus, title }: LoggedPage, key: string): number {
  return byKey.get(`${corpus} ${key}`).find((other) => other !== title) ?? -1;
}

/** "Orm" and "Orm (mill)" begin alike because both are called Orm. */
function areNamesakes(title: string, other: string): boolean {
  return withoutBracket(title) === withoutBracket(other);
}

/** Of lists and of years each has its own article, whatever it begins with. */
function canBeCopies(title: string, other: string): boolean {
  const numbers = (text: string) => (text.match(/\+?\d+|\b[IVX]+[a-z]?\b/g) ?? []).join(" ");
  return !/^Lists? of /.test(title) && numbers(title) === numbers(other);
}

/** The words of first sentences, by corpus and title. */
function readSentences({ pages }: Copies, pairs: CopyClaim[]): Map<string, Set<string>> {
  const wanted = new Set(pairs.flatMap(({ from, to, corpus }) => [`${corpus} ${from}`, `${corpus} ${to}`]));
  const sentences = new Map<string, Set<string>>();
  for (const { kind, corpus, title, description } of pages()) {
    const key = `${corpus} ${title}`;
    if (kind !== PageKind.article || !wanted.has(key)) continue;
    sentences.set(key, new Set(wordsKey(withoutBrackets(description)).split(" ")));
  }
  return sentences;
}

function withoutBrackets(text: string): string {
  return text.replace(/\([^()]*\)/g, " ");
}
