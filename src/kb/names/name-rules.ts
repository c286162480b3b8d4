/** Further names of an entity, derived from its title by general rules. docs/knowledge-base.md lists them with their measured effect. */
import { english } from "../../languages/english.js";
import type { Language, TitlePatterns } from "../../languages/language.js";
import { stateAbbreviations } from "../../languages/state-abbreviations.js";
import { withoutCompanyEnding } from "../../text/name-affixes.js";

export interface RuleName {
  surface: string;
  rule: NameRule;
}

export type NameRule =
  | "bracket" // Mercury (planet) → Mercury
  | "bracket-words" // Soyuz (spacecraft) → Soyuz spacecraft
  | "comma" // Boston, Massachusetts → Boston
  | "article" // The Beatles → Beatles
  | "family-name" // Albert Einstein → Einstein
  | "first-last" // George W. Bush → George Bush
  | "suffix" // Apple Inc. → Apple, Arsenal F.C. → Arsenal
  | "national-team" // Brazil national football team → Brazil
  | "place-kind" // Orange County → Orange, River Thames → Thames
  | "acronym" // European Space Agency → ESA
  | "and-sign" // Simon & Garfunkel → Simon and Garfunkel
  | "year-event" // 1996 Summer Olympics → Summer Olympics
  | "abbreviation" // Wyoming → Wyo.
  | "of-swap" // United States Department of Labor → Labor Department
  | "part"; // Watergate scandal → Watergate

/** Begins a family name like a particle, but with a capital. */
const saint = /^(?:St\.|Saint)$/;
const regnal = /^[IVXL]+$/;

/** Titles of more words are not taken apart. */
const MOST_WORDS = 7;

type Add = (surface: string | undefined, rule: NameRule) => void;

/** Rules that need to know a language's clubs and places are left out where it has no such patterns. */
export function namesByRule(
  title: string,
  { isPerson, language = english }: { isPerson: boolean; language?: Language },
): RuleName[] {
  const names: RuleName[] = [];
  const seen = new Set([title]);
  const add: Add = (surface, rule) => {
    const clean = surface?.trim();
    if (!clean || clean.length < 2 || seen.has(clean)) return;
    seen.add(clean);
    names.push({ surface: clean, rule });
  };
  const bracket = /^(.*\S)\s*\(([^()]*)\)\s*$/.exec(title);
  const bare = bracket ? bracket[1] : title;
  add(bare, "bracket");
  if (bracket && /^\p{Ll}[\p{Ll} ]*$/u.test(bracket[2])) {
    add(`${bare} ${bracket[2]}`, "bracket-words");
    add(`${bracket[2]} ${bare}`, "bracket-words");
  }
  const comma = bare.indexOf(", ");
  if (isPerson) addPersonNames(comma > 0 ? bare.slice(0, comma) : bare, language, add);
  else {
    const isList = /\band\b|&/.test(bare);
    const head = comma > 0 && !isList ? bare.slice(0, comma) : bare;
    add(head, "comma");
    if (comma > 0) addCompanyNames(bare, language, add);
    addThingNames(head, language, add);
    addParts(head, language, add);
  }
  if (language === english)
    for (const short of stateAbbreviations.get(title) ?? []) add(short, "abbreviation");
  return names;
}

/** Apple Inc. → Apple, one ending after the other; the company of "Holding company" is a noun. */
function addCompanyNames(name: string, language: Language, add: Add): void {
  const last = /\s(\p{Ll}+)$/u.exec(name)?.[1];
  if (last && !language.abbreviations.has(last)) return;
  const short = withoutCompanyEnding(name, language);
  if (short === name) return;
  add(short, "suffix");
  addCompanyNames(short, language, add);
}

function addThingNames(name: string, language: Language, add: Add): void {
  const article = /^(\p{Lu}\S*)\s+(\S.*)$/u.exec(name);
  if (article && language.articles.has(article[1].toLowerCase())) add(article[2], "article");
  addCompanyNames(name, language, add);
  if (language.titles) addClubAndPlaceNames(name, language.titles, add);
  if (name.includes("&")) add(name.replaceAll("&", "and"), "and-sign");
  else if (/\band\b/.test(name)) add(name.replace(/\band\b/g, "&"), "and-sign");
  const event = /^\d{4}(?:[–-]\d{2,4})?\s+(.+)$/.exec(name) ?? /^(.+?)\s+(?:of\s+)?\d{4}$/.exec(name);
  if (event) add(event[1], "year-event");
  for (const acronym of acronyms(name, language)) add(acronym, "acronym");
  const of = /(?:^|\s)(\p{Lu}\S+) of (?:the )?(\p{Lu}.*)$/u.exec(name);
  if (of) add(`${of[2]} ${of[1]}`, "of-swap");
}

function addClubAndPlaceNames(name: string, patterns: TitlePatterns, add: Add): void {
  const club = name.replace(patterns.clubSuffix, "");
  if (club !== name) {
    add(club, "suffix");
    add(name.replaceAll(".", ""), "suffix");
    add(patterns.clubKind.exec(club)?.[1], "suffix");
  }
  const unprefixed = name.replace(patterns.clubPrefix, "");
  if (unprefixed !== name) add(unprefixed, "suffix");
  const team = patterns.nationalTeam.exec(name);
  if (team) add(team[1] ?? team[2], "national-team");
  add(name.replace(patterns.placePrefix, ""), "place-kind");
  add(name.replace(patterns.placeSuffix, ""), "place-kind");
}

/** Initials of two to six capital words, small ones left out, with dots and without. */
function acronyms(name: string, { smallWords }: Language): string[] {
  const big = name
    .replace(/-/g, " ")
    .split(/\s+/)
    .filter((w) => !smallWords.has(w.toLowerCase()));
  if (big.length < 2 || big.length > 6 || !big.every((w) => /^\p{Lu}\p{Ll}/u.test(w))) return [];
  const initials = big.map((w) => w[0]);
  return [initials.join(""), `${initials.join(".")}.`];
}

/** Every run of words that neither begins nor ends with a small one. */
function addParts(name: string, { smallWords }: Language, add: Add): void {
  const words = name.split(/\s+/);
  if (words.length < 2 || words.length > MOST_WORDS) return;
  const small = words.map((w) => smallWords.has(w.toLowerCase()));
  for (let from = 0; from < words.length; from++) {
    if (small[from]) continue;
    for (let to = from; to < words.length; to++) {
      if (small[to] || (from === 0 && to === words.length - 1)) continue;
      const part = words.slice(from, to + 1).join(" ");
      if (/\p{L}/u.test(part)) add(part, "part");
    }
  }
}

function addPersonNames(name: string, language: Language, add: Add): void {
  const words = name.split(/\s+/);
  while (words.length > 1 && language.titles?.generation.test(words.at(-1)!)) words.pop();
  if (words.length < 2) return;
  if (regnal.test(words.at(-1)!)) {
    // Henry VIII is called Henry; nothing of a monarch's name is a family name
    if (words.length === 2) add(words[0], "family-name");
    return;
  }
  add(words[0], "part");
  const of = /^(.+?)\s+(?:of|the)\s/.exec(name);
  if (of) {
    add(of[1], "family-name");
    return;
  }
  const isParticle = (word: string) => language.particles.has(word) || saint.test(word);
  let start = words.length - 1;
  while (start > 1 && isParticle(words[start - 1])) start--;
  const family = words.slice(start).join(" ");
  add(family, "family-name");
  if (start < words.length - 1) add(words.at(-1), "family-name");
  if (family.includes("-")) add(family.split("-").at(-1), "part");
  if (start > 1) {
    for (let end = 2; end < words.length; end++) add(words.slice(0, end).join(" "), "part");
    add(`${words[0]} ${family}`, "first-last");
    add(`${words[1]} ${family}`, "first-last");
    add(`${words[0]} ${words[1][0]}. ${family}`, "first-last");
  }
}
