/** Further names of an entity, derived from its title by general rules. docs/knowledge-base.md lists them with their measured effect. */
import { stateAbbreviations } from "../../languages/state-abbreviations.js";

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

const smallWords = new Set(
  "of the and for in on at to a an de la du des von der und & y e or by with from".split(" "),
);
const companySuffix =
  /,?\s+(?:Inc\.?|Incorporated|Corp\.?|Corporation|Co\.?|Company|Ltd\.?|Limited|LLC|L\.L\.C\.|LLP|PLC|plc|S\.?A\.?|S\.p\.A\.|SpA|AG|GmbH|N\.?V\.?|AB|ASA|Oyj|Group|Holdings|& Co\.?|and Company|& Company)$/;
const clubSuffix =
  /\s+(?:F\.?C\.?|A\.?F\.?C\.?|C\.?F\.?|S\.?C\.?|A\.?C\.?|R\.?F\.?C\.?|B\.?C\.?|H\.?C\.?|FK|SK|BK|IF|SV)$/;
const clubPrefix =
  /^(?:F\.?C\.?|A\.?F\.?C\.?|A\.?C\.?|A\.?S\.?|S\.?S\.?C?\.?|S\.?C\.?|R\.?C\.?|C\.?D\.?|U\.?D\.?|FK|SK|BK|SV|VfB|VfL|TSV|TSG|1\. FC|PSV|RCD)\s+(?=\p{Lu})/u;
const clubKind =
  /^(.+?)\s+(?:United|City|Town|Rovers|Wanderers|Athletic|Albion|Hotspur|County|Rangers|Forest|Villa|Palace)$/;
const nationalTeam =
  /^(.+?)\s+(?:men's |women's )?national (?:\S+ ){0,4}(?:team|football|soccer|rugby|cricket|basketball|hockey|baseball)$|^(.+?) (?:Davis Cup|Fed Cup|Billie Jean King Cup|cricket) team$/;
const placePrefix =
  /^(?:Lake|River|Mount|Mt\.|Cape|Isle of|County|City of|Province of|Republic of|Kingdom of|State of|Commonwealth of|University of|Gulf of)\s+(?=\p{Lu})/u;
const placeSuffix =
  /\s+(?:County|River|Island|Islands|City|Province|District|Region|Prefecture|Oblast|Governorate|Department|Municipality|Parish|Peninsula|Mountains|Airport|International Airport|University|College)$/;
const particle =
  /^(?:de|da|do|dos|das|del|della|di|du|la|le|van|von|der|den|ter|ten|zu|bin|ibn|al|el|af|av|St\.|Saint)$/;
const generation = /^(?:Jr\.?|Sr\.?|PhD|MBE|CBE|OBE|Esq\.?),?$/;
const regnal = /^[IVXL]+$/;

/** Titles of more words are not taken apart. */
const MOST_WORDS = 7;

type Add = (surface: string | undefined, rule: NameRule) => void;

export function namesByRule(title: string, about: { isPerson: boolean }): RuleName[] {
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
  if (about.isPerson) addPersonNames(comma > 0 ? bare.slice(0, comma) : bare, add);
  else {
    const isList = /\band\b|&/.test(bare);
    const head = comma > 0 && !isList ? bare.slice(0, comma) : bare;
    add(head, "comma");
    if (comma > 0 && companySuffix.test(bare)) add(bare.replace(companySuffix, ""), "suffix");
    addThingNames(head, add);
    addParts(head, add);
  }
  for (const short of stateAbbreviations.get(title) ?? []) add(short, "abbreviation");
  return names;
}

function addThingNames(name: string, add: Add): void {
  if (/^The\s+\S/.test(name)) add(name.slice(4), "article");
  let company = name;
  while (companySuffix.test(company)) {
    company = company.replace(companySuffix, "");
    add(company, "suffix");
  }
  const club = name.replace(clubSuffix, "");
  if (club !== name) {
    add(club, "suffix");
    add(name.replaceAll(".", ""), "suffix");
    add(clubKind.exec(club)?.[1], "suffix");
  }
  const unprefixed = name.replace(clubPrefix, "");
  if (unprefixed !== name) add(unprefixed, "suffix");
  const team = nationalTeam.exec(name);
  if (team) add(team[1] ?? team[2], "national-team");
  add(name.replace(placePrefix, ""), "place-kind");
  add(name.replace(placeSuffix, ""), "place-kind");
  if (name.includes("&")) add(name.replaceAll("&", "and"), "and-sign");
  else if (/\band\b/.test(name)) add(name.replace(/\band\b/g, "&"), "and-sign");
  const event = /^\d{4}(?:[–-]\d{2,4})?\s+(.+)$/.exec(name) ?? /^(.+?)\s+(?:of\s+)?\d{4}$/.exec(name);
  if (event) add(event[1], "year-event");
  for (const acronym of acronyms(name)) add(acronym, "acronym");
  const of = /(?:^|\s)(\p{Lu}\S+) of (?:the )?(\p{Lu}.*)$/u.exec(name);
  if (of) add(`${of[2]} ${of[1]}`, "of-swap");
}

/** Initials of two to six capital words, small ones left out, with dots and without. */
function acronyms(name: string): string[] {
  const big = name
    .replace(/-/g, " ")
    .split(/\s+/)
    .filter((w) => !smallWords.has(w.toLowerCase()));
  if (big.length < 2 || big.length > 6 || !big.every((w) => /^\p{Lu}\p{Ll}/u.test(w))) return [];
  const initials = big.map((w) => w[0]);
  return [initials.join(""), `${initials.join(".")}.`];
}

/** Every run of words that neither begins nor ends with a small one. */
function addParts(name: string, add: Add): void {
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

function addPersonNames(name: string, add: Add): void {
  const words = name.split(/\s+/);
  while (words.length > 1 && generation.test(words.at(-1)!)) words.pop();
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
  let start = words.length - 1;
  while (start > 1 && particle.test(words[start - 1])) start--;
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
