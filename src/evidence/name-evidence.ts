/** How well a name and an entity go together, whatever the text says: what confidence looks at besides scores. */

import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import { smallDoubles } from "../math/small-arrays.js";
import type { Candidate } from "../types.js";
import { hasNumber } from "./title-evidence.js";
import { type NameWords, type TitleWords, titleWordsOf } from "./title-words.js";

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
export function nameEvidence(kb: Titles, surface: string, candidate: Candidate): Float64Array {
  const out = smallDoubles(evidenceNames.length);
  const titles = titleWordsOf(kb);
  writeNameEvidence(titles.name(surface), candidate, { titles, at: titles.at(candidate.entity) }, out);
  return out;
}

/** The same written to the beginning of `out`; `at` is the place of the candidate's title among those that were read. */
export function writeNameEvidence(
  name: NameWords,
  { entity, prior, count = 0, sources = 0, isShared = false }: Candidate,
  { titles, at }: { titles: TitleWords; at: number },
  out: Float64Array,
): void {
  const isTitle = titles.isName(entity, at, name);
  const words = name.foldedWords;
  const { numbers } = titles;
  const from = titles.tellingTo(at);
  const to = titles.foldedTo(at);
  let inTitle = 0;
  for (let i = 0; i < words.length; i++) if (hasNumber(numbers, from, to, words[i])) inTitle++;
  let inName = 0;
  for (let i = from; i < to; i++) if (words.includes(numbers[i])) inName++;
  out[0] = flag(isTitle);
  out[1] = flag(!isTitle && titles.isBareName(entity, at, name));
  out[2] = words.length === 0 ? 0 : inTitle / words.length;
  out[3] = from === to ? 0 : inName / (to - from);
  out[4] = count === 0 ? 0 : Math.log1p(Math.min(count, MANY_LINKS)) / Math.log1p(MANY_LINKS);
  out[5] = count > 0 ? Math.min(1, prior) : 0;
  out[6] = flag(isGuess(sources));
  out[7] = flag((sources & (nameSources.title | nameSources.redirect)) !== 0);
  out[8] = flag((sources & (nameSources.alias | nameSources.list)) !== 0);
  out[9] = flag(words.length <= 1);
  out[10] = flag(name.isCapital);
  out[11] = flag(titles.isPerson(at));
  out[12] = Math.log1p(Math.min(titles.popularity(at), WELL_KNOWN)) / Math.log1p(WELL_KNOWN);
  out[13] = flag(isShared);
}

const flag = (holds: boolean) => (holds ? 1 : 0);
