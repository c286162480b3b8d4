/** Other forms of a name as it stands in a text, under which a knowledge base may know it. */
import { english } from "../languages/english.js";
import { withoutCompanyEnding, withoutHonorifics } from "../text/name-affixes.js";
import { isAllCapitals, stripPossessive, titleCase, unifySigns } from "../text/surfaces.js";

/** How a form was made. */
export type NameForm =
  | "as-written"
  | "title-case" // WEST GERMANY → West Germany
  | "possessive" // England's → England, London's Heathrow Airport → London Heathrow Airport
  | "article" // the Beatles → Beatles, Beatles → The Beatles
  | "number" // Koreans → Korean, prisoners of war → prisoner of war, Contra → Contras
  | "dots" // U.S.A. → USA, UN → U.N.
  | "hyphen" // Al-Jazeera → Al Jazeera, e-mail → email, Exxon Mobil → ExxonMobil
  | "saint" // St. Paul → Saint Paul
  | "umlaut" // Wuerzburg → Wurzburg
  | "initial" // Gerald R. Ford → Gerald Ford
  | "company" // Target Corp. → Target
  | "honorific" // President Clinton → Clinton
  | "given-name" // Chuck Schumer → Charles Schumer
  | "spelling" // tumour → tumor, organisation → organization
  | "year" // 2004 Olympics → 2004 Summer Olympics
  | "part" // acts of sabotage → sabotage
  | "derived"; // hydroelectric → hydroelectricity, activist → activism

export interface Form {
  surface: string;
  form: NameForm;
}

/** British spellings and the American ones that most titles have, and the other way round. */
const spellings: [RegExp, string][] = [
  [/isation/g, "ization"],
  [/ization/g, "isation"],
  [/(?<=[a-z]{2})our(?=s?\b|e|i|a)/g, "or"],
  [/(?<=[a-z]{3}[bdlmnv])or(?=s?\b)/g, "our"],
  [/ae(?=[mnst])/g, "e"],
  [/(?<=[a-z]{3})tre\b/g, "ter"],
  [/(?<=[a-z]{2})ence\b/g, "ense"],
];

/** Nearest first; the name itself, its signs unified, is the first. */
export function formsOfName(surface: string): Form[] {
  const forms: Form[] = [];
  const seen = new Set<string>();
  const add = (text: string, form: NameForm) => {
    const clean = text.trim();
    if (clean === "" || seen.has(clean)) return;
    seen.add(clean);
    forms.push({ surface: clean, form });
  };
  const name = unifySigns(surface);
  add(name, "as-written");
  if (isAllCapitals(name)) add(titleCase(name), "title-case");
  const owner = stripPossessive(name);
  add(owner, "possessive");
  const bare = owner.replace(/^["'([{]+|["')\]},;:!?]+$/g, "").trim() || owner;
  add(bare, "possessive");
  add(bare.replace(/'s\b/gi, ""), "possessive");
  if (/^(?:the|a|an)\s/i.test(bare)) add(bare.replace(/^\S+\s+/, ""), "article");
  else add(`The ${bare}`, "article");
  if (bare.includes(".")) add(bare.replace(/\.(?=\s|$)|(?<=\b\p{L})\./gu, ""), "dots");
  else if (/^\p{Lu}{2,5}$/u.test(bare)) add(`${[...bare].join(".")}.`, "dots");
  for (const other of otherNumber(bare)) add(other, "number");
  addJoints(bare, add);
  if (/\bSt\.?\s/.test(bare)) add(bare.replace(/\bSt\.?\s/g, "Saint "), "saint");
  if (/[aou]e/i.test(bare)) add(bare.replace(/([aou])e/gi, "$1"), "umlaut");
  if (/^\p{Lu}\.\p{Lu}\./u.test(bare)) add(bare.replace(/(?<=\p{Lu}\.)(?=\p{Lu}\.)/gu, " "), "dots");
  if (/\s\p{Lu}\.\s/u.test(bare)) add(bare.replace(/\s\p{Lu}\.(?=\s)/gu, ""), "initial");
  const company = withoutCompanyEnding(bare);
  if (company !== bare) {
    add(company, "company");
    addJoints(company, add);
  }
  add(withoutHonorifics(bare), "honorific");
  for (const [british, american] of spellings) {
    if (british.test(bare)) add(bare.replace(british, american), "spelling");
  }
  return forms;
}

/** A person's name with other forms of the given name: a name that is known otherwise needs none of them. */
export function* givenNameForms(surface: string): Generator<Form> {
  const name = stripPossessive(unifySigns(surface));
  const words = /^(\p{Lu}\p{Ll}+) ((?:\S+ )?\p{Lu}\S*)$/u.exec(name);
  if (!words) return;
  for (const other of english.givenNames?.get(words[1].toLowerCase()) ?? [])
    yield { surface: `${titleCase(other)} ${words[2]}`, form: "given-name" };
}

/** Runs of the name's words, the longest first, of equal ones the later: the head of a phrase is at its end. */
export function partsOfName(name: string): string[] {
  const words = unifySigns(name)
    .replace(/'s\b/gi, "")
    .split(/[\s()]+/)
    .filter((w) => w !== "");
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  const parts: string[] = [];
  for (let length = words.length - 1; length > 0; length--) {
    for (let from = words.length - length; from >= 0; from--) {
      const part = words.slice(from, from + length);
      if (!isSmall(part[0]) && !isSmall(part[length - 1])) parts.push(part.join(" "));
    }
  }
  return parts;
}

const MOST_WORDS = 8;
const isSmall = (word: string) => english.smallWords.has(word.toLowerCase());

/** Parts of a compound apart, together, or with a hyphen between. */
function addJoints(name: string, add: (text: string, form: NameForm) => void): void {
  const words = name.split(/[ -]/);
  if (words.length < 2 || words.length > 5) return;
  add(words.join(" "), "hyphen");
  add(words.join("-"), "hyphen");
  add(words.join("/"), "hyphen");
  if (words.length === 2) add(words.join(""), "hyphen");
  else {
    add([...words.slice(0, -2), words.slice(-2).join("")].join(" "), "hyphen");
    add([words.slice(0, 2).join(""), ...words.slice(2)].join(" "), "hyphen");
  }
}

const suffixes =
  "ization isation ability ibility ically ations ation icity ology ities ments ment ship ance ence ators ator ated ates ate ions ion ings ing ists ist isms ism ical ics ic ives ive ous ity als al ers er ors or eers eer ees ee ed es ly y s e".split(
    " ",
  );
const SHORTEST_ROOT = 4;

/**
 * Words of the same family as a common noun, verb or adjective, made by exchanging its ending. Many of them are no
 * words at all: whoever asks looks them up among titles.
 */
export function derivedForms(word: string): string[] {
  if (!/^\p{Ll}{5,20}$/u.test(word)) return [];
  const roots = new Set([word]);
  for (const suffix of suffixes) {
    if (word.endsWith(suffix) && word.length - suffix.length >= SHORTEST_ROOT) {
      const root = word.slice(0, -suffix.length);
      roots.add(root);
      if (/([^aeiouls])\1$/.test(root)) roots.add(root.slice(0, -1));
    }
  }
  const forms = new Set<string>();
  for (const root of roots) for (const suffix of ["", ...suffixes]) forms.add(root + suffix);
  forms.delete(word);
  return [...forms];
}

/** Singular of a plural, of its last word or of the one before "of"; plural of what may be a singular; a lost 's. */
function otherNumber(name: string): string[] {
  const found: string[] = [];
  const singular = (word: string): string[] => {
    if (/[^aeiou]ies$/i.test(word)) return [`${word.slice(0, -3)}y`];
    if (/(?:s|x|z|ch|sh|o)es$/i.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
    return /[^s]s$/i.test(word) && word.length > 3 ? [word.slice(0, -1)] : [];
  };
  found.push(...singular(name));
  const of = /^(\S+)(\s(?:of|in|at)\s.+)$/.exec(name);
  if (of) found.push(...singular(of[1]).map((word) => word + of[2]));
  if (!/s$/i.test(name)) found.push(`${name}s`, `${name}'s`);
  return found;
}
