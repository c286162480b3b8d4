/** What a single capital word tells of the name it stands in: a stranger's, a common word's, or a known bearer's. */
import type { KnowledgeBase, SurfaceInfo } from "../kb/knowledge-base.js";
import { isGuess } from "../kb/name-sources.js";
import { isStopWord } from "../text/stop-words.js";
import { isAllCapitals } from "../text/surfaces.js";
import { isCustomary, isNameEnding, knownSurface } from "./known-names.js";

export const Role = {
  /** A day, a month, a form of address, a stop word: part of no name. */
  custom: 0,
  /** Inc., Jr.: goes on with the name before it. */
  ending: 1,
  /** No name by itself: nobody knows it, or only as a piece of longer names. */
  unheard: 2,
  /** Written small often enough: University, Heat, Mine. */
  ordinary: 3,
  /** Names many, and hardly ever needs a link: Harris, John. */
  vague: 4,
  /** Most of those known by it have it in front: Angela, Jason. */
  given: 5,
  /** The title of what it means first of all, though hardly ever linked: Reuters, Hercules. */
  titled: 6,
  /** Names something by itself: Boston. */
  firm: 7,
  /** The same, before other names rather than inside them: German, NATO. */
  leading: 8,
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Occurrences from which on the counts say something. */
const ENOUGH_TEXT = 20;
/** Share of small spellings from which on a word that is seldom linked is an ordinary one. */
const ORDINARY_SMALL = 0.12;
/** Share of a word's occurrences that are links from which on it is a name whatever it looks like. */
const FIRM_LINKED = 0.1;

/** Is the word, for all that its capital says, a common one? Nothing is, where nobody counted. */
export function isOrdinary(info: SurfaceInfo): boolean {
  return (
    info.textCount >= ENOUGH_TEXT &&
    info.lowercaseShare >= ORDINARY_SMALL &&
    info.linkProbability < FIRM_LINKED
  );
}

const MOST_REMEMBERED = 50_000;

const shared = new WeakMap<KnowledgeBase, WordRoles>();

/** The roles of a knowledge base's words, remembered for all who ask. */
export function wordRolesOf(kb: KnowledgeBase): WordRoles {
  let roles = shared.get(kb);
  if (!roles) shared.set(kb, (roles = new WordRoles(kb)));
  return roles;
}

export class WordRoles {
  readonly #kb: KnowledgeBase;
  readonly #roles = new Map<string, Role>();

  constructor(kb: KnowledgeBase) {
    this.#kb = kb;
  }

  of(word: string): Role {
    let role = this.#roles.get(word);
    if (role === undefined) {
      role = this.#judge(word);
      if (this.#roles.size >= MOST_REMEMBERED) this.#roles.clear();
      this.#roles.set(word, role);
    }
    return role;
  }

  #judge(word: string): Role {
    if (isNameEnding(word)) return Role.ending;
    // an initial
    if (word.length === 1) return Role.vague;
    const shouted = isAllCapitals(word);
    if (isCustomary(word) || (!shouted && isStopWord(word.toLowerCase()))) return Role.custom;
    const info = knownSurface(this.#kb, word);
    if (!info || info.candidates.length === 0) return Role.unheard;
    if (isOrdinary(info)) return this.#isCommonGivenName(info) ? Role.given : Role.ordinary;
    if (info.candidates.every((c) => isGuess(c.sources))) return Role.unheard;
    const best = info.candidates[0];
    const isTitle = this.#kb.title(best.entity) === info.surface;
    const isLeading = () => (shouted && isAllCapitals(info.surface)) || this.#isOfPeople(word, isTitle);
    if (info.linkProbability < FIRM_LINKED) {
      if (this.#isGivenName(info)) return Role.given;
      if (info.textCount > 0) {
        if (!isTitle || best.prior < 0.9) return Role.vague;
        return isLeading() ? Role.leading : Role.titled;
      }
    }
    return isLeading() ? Role.leading : Role.firm;
  }

  #isGivenName({ surface, candidates }: SurfaceInfo): boolean {
    const start = `${surface} `;
    let bearers = 0;
    let persons = 0;
    for (const { entity } of candidates) {
      if (!this.#kb.title(entity).startsWith(start)) continue;
      bearers++;
      if (this.#kb.isPerson(entity)) persons++;
    }
    return bearers * 2 > candidates.length && persons > 0;
  }

  /** Bill, Mark, Grace: common words too, but a third of those known by them are persons with that given name. */
  #isCommonGivenName({ surface, candidates, lowercaseShare }: SurfaceInfo): boolean {
    if (lowercaseShare > 0.5) return false;
    const start = `${surface} `;
    const persons = candidates.filter(
      ({ entity }) => this.#kb.isPerson(entity) && this.#kb.title(entity).startsWith(start),
    );
    return persons.length * 3 >= candidates.length;
  }

  /** German, Palestinian, Democrat: a people, a language or several of them go by that word. */
  #isOfPeople(word: string, isOwnTitle: boolean): boolean {
    const endings = isOwnTitle ? [" people", " language"] : ["s", " people", " language"];
    return endings.some((more) => {
      const info = this.#kb.lookup(word + more);
      return info?.candidates.some((c) => !isGuess(c.sources)) ?? false;
    });
  }
}
