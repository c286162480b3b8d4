/** Other forms of a name as it stands in a text, under which a knowledge base may know it. */
import type { Language } from "../languages/language.js";
import { withoutCompanyEnding, withoutHonorifics } from "../text/name-affixes.js";
import { stripPossessive, titleCase, unifySigns } from "../text/surfaces.js";

/** How a form was made. */
export type NameForm =
  | "as-written"
  | "possessive" // England's → England, London's Heathrow Airport → London Heathrow Airport
  | "article" // the Beatles → Beatles, Beatles → The Beatles
  | "number" // Koreans → Korean, prisoners of war → prisoner of war, Contra → Contras
  | "dots" // U.S.A. → USA, UN → U.N.
  | "hyphen" // Al-Jazeera → Al Jazeera, e-mail → email, Exxon Mobil → ExxonMobil
  | "umlaut" // Wuerzburg → Wurzburg
  | "initial" // Gerald R. Ford → Gerald Ford
  | "company" // Target Corp. → Target
  | "honorific" // President Clinton → Clinton
  | "given-name" // Chuck Schumer → Charles Schumer
  | "spelling" // tumour → tumor, St. Paul → Saint Paul
  | "year" // 2004 Olympics → 2004 Summer Olympics
  | "derived"; // hydroelectric → hydroelectricity, activist → activism

export interface Form {
  surface: string;
  form: NameForm;
}

/** Nearest first; the name itself, its signs unified, is the first. */
export function formsOfName(surface: string, language: Language): Form[] {
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
  const owner = stripPossessive(name);
  add(owner, "possessive");
  const bare = owner.replace(/^["'([{]+|["')\]},;:!?]+$/g, "").trim() || owner;
  add(bare, "possessive");
  add(bare.replace(/'s\b/gi, ""), "possessive");
  const { titleArticle, numbers = [], spellings = [] } = language.forms ?? {};
  const behind = behindArticle(bare, language);
  if (behind) add(behind, "article");
  else if (titleArticle) add(`${titleArticle} ${bare}`, "article");
  if (bare.includes(".")) add(bare.replace(/\.(?=\s|$)|(?<=\b\p{L})\./gu, ""), "dots");
  else if (/^\p{Lu}{2,5}$/u.test(bare)) add(`${[...bare].join(".")}.`, "dots");
  for (const [pattern, other] of numbers) add(bare.replace(pattern, other), "number");
  addJoints(bare, add);
  if (/[aou]e/i.test(bare)) add(bare.replace(/([aou])e/gi, "$1"), "umlaut");
  if (/^\p{Lu}\.\p{Lu}\./u.test(bare)) add(bare.replace(/(?<=\p{Lu}\.)(?=\p{Lu}\.)/gu, " "), "dots");
  if (/\s\p{Lu}\.\s/u.test(bare)) add(bare.replace(/\s\p{Lu}\.(?=\s)/gu, ""), "initial");
  const company = withoutCompanyEnding(bare, language);
  if (company !== bare) {
    add(company, "company");
    addJoints(company, add);
  }
  add(withoutHonorifics(bare, language), "honorific");
  for (const [pattern, other] of spellings) add(bare.replace(pattern, other), "spelling");
  return forms;
}

/** The name without its article; undefined where it has none. */
function behindArticle(name: string, { articles }: Language): string | undefined {
  const words = /^(\S+)\s+(.+)$/.exec(name);
  return words && articles.has(words[1].toLowerCase()) ? words[2] : undefined;
}

/** A person's name with other forms of the given name: a name that is known otherwise needs none of them. */
export function* givenNameForms(surface: string, { givenNames }: Language): Generator<Form> {
  const name = stripPossessive(unifySigns(surface));
  const words = /^(\p{Lu}\p{Ll}+) ((?:\S+ )?\p{Lu}\S*)$/u.exec(name);
  if (!words) return;
  for (const other of givenNames?.get(words[1].toLowerCase()) ?? [])
    yield { surface: `${titleCase(other)} ${words[2]}`, form: "given-name" };
}

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

const SHORTEST_ROOT = 4;

/**
 * Words of the same family as a common noun, verb or adjective, made by exchanging its ending. Many of them are no
 * words at all: whoever asks looks them up among titles.
 */
export function derivedForms(word: string, { forms }: Language): string[] {
  if (!forms || !/^\p{Ll}{5,20}$/u.test(word)) return [];
  const roots = new Set([word]);
  for (const ending of forms.endings) {
    if (word.endsWith(ending) && word.length - ending.length >= SHORTEST_ROOT) {
      const root = word.slice(0, -ending.length);
      roots.add(root);
      if (/([^aeiouls])\1$/.test(root)) roots.add(root.slice(0, -1));
    }
  }
  const family = new Set<string>();
  for (const root of roots) for (const ending of ["", ...forms.endings]) family.add(root + ending);
  family.delete(word);
  return [...family];
}
