/** Joins articles of one corpus that open with the same words: redirects that came as copies (UEFA Euro 1996, 1996 UEFA European Football Championship). */
import { type LoggedPage, PageKind } from "./corpus-log.js";
import type { TitleClaim } from "./title-claims.js";

/** Shorter first sentences are shared by chance: "It is a village in Norway." Characters. */
const SHORTEST = 50;
/** More articles than this with one first sentence are made from a pattern, not copies of each other. */
const MOST_COPIES = 6;

export function* claimsOfOpenings(pages: () => Iterable<LoggedPage>): Generator<TitleClaim> {
  const groups = new Map<string, number[]>();
  for (const page of pages()) {
    if (page.kind !== PageKind.article || page.description.length < SHORTEST) continue;
    const key = `${page.corpus}\t${page.description}`;
    const group = groups.get(key);
    if (group) group.push(page.title);
    else groups.set(key, [page.title]);
  }
  for (const group of groups.values()) {
    if (group.length > MOST_COPIES) continue;
    for (const from of group.slice(1)) if (from !== group[0]) yield { from, to: group[0] };
  }
}
