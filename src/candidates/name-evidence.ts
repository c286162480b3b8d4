/** How well a name and an entity go together, whatever the text says: what confidence looks at besides scores. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import { foldSurface } from "../text/surfaces.js";
import type { Candidate } from "../types.js";

/** What each number of `nameEvidence` says. */
export const evidenceNames = [
  "the title is the name",
  "the title is the name and a bracket or a comma part",
  "share of the name's words that the title has",
  "share of the title's words that the name has",
  "links from the name to the entity",
  "share of them",
  "nobody is known to use the name so",
  "the name is a title or a redirect of the entity",
  "the name is an alias or in a list",
  "the name is a single word",
  "the name is in capitals",
  "the entity is a person",
  "the entity is well known",
  "a longer name of the document means it",
] as const;

/** Links beyond this many tell no more. */
const MANY_LINKS = 1000;
const WELL_KNOWN = 10_000;

/** One number from 0 to 1 for each of `evidenceNames`. */
export function nameEvidence(
  kb: Pick<KnowledgeBase, "title" | "isPerson" | "popularity">,
  surface: string,
  { entity, prior, count = 0, sources = 0, isShared = false }: Candidate,
): number[] {
  const title = foldSurface(kb.title(entity));
  const name = foldSurface(surface);
  const bare = title.replace(/\s*[(,].*$/, "");
  const titleWords = wordsOf(title);
  const nameWords = wordsOf(name);
  const links = sources & (nameSources.title | nameSources.redirect);
  return [
    flag(title === name),
    flag(title !== name && bare === name),
    share(nameWords, titleWords),
    share(titleWords, nameWords),
    Math.log1p(Math.min(count, MANY_LINKS)) / Math.log1p(MANY_LINKS),
    count > 0 ? Math.min(1, prior) : 0,
    flag(isGuess(sources)),
    flag(links !== 0),
    flag((sources & (nameSources.alias | nameSources.list)) !== 0),
    flag(nameWords.length <= 1),
    flag(surface === surface.toUpperCase() && surface !== surface.toLowerCase()),
    flag(kb.isPerson(entity)),
    Math.log1p(Math.min(kb.popularity(entity), WELL_KNOWN)) / Math.log1p(WELL_KNOWN),
    flag(isShared),
  ];
}

const flag = (holds: boolean) => (holds ? 1 : 0);

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Share of `some` that `others` have; 0 for none. */
function share(some: string[], others: string[]): number {
  return some.length === 0 ? 0 : some.filter((word) => others.includes(word)).length / some.length;
}
