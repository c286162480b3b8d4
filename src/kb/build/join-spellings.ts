/** Joins titles without a page to the page that another vintage of the wiki has under another spelling or name. */
import { foldSurface, isAllCapitals } from "../../text/surfaces.js";
import { joinSameWords } from "./join-same-words.js";

export interface Joining {
  titles: number;
  titleAt: (title: number) => string;
  /** Is there an article of this title? */
  hasPage: (title: number) => boolean;
  /** Is there neither an article nor a disambiguation page, and does somebody ask for it? */
  isOpen: (title: number) => boolean;
  /** Titles that some list knows: only a mere difference in signs joins them. */
  known: Set<number>;
  /** Title → the one title whose page gives it as another name. */
  aliases: Map<number, number>;
  /** Links to every title. */
  links: Float64Array;
  /** Title → where it leads, −1 for nowhere; joined titles are entered here. */
  redirect: Int32Array;
}

const SEVERAL = -2;

/**
 * Nearest first: case, accents and signs (Iran-Iraq War); blanks, hyphens and brackets (E-mail, Soyuz spacecraft);
 * number (Prisoners of war); the same words otherwise put (Abbey of Cluny, July 20 plot, The Daily Telegraph); a name that
 * just one page gives for its subject (Farsi); what has the property (Toxic, Toxicity). Links often lead to redirects, and
 * not every corpus comes with them. Whatever fits two pages joins none.
 */
export function joinSpellings(joining: Joining): void {
  const keys = [foldSurface, squeeze, singular];
  const pages = keys.map(() => new Map<string, number>());
  for (let t = 0; t < joining.titles; t++) {
    if (!joining.hasPage(t)) continue;
    const title = joining.titleAt(t);
    if (isAllCapitals(title)) continue;
    for (const [i, key] of keys.entries()) {
      const spelling = key(title);
      const other = pages[i].get(spelling);
      pages[i].set(spelling, other === undefined || other === t ? t : SEVERAL);
    }
  }
  for (let t = 0; t < joining.titles; t++) {
    if (!joining.isOpen(t) || joining.redirect[t] >= 0) continue;
    const title = joining.titleAt(t);
    if (isAllCapitals(title)) continue;
    for (const [i, key] of keys.entries()) {
      if (i > 0 && joining.known.has(t)) break;
      const page = pages[i].get(key(title)) ?? -1;
      if (page === -1) continue;
      if (page >= 0) joining.redirect[t] = page;
      break;
    }
  }
  for (const [t, page] of joining.aliases) {
    const open = joining.isOpen(t) && joining.redirect[t] < 0 && !joining.known.has(t);
    if (open && joining.hasPage(page)) joining.redirect[t] = page;
  }
  joinSameWords(joining);
  joinProperties(joining, pages[0]);
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
function joinProperties(joining: Joining, pages: Map<string, number>): void {
  for (let t = 0; t < joining.titles; t++) {
    if (!joining.isOpen(t) || joining.redirect[t] >= 0 || joining.known.has(t)) continue;
    const word = joining.titleAt(t).toLowerCase();
    if (joining.links[t] > MOST_LINKS || !/^\p{Ll}{5,}$/u.test(word)) continue;
    for (const [ending, property] of properties) {
      if (!word.endsWith(ending)) continue;
      const root = word.slice(0, word.length - ending.length);
      const page = pages.get(root + property) ?? -1;
      if (root.length >= SHORTEST_ROOT && page >= 0) joining.redirect[t] = page;
    }
  }
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
