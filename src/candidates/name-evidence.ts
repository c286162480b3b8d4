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

type Titles = Pick<KnowledgeBase, "title" | "isPerson" | "popularity">;

/** One number from 0 to 1 for each of `evidenceNames`. */
export function nameEvidence(kb: Titles, surface: string, candidate: Candidate): number[] {
  return evidenceOfName(kb, surface)(candidate);
}

/** The same for one candidate after the other: the name is looked at once. */
export function evidenceOfName(kb: Titles, surface: string): (candidate: Candidate) => number[] {
  const name = foldSurface(surface);
  const nameWords = wordsOf(name);
  const isCapital = surface === surface.toUpperCase() && surface !== surface.toLowerCase();
  return (candidate) => weighTitle(kb, { name, nameWords, isCapital }, candidate);
}

interface ReadName {
  name: string;
  nameWords: string[];
  isCapital: boolean;
}

function weighTitle(
  kb: Titles,
  { name, nameWords, isCapital }: ReadName,
  { entity, prior, count = 0, sources = 0, isShared = false }: Candidate,
): number[] {
  const { title, bare, titleWords } = readTitle(kb, entity);
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
    flag(isCapital),
    flag(kb.isPerson(entity)),
    Math.log1p(Math.min(kb.popularity(entity), WELL_KNOWN)) / Math.log1p(WELL_KNOWN),
    flag(isShared),
  ];
}

interface ReadTitle {
  /** Folded, and that without a bracket or a comma part. */
  title: string;
  bare: string;
  titleWords: string[];
}

/** Titles are looked at again and again; so many are remembered. */
const MOST_REMEMBERED = 20_000;
const remembered = new WeakMap<object, Map<number, ReadTitle>>();

function readTitle(kb: Titles, entity: number): ReadTitle {
  let titles = remembered.get(kb);
  if (!titles) remembered.set(kb, (titles = new Map()));
  let read = titles.get(entity);
  if (!read) {
    const title = foldSurface(kb.title(entity));
    read = { title, bare: title.replace(/\s*[(,].*$/, ""), titleWords: wordsOf(title) };
    if (titles.size >= MOST_REMEMBERED) titles.clear();
    titles.set(entity, read);
  }
  return read;
}

const flag = (holds: boolean) => (holds ? 1 : 0);

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Share of `some` that `others` have; 0 for none. */
function share(some: string[], others: string[]): number {
  return some.length === 0 ? 0 : some.filter((word) => others.includes(word)).length / some.length;
}
