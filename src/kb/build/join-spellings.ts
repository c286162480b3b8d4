/** Joins titles without a page to the page that another vintage of the wiki has under another spelling or name. */
import { foldSurface, isAllCapitals } from "../../text/surfaces.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";

const SEVERAL = -2;

/**
 * Nearest first: case, accents and signs (Iran-Iraq War); blanks, hyphens and brackets (E-mail, Soyuz spacecraft);
 * number (Prisoners of war). Whatever fits two pages joins none.
 */
export function* claimsOfSpelling(joining: JoiningTitles): Generator<TitleClaim> {
  const keys = [foldSurface, squeeze, singular];
  const pages = keys.map((key) => pagesByKey(joining, key));
  for (let t = 0; t < joining.titles; t++) {
    if (!joining.isOpen(t) || joining.isJoined(t)) continue;
    const title = joining.titleAt(t);
    if (isAllCapitals(title)) continue;
    for (const [i, key] of keys.entries()) {
      if (i > 0 && joining.known.has(t)) break;
      const page = pages[i].get(key(title)) ?? -1;
      if (page === -1) continue;
      if (page >= 0) yield { from: t, to: page };
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
  const pages = pagesByKey(joining, foldSurface);
  for (let t = 0; t < joining.titles; t++) {
    if (!joining.isOpen(t) || joining.isJoined(t) || joining.known.has(t)) continue;
    const word = joining.titleAt(t).toLowerCase();
    if (joining.links[t] > MOST_LINKS || !/^\p{Ll}{5,}$/u.test(word)) continue;
    for (const [ending, property] of properties) {
      if (!word.endsWith(ending)) continue;
      const root = word.slice(0, word.length - ending.length);
      const page = pages.get(root + property) ?? -1;
      if (root.length >= SHORTEST_ROOT && page >= 0) yield { from: t, to: page };
    }
  }
}

/** The one page of every key; `SEVERAL` where there are more. */
function pagesByKey(joining: JoiningTitles, key: (title: string) => string): Map<string, number> {
  const pages = new Map<string, number>();
  for (let t = 0; t < joining.titles; t++) {
    if (!joining.hasPage(t)) continue;
    const title = joining.titleAt(t);
    if (isAllCapitals(title)) continue;
    const spelling = key(title);
    const other = pages.get(spelling);
    pages.set(spelling, other === undefined || other === t ? t : SEVERAL);
  }
  return pages;
}

/** Letters and digits only. */
function squeeze(title: string): string {
  return foldSurface(title).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Every word without its plural s. */
function singular(title: string): string {
  return foldSurface(title)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word))
    .join("");
}
