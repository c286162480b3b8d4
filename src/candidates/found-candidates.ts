/** Candidate lists for names that were found in a text, where each may be a stranger's: only entities that more than a shared word speaks for. */
import { sortCandidates } from "../kb/contents.js";
import type { KnowledgeBase, NameCandidate } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import { stateAbbreviations } from "../kb/names/state-abbreviations.js";
import { isOrdinary, Role, wordRolesOf } from "../mentions/word-roles.js";
import { foldSurface, isAllCapitals, unifySigns } from "../text/surfaces.js";
import type { Candidate } from "../types.js";
import { averageLists, longerPersons } from "./document-candidates.js";
import { lookUpName } from "./look-up-name.js";
import { listsBySpelling, spellingOf } from "./similar-lists.js";
import { extraWords, weighByTitle } from "./titles-in-document.js";

/** Share of a common word's meanings that a namesake has at least: Science (journal), not Heat (film). */
const LEAST_NAMESAKE = 0.09;

/** Names of a catalogue less alike than this are no reason to take a name that we found for one of its entries. */
const LEAST_COSINE = 0.6;

type HasWord = (word: string, index: number) => boolean;

interface Listed {
  candidates: Candidate[];
  /** Does the candidate's tie to the name hold here? Undefined where a longer name of the document vouches for all. */
  judge?: (candidate: NameCandidate, hasWord: (word: string) => boolean) => boolean;
}

/**
 * One list a surface, best first, at most `most` long, as `candidatesInDocument` gives them, with less faith: the name counts as a whole,
 * a part of longer names needs their other words near by, and the family name of a stranger is the stranger's.
 */
export function candidatesOfFound(
  kb: KnowledgeBase,
  surfaces: string[],
  most: number,
  hasWord: HasWord,
  text?: string,
): Candidate[][] {
  const spelling = spellingOf(kb);
  const bySpelling = spelling && listsBySpelling(spelling, surfaces, text, LEAST_COSINE);
  const lists = new Map<string, Listed>();
  for (const surface of surfaces) if (!lists.has(surface)) lists.set(surface, listOf(kb, surface));
  const persons = [...lists]
    .filter(([, { candidates }]) => candidates.length > 0 && kb.isPerson(candidates[0].entity))
    .map(([name, { candidates }]): [string, Candidate[]] => [name, candidates]);
  const strangers = wordsOfStrangers(
    kb,
    [...lists].filter(([, l]) => l.candidates.length === 0).map(([name]) => name),
  );
  const shared = new Map<string, Listed>();
  for (const [surface, own] of lists) {
    const longer = longerPersons(surface, persons);
    if (longer.length > 0) shared.set(surface, { candidates: averageLists(longer) });
    else shared.set(surface, strangers.has(surface) ? { candidates: [] } : own);
  }
  return surfaces.map((surface, i) => {
    const alike = bySpelling?.get(surface) ?? [];
    if (alike.length > 0) return alike.slice(0, most);
    const { candidates, judge } = shared.get(surface)!;
    const isNear = (word: string) => hasWord(word, i);
    const kept = judge ? candidates.filter((c) => judge(c as NameCandidate, isNear)) : candidates;
    return weighByTitle(kb, surface, kept, isNear).slice(0, most);
  });
}

function listOf(kb: KnowledgeBase, surface: string): Listed {
  const found = lookUpName(kb, surface, true);
  if (!found) return { candidates: [] };
  const single = !/[\s']/.test(unifySigns(surface));
  const common = single && isOrdinary(found.info) && found.info.lowercaseShare >= 0.5;
  const folded = foldSurface(surface);
  const candidates = single ? found.candidates : favourTitle(kb, found.candidates, folded);
  // once somebody is known to have used the name, its context may choose a guess all the same, if the title has a word of the name
  if (!common && candidates.some((c) => !isGuess(c.sources))) {
    const words = folded.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    const sharesWord = (title: string) => words.some((word) => title.includes(word));
    return {
      candidates: isAllCapitals(surface)
        ? candidates
        : candidates.filter((c) => !isGuess(c.sources) || sharesWord(foldSurface(kb.title(c.entity)))),
    };
  }
  const small = new Set(common ? linkedBy(kb, surface.toLowerCase()) : []);
  const states = surface.endsWith(".")
    ? candidates.filter((c) => isShortFor(kb.title(c.entity), surface))
    : [];
  if (states.length > 0) return { candidates: states };
  return {
    candidates,
    judge: (c, isNear) => {
      const title = kb.title(c.entity);
      const isSound = common
        ? isNamesake(c, title, folded, small.has(c.entity))
        : (c.sources & nameSources.rule) !== 0 && isSoundRule(surface, single, title, folded);
      return isSound || isSpelledOut(kb, surface, c.entity, title, folded, isNear);
    },
  };
}

/** A name of several words that is a title means that entity rather than one that is only said to go by it as well. */
function favourTitle(kb: KnowledgeBase, candidates: NameCandidate[], folded: string): NameCandidate[] {
  const titled = candidates.find(
    (c) => c.sources & nameSources.title && foldSurface(kb.title(c.entity)) === folded,
  );
  if (!titled) return candidates;
  let spare = 0;
  const capped = candidates.map((c) => {
    if (c === titled || c.count > 0 || c.prior <= titled.prior / 2) return c;
    const prior = titled.prior / 2;
    spare += c.prior - prior;
    return { ...c, prior };
  });
  if (spare === 0) return candidates;
  return sortCandidates(capped.map((c) => (c === titled ? { ...c, prior: c.prior + spare } : c)));
}

function linkedBy(kb: KnowledgeBase, surface: string): number[] {
  return kb.lookup(surface)?.candidates.flatMap((c) => (c.count > 0 ? [c.entity] : [])) ?? [];
}

/** Is the surface the usual abbreviation of the state or province? */
function isShortFor(title: string, surface: string): boolean {
  return stateAbbreviations.get(title)?.includes(surface) ?? false;
}

/** A common word with a capital inside a sentence means not the common thing but a namesake that was linked to by it, or what was more than once. */
function isNamesake(
  candidate: NameCandidate,
  title: string,
  folded: string,
  /** Is the entity linked to by the word without its capital? */
  isSmallToo: boolean,
): boolean {
  const whole = foldSurface(title);
  if (whole === folded) return false;
  const bare = whole.replace(/ \(.*$/, "");
  if (bare === folded) return candidate.count > 0 && candidate.prior >= LEAST_NAMESAKE && !isSmallToo;
  return candidate.count > (bare.endsWith(` ${folded}`) ? 0 : 1);
}

/** A family name, a name without its bracket or its place; not initials of two letters, nor initials in small ones. */
function isSoundRule(surface: string, single: boolean, title: string, folded: string): boolean {
  if (!single) return true;
  const bare = foldSurface(title.replace(/\s*[(,].*$/, ""));
  if (bare === folded || bare.startsWith(`${folded} `) || bare.endsWith(` ${folded}`)) return true;
  return surface.length >= 3 && isAllCapitals(surface);
}

/** Are most of the title's words in the name, or most of its other words in the text near by, beside the name itself? */
function isSpelledOut(
  kb: KnowledgeBase,
  surface: string,
  entity: number,
  title: string,
  folded: string,
  isNear: (word: string) => boolean,
): boolean {
  if (!` ${foldSurface(title).replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${folded} `)) return false;
  const { near, all } = extraWords(kb, surface, entity, isNear);
  // "Rocket Skates" is most of Acme Rocket Skates
  if (folded.split(" ").length > Math.max(1, all)) return true;
  return near > 0 && near * 2 > all;
}

/** Family and given names of those with two or three words that nobody knows. */
function wordsOfStrangers(kb: KnowledgeBase, strangers: string[]): Set<string> {
  const roles = wordRolesOf(kb);
  const names = new Set<string>();
  for (const stranger of strangers) {
    const words = stranger.split(/\s+/);
    if (words.length !== 2 && words.length !== 3) continue;
    const isPerson = roles.of(words[0]) === Role.given;
    const last = roles.of(words.at(-1)!);
    // "Silesia" is no family name because somebody wrote Teschen Silesia
    if (last < Role.titled || (isPerson && last === Role.titled)) names.add(words.at(-1)!);
    if (isPerson) names.add(words[0]);
  }
  return names;
}
