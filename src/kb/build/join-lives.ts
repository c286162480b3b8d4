/** Joins articles about persons who were born and died on the same days and share a name: Fyodor Dostoyevsky, Fyodor Dostoevsky. */
import { wordsKey } from "./join-openings.js";
import { type LoggedPage, PageKind } from "./log-blocks.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";
import { TitlesByKey } from "./titles-by-key.js";

/** More persons than this with the same days are a table of something else. */
const MOST = 4;
/** Letters with which two spellings of a name begin alike. */
const ALIKE = 4;

export function* claimsOfLives({
  pages,
  titleAt,
}: JoiningTitles & { pages: () => Iterable<LoggedPage> }): Generator<TitleClaim> {
  const byDays = new TitlesByKey();
  for (const { kind, title, description, isPerson } of pages()) {
    const life = kind === PageKind.article && isPerson ? lifeOf(description) : undefined;
    if (life) byDays.add(life, title);
  }
  for (const pair of byDays.pairs(MOST)) if (shareName(titleAt(pair.from), titleAt(pair.to))) yield pair;
}

const month = "(January|February|March|April|May|June|July|August|September|October|November|December)";
const day = new RegExp(`(\\d{1,2}) ${month},? (\\d{3,4})|${month} (\\d{1,2}),? (\\d{3,4})`, "g");

/** The first two whole dates, which are those of birth and death where a dash parts them. */
function lifeOf(opening: string): string | undefined {
  const dates = [...opening.matchAll(day)];
  if (dates.length < 2) return undefined;
  const [born, died] = dates;
  const between = opening.slice(born.index + born[0].length, died.index);
  if (!/[-\u2013\u2014]/.test(between) || between.length > 80) return undefined;
  const [a, b] = [born, died].map((d) => (d[1] ? [d[1], d[2], d[3]] : [d[5], d[4], d[6]]));
  return Number(b[2]) - Number(a[2]) < 12 ? undefined : [...a, ...b].join(" ");
}

/** Do two titles share a name, and is neither about what somebody left (… bibliography)? */
function shareName(a: string, b: string): boolean {
  if ([a, b].some((title) => ABOUT.test(title))) return false;
  const beginnings = (title: string) =>
    wordsKey(title)
      .split(" ")
      .filter((word) => word.length >= ALIKE)
      .map((word) => word.slice(0, ALIKE));
  const others = new Set(beginnings(b));
  return beginnings(a).some((word) => others.has(word));
}

/** A title that ends in a common noun tells of somebody, not who it is. */
const ABOUT = /\s\p{Ll}{5,}$/u;
