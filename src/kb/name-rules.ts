/** Further names of an entity, derived from its title by general rules. docs/knowledge-base.md lists them with their measured effect. */

export interface RuleName {
  surface: string;
  rule: NameRule;
}

export type NameRule =
  | "bracket" // Mercury (planet) → Mercury
  | "comma" // Boston, Massachusetts → Boston
  | "article" // The Beatles → Beatles
  | "family-name" // Albert Einstein → Einstein
  | "first-last" // George Walker Bush → George Bush, George W. Bush → George Bush
  | "suffix" // Apple Inc. → Apple, Arsenal F.C. → Arsenal
  | "national-team" // Brazil national football team → Brazil
  | "place-kind" // Orange County → Orange, Lake Victoria → Victoria, River Thames → Thames
  | "acronym" // European Space Agency → ESA
  | "and-sign" // Simon & Garfunkel → Simon and Garfunkel
  | "year-event"; // 1996 Summer Olympics → Summer Olympics

/** Initial-less words in acronyms. */
const smallWords = new Set("of the and for in on at to a an de la du des von der und & y e".split(" "));
const companySuffix =
  /,?\s+(?:Inc\.?|Incorporated|Corp\.?|Corporation|Co\.?|Company|Ltd\.?|Limited|LLC|L\.L\.C\.|LLP|PLC|plc|S\.?A\.?|S\.p\.A\.|SpA|AG|GmbH|N\.?V\.?|AB|ASA|Oyj|Group|Holdings|International|Airlines|Airways|Motors|Records|Entertainment|Pictures|& Co\.?|and Company|& Company)$/;
const clubSuffix =
  /\s+(?:F\.?C\.?|A\.?F\.?C\.?|C\.?F\.?|S\.?C\.?|A\.?C\.?|R\.?F\.?C\.?|B\.?C\.?|H\.?C\.?|FK|SK|BK|IF|SV|United F\.C\.|City F\.C\.)$/;
const clubPrefix =
  /^(?:F\.?C\.?|A\.?F\.?C\.?|A\.?C\.?|A\.?S\.?|S\.?S\.?C?\.?|S\.?S\.? |U\.?S\.?|S\.?C\.?|R\.?C\.?|C\.?D\.?|U\.?D\.?|FK|SK|BK|SV|VfB|VfL|TSV|TSG|1\. FC|PSV|RCD|Real Club|Olympique de)\s+(?=\p{Lu})/u;
const nationalTeam =
  /^(.+?)\s+(?:men's |women's )?national (?:under-\d+ )?(?:association )?(?:football|soccer|rugby union|rugby league|rugby|cricket|basketball|ice hockey|hockey|field hockey|baseball|volleyball|handball|water polo|football \(soccer\))(?: team)?(?: \([^)]*\))?$|^(.+?)\s+(?:men's |women's )?national (?:\S+ ){0,3}team$|^(.+?) (?:Davis Cup|Fed Cup|Billie Jean King Cup) team$|^(.+?) cricket team$/;
const placePrefix =
  /^(?:Lake|River|Mount|Mt\.|Cape|Isle of|Island of|County|City of|Province of|Region of|Republic of|Kingdom of|State of|Commonwealth of|Duchy of|Municipality of|University of|Bay of|Gulf of|Strait of|Battle of|Treaty of|Siege of)\s+(?=\p{Lu})/u;
const placeSuffix =
  /\s+(?:County|River|Island|Islands|City|Province|District|Region|Prefecture|Oblast|Governorate|Department|Municipality|Parish|Peninsula|Mountains|Valley|Desert|Sea|Ocean|Bay|Airport|International Airport|University|College|Newspaper|Party)$/;

/** Particles that belong to a family name. */
const particle =
  /^(?:de|da|do|dos|das|del|della|di|du|la|le|van|von|der|den|ter|ten|zu|bin|ibn|al|el|af|av|St\.|Saint|Mac|O')$/;
const generation = /^(?:Jr\.?|Sr\.?|[IVX]+|I{1,3}|PhD|MBE|CBE|OBE|Esq\.?)$/;
const regnal = /^[IVXL]+$/;

export function namesByRule(title: string, about: { isPerson: boolean }): RuleName[] {
  const names: RuleName[] = [];
  const add = (surface: string | undefined, rule: NameRule) => {
    const clean = surface?.trim();
    if (clean && clean !== title && clean.length > 1 && !names.some((n) => n.surface === clean)) {
      names.push({ surface: clean, rule });
    }
  };
  const bare = title.replace(/\s*\([^()]*\)\s*$/, "").trim() || title;
  if (bare !== title) add(bare, "bracket");
  const comma = bare.indexOf(", ");
  const head = comma > 0 ? bare.slice(0, comma) : bare;
  if (about.isPerson) {
    addPersonNames(head, add);
    return names;
  }
  if (comma > 0 && !/\band\b|&/.test(bare)) add(head, "comma");
  addThingNames(head, add);
  if (comma > 0) add(companySuffix.test(bare) ? bare.replace(companySuffix, "") : undefined, "suffix");
  return names;
}

type Add = (surface: string | undefined, rule: NameRule) => void;

function addThingNames(name: string, add: Add): void {
  if (/^The\s+\S/.test(name)) add(name.slice(4), "article");
  else if (/^\p{Lu}\S*(?:\s+\p{Lu}\S*)+$/u.test(name)) add(undefined, "article");
  const company = name.replace(companySuffix, "");
  if (company !== name) {
    add(company, "suffix");
    const twice = company.replace(companySuffix, "");
    if (twice !== company) add(twice, "suffix");
  }
  const club = name.replace(clubSuffix, "");
  if (club !== name) {
    add(club, "suffix");
    add(name.replaceAll(".", ""), "suffix");
    const short =
      /^(.+?)\s+(?:United|City|Town|Rovers|Wanderers|Athletic|Albion|Hotspur|County|Rangers|Forest|Villa|Palace)$/.exec(
        club,
      );
    if (short) add(short[1], "suffix");
  }
  const withoutPrefix = name.replace(clubPrefix, "");
  if (withoutPrefix !== name && withoutPrefix.length > 2) add(withoutPrefix, "suffix");
  const team = nationalTeam.exec(name);
  if (team) add(team.slice(1).find(Boolean), "national-team");
  const place = name.replace(placePrefix, "");
  if (place !== name) add(place, "place-kind");
  const withoutKind = name.replace(placeSuffix, "");
  if (withoutKind !== name && /^\p{Lu}/u.test(withoutKind)) add(withoutKind, "place-kind");
  if (name.includes("&")) add(name.replaceAll("&", "and"), "and-sign");
  else if (/\band\b/.test(name)) add(name.replace(/\band\b/g, "&"), "and-sign");
  const event = /^(?:\d{4}(?:[–-]\d{2,4})?)\s+(.+)$/.exec(name) ?? /^(.+?)\s+(?:of\s+)?\d{4}$/.exec(name);
  if (event && /^\p{Lu}/u.test(event[1])) add(event[1], "year-event");
  for (const acronym of acronyms(name)) add(acronym, "acronym");
}

/** Initials of at least three capital words, with and without the small ones; dotted forms as well. */
function acronyms(name: string): string[] {
  const words = name.replace(/-/g, " ").split(/\s+/);
  const big = words.filter((w) => !smallWords.has(w.toLowerCase()));
  if (big.length < 2 || big.length > 6 || !big.every((w) => /^\p{Lu}\p{Ll}/u.test(w))) return [];
  const initials = big.map((w) => w[0]).join("");
  if (big.length === 2) return [`${initials[0]}.${initials[1]}.`];
  return [initials, `${[...initials].join(".")}.`];
}

function addPersonNames(name: string, add: Add): void {
  const words = name.split(/\s+/);
  while (words.length > 1 && generation.test(words.at(-1)!.replace(/,$/, "")) && !regnal.test(words.at(-1)!))
    words.pop();
  const numbered = words.length > 1 && regnal.test(words.at(-1)!);
  if (numbered) {
    // Henry VIII is called Henry; nothing else of a monarch's name is a family name
    if (words.length === 2) add(words[0], "family-name");
    return;
  }
  if (words.length < 2 || /\s(?:of|the)\s/.test(name)) {
    const of = /^(.+?)\s+(?:of|the)\s/.exec(name);
    if (of) add(of[1], "family-name");
    return;
  }
  let start = words.length - 1;
  while (start > 1 && particle.test(words[start - 1])) start--;
  const family = words.slice(start).join(" ");
  add(family, "family-name");
  if (start < words.length - 1) add(words.at(-1), "family-name");
  if (start > 1) {
    add(`${words[0]} ${family}`, "first-last");
    if (/^\p{Lu}\.$/u.test(words[0])) add(`${words.slice(1, start).join(" ")} ${family}`, "first-last");
  }
  if (family.includes("-")) add(family.split("-").at(-1), "family-name");
}
