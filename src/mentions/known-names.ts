/** Judges whether a stretch of text that the knowledge base knows as a surface is a name here. */
import type { KnowledgeBase, SurfaceInfo } from "../kb/knowledge-base.js";
import { stateAbbreviations } from "../kb/names/state-abbreviations.js";
import { lookUpYearName } from "../kb/names/year-names.js";
import { isStopWord } from "../text/stop-words.js";
import { foldSurface, isAllCapitals, titleCase, unifySigns } from "../text/surfaces.js";
import { Casing } from "./token-shapes.js";

/** Longer stretches are no names; not slicing them keeps odd texts cheap. */
export const LONGEST_SURFACE = 100;

/** What the knowledge base knows of a surface as it stands in a text: as written, in title case, or case-blind. */
export function knownSurface(kb: KnowledgeBase, surface: string): SurfaceInfo | undefined {
  const plain = unifySigns(surface);
  const exact = kb.lookup(plain);
  if (isAllCapitals(plain)) {
    const titled = kb.lookup(titleCase(plain));
    if (titled && (!exact || titled.linkCount > exact.linkCount)) return titled;
  }
  if (exact) return exact;
  const folded = kb.lookupFolded(foldSurface(plain));
  // initials are no word that happens to have the same letters: ARDH is not Ardh, nor DL dL
  return folded && initials.test(folded.surface) && !isAllCapitals(plain) ? undefined : folded;
}

const initials = /^\p{Lu}{2,5}$/u;

/** Days, months and forms of address: capital by custom, names of nothing that people look up. */
const customary = new Set(
  (
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february " +
    "march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec " +
    "mr mrs ms miss dr prof sir dame lord lady rev sen senator rep gov president minister mayor judge capt gen lt col sgt " +
    "king queen prince princess pope chancellor secretary ambassador chairman coach governor general colonel captain justice professor " +
    "prime st mt ft inc corp co ltd llc plc jr sr am pm ceo cfo no"
  ).split(" "),
);

const endings = new Set("inc corp co cos ltd llc plc jr sr".split(" "));

/** A word that ends a company's or a person's name without being one. */
export function isNameEnding(word: string): boolean {
  return word.length < 5 && endings.has(word.toLowerCase());
}

/** Such a word, or several with numbers between: 31 January. */
export function isCustomary(surface: string): boolean {
  if (surface.length > 30) return false;
  const words = surface.toLowerCase().split(/[\s.,]+/);
  return words.every(
    (word) =>
      word === "" || customary.has(word) || /^\w+days$/.test(word) || /^\d+(?:st|nd|rd|th)?$/.test(word),
  );
}

/** An abbreviation whose dot belongs to it, at the end of a name. */
const dotted = new Set("inc corp co cos ltd bros jr sr st mt dept univ ave d.c".split(" "));
/** Calif., Va.: with their capital, lest "LA." and "me." look like them. */
const states = new Set([...stateAbbreviations.values()].flat());

export function keepsItsDot(word: string): boolean {
  return word.length === 1 || dotted.has(word.toLowerCase()) || states.has(`${word}.`);
}

const address =
  /^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Rev|Sen|Senator|Rep|Gov|Governor|President|Vice President|Prime Minister|Chancellor|Gen|General|Col|Colonel|Lt|Capt|Captain|Sgt|Judge|Justice|Mayor|Minister|Secretary|Ambassador|Chairman|Coach)\.?\s+)(?=\p{Lu})/u;

const wholeAddress =
  /^(?:(?:Vice |Deputy )?(?:President|Prime Minister|Chancellor)|(?:Foreign|Defen[cs]e|Finance|Home|Interior) (?:Minister|Secretary)|Secretary of \p{Lu}\p{L}+|Attorney General)$/u;

/** A form of address and nothing else: no name of its own before a person's. */
export function isAddress(surface: string): boolean {
  return surface.length < 25 && wholeAddress.test(surface);
}

/** Does the stretch begin with a form of address, an article or another small word before a name that is known without it? */
export function hasSpareBeginning(kb: KnowledgeBase, surface: string, info: SurfaceInfo): boolean {
  const spoken = address.exec(surface);
  if (spoken) {
    // General Motors is no general
    if (kb.title(info.candidates[0].entity).startsWith(spoken[0])) return false;
    return knownSurface(kb, surface.replace(address, "")) !== undefined;
  }
  // "The Paris", "In France"
  const first = surface.slice(0, surface.search(/\s|$/));
  if (first === surface || !isStopWord(first.toLowerCase())) return false;
  const title = kb.title(info.candidates[0].entity);
  // a name that needs a bracket to be told apart gives way: The Internet (band)
  const isRare = info.linkCount === 0 && title.endsWith(")");
  if (title.toLowerCase().startsWith(`${first.toLowerCase()} `) && !isRare) return false;
  const rest = surface.slice(first.length + 1);
  return knownSurface(kb, rest) !== undefined || lookUpYearName(kb, rest) !== undefined;
}

/** Where a stretch stands and what it is made of. */
export interface Occurrence {
  surface: string;
  info: SurfaceInfo;
  /** Tokens, and how many of them have a capital. */
  tokens: number;
  capitals: number;
  /** Does it hold "and" or a comma: perhaps two names? */
  joined: boolean;
  /** Does it begin where any word has a capital, and nothing else proves it a name? */
  opening: boolean;
  /** Is it one word and does what persons and companies do? */
  acts: boolean;
  /** Does it end in Inc. or the like, which proves it a name? */
  company: boolean;
  casing: Casing;
  /** Does it begin with a "The" whose capital no sentence asked for, which then belongs to it? */
  article: boolean;
}

/** How sure, from 0 to 1, that this occurrence is a name. Below `LEAST_LIKENESS` it is none. */
export function nameLikeness(kb: KnowledgeBase, at: Occurrence): number {
  const { info } = at;
  if (info.candidates.length === 0) return 0;
  if (at.joined && !isEstablished(kb, at)) return 0;
  if (!at.article && hasSpareBeginning(kb, at.surface, info)) return 0;
  const single = at.tokens === 1;
  if (loneInitial.test(at.surface) || romanNumber.test(at.surface)) return 0;
  if (isCustomary(at.surface) && !(at.acts && isEstablished(kb, at))) return 0;
  if (single && (at.surface.length < 2 || isStopWord(at.surface.toLowerCase()))) {
    // US, IT, WHO: a stop word in capitals is a name only amid ordinary letters
    if (at.casing === Casing.capitals || !isAllCapitals(at.surface) || !isEstablished(kb, at)) return 0;
  }
  if (!single && isAllCapitals(at.surface) && !isEstablished(kb, at) && isAllStopWords(at.surface)) return 0;
  if (at.company || states.has(at.surface)) return 1;
  // "the view" is written small for other reasons than "The View"
  const small = at.capitals > 1 && isEstablished(kb, at) ? info.lowercaseShare / 2 : info.lowercaseShare;
  const linked = info.linkProbability;
  // a capital that every word here would have proves nothing: the word itself must be a name by habit
  const capitalProves = at.casing === Casing.normal && !(at.opening && at.capitals < 2);
  let likeness = capitalProves ? 1 - 0.7 * small : 1 - 1.25 * small;
  if (info.textCount >= 20 && linked < 0.02) likeness -= capitalProves ? 0.25 : 0.4;
  if (linked > 0.2) likeness += 0.2;
  return Math.max(0, Math.min(1, likeness));
}

export const LEAST_LIKENESS = 0.42;

/** The M. of Edward M. Kennedy. */
const loneInitial = /^\p{Lu}\.?$/u;

/** The II of Act II; a name has other words before it. */
const romanNumber = /^[IVX]{2,}$/;

function isAllStopWords(surface: string): boolean {
  return surface.toLowerCase().split(/\s+/).every(isStopWord);
}

/** Is the surface the title of an entity it means, or a link text people have used? */
function isEstablished(kb: KnowledgeBase, at: Occurrence): boolean {
  const plain = unifySigns(at.surface);
  const best = at.info.candidates[0];
  return at.info.linkCount > 1 || kb.title(best.entity).replaceAll(" & ", " and ") === plain;
}
