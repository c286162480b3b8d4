/** Joins titles without a page to the page that another vintage of the wiki has under another spelling or name. */
import { foldSurface, isAllCapitals } from "../../text/surfaces.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";
import { TitlesByKey } from "./titles-by-key.js";

/** Keys that tell apart all but case, accents and signs. */
const SIGNS_ONLY = 3;

/**
 * Nearest first: case and accents (Iran-Iraq War); hyphens, apostrophes and full stops (Sana'a); a hyphen or nothing (Email); blanks and brackets (Soyuz
 * spacecraft); number (Prisoners of war). Whatever fits two pages joins none; where there is no page, a title that a list knows serves.
 */
export function* claimsOfSpelling(joining: JoiningTitles): Generator<TitleClaim> {
  const keys = [foldSurface, withoutSigns, withoutHyphens, squeeze, singular];
  const pages = keys.map((key) => titlesByKey(joining, joining.hasPage, key));
  const listed = keys
    .slice(0, SIGNS_ONLY)
    .map((key) => titlesByKey(joining, (t) => joining.known.has(t) && joining.isOpen(t), key));
  for (let t = 0; t < joining.titles; t++) {
    if (!joining.isOpen(t) || joining.isJoined(t)) continue;
    const title = joining.titleAt(t);
    if (isAllCapitals(title)) continue;
    for (const [i, key] of keys.entries()) {
      if (i >= SIGNS_ONLY && joining.known.has(t)) break;
      const spelling = key(title);
      const page = pages[i].only(spelling);
      const goal = page === -1 ? (listed[i]?.only(spelling) ?? -1) : page;
      if (goal === -1 || goal === t) continue;
      if (goal >= 0) yield { from: t, to: goal };
      break;
    }
  }
}

/** A name that just one page gives for its subject: Farsi. */
export function* claimsOfAliases(
  joining: JoiningTitles,
  aliases: Map<number, number>,
): Generator<TitleClaim> {
  for (const [from, to] of aliases) {
    if (joining.isOpen(from) && !joining.known.has(from) && joining.hasPage(to)) yield { from, to };
  }
}

/** Endings of who or what has a property, and of the property. */
const properties: [ending: string, property: string][] = [
  ["", "ity"],
  ["", "ism"],
  ["ist", "ism"],
  ["ist", "y"],
  ["ent", "ence"],
  ["ute", "ution"],
];
/** A title that is asked for more often would have been known by somebody. */
const MOST_LINKS = 20;
const SHORTEST_ROOT = 4;

/** Common nouns and adjectives without a page: hydroelectric, pharmacologist. */
export function* claimsOfProperties(joining: JoiningTitles): Generator<TitleClaim> {
  const pages = titlesByKey(joining, joining.hasPage, foldSurface);
  for (let t = 0; t < joining.titles; t++) {
    if (!joining.isOpen(t) || joining.isJoined(t) || joining.known.has(t)) continue;
    const word = joining.titleAt(t).toLowerCase();
    if (joining.links[t] > MOST_LINKS || !/^\p{Ll}{5,}$/u.test(word)) continue;
    for (const [ending, property] of properties) {
      if (!word.endsWith(ending)) continue;
      const root = word.slice(0, word.length - ending.length);
      const page = pages.only(root + property);
      if (root.length >= SHORTEST_ROOT && page >= 0) yield { from: t, to: page };
    }
  }
}

function titlesByKey(
  joining: JoiningTitles,
  isGoal: (title: number) => boolean,
  key: (title: string) => string,
): TitlesByKey {
  const pages = new TitlesByKey();
  for (let t = 0; t < joining.titles; t++) {
    if (!isGoal(t)) continue;
    const title = joining.titleAt(t);
    if (isAllCapitals(title)) continue;
    pages.add(key(title), t);
  }
  return pages;
}

/** Without apostrophes and full stops inside, a hyphen as a blank. */
function withoutSigns(title: string): string {
  return foldSurface(title)
    .replace(/(?<=[\p{L}\p{N}])['’.]+/gu, "")
    .replace(/[-\u2013\u2014]/g, " ");
}

/** The parts of a compound together. */
function withoutHyphens(title: string): string {
  return foldSurface(title).replace(/(?<=[\p{L}\p{N}])[-'’.]+/gu, "");
}

/** Letters and digits only. */
function squeeze(title: string): string {
  return foldSurface(title).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Every word without its plural s. */
function singular(title: string): string {
  return foldSurface(title)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > 3 ? word.replace(/(?<=[^s\d])s$/, "") : word))
    .join("");
}
