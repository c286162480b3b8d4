/** Which titles are entities, and which entity every other title leads to. */
import type { AnchorCounts } from "./join-anchors.js";
import { joinTitles } from "./join-titles.js";
import { type LoggedPage, PageKind } from "./log-blocks.js";

export interface Resolution {
  /** Entities found, numbered in the order of their titles' first appearance. */
  size: number;
  /** Title number → entity number, −1 when it leads to none. */
  entityOf: Int32Array;
  /** Entity number → number of its own title. */
  titleOf: Int32Array;
}

export interface TitleEvidence {
  titles: number;
  pages: () => Iterable<LoggedPage>;
  /** Pairs from, to: redirects given beside the corpora. */
  redirects: Int32Array;
  /** Titles that are entities even without a page. */
  known: Set<number>;
  /** Titles whose popularity is given: pages of the wiki the list was made from. */
  popularity: { has(title: number): boolean };
  /** Links counted to every title. */
  links: Float64Array;
  titleAt: (title: number) => string;
  /** Number of a title, −1 when there is none. */
  find: (title: string) => number;
  /** Title → the one title whose page gives it as another name. */
  aliases: Map<number, number>;
  /** Pairs of a title and a page that gives it as another name. */
  aliasPairs: Int32Array;
  /** Where links go whose text is a title. */
  anchors: AnchorCounts;
  /** Titles of the wiki as it is now: of several titles of one thing such a one is its own. */
  current: ReadonlySet<number>;
  /** Links that a title without a page needs to be an entity. */
  minLinks: number;
}

const ARTICLE = 1;
const DISAMBIGUATION = 2;

/**
 * A page beats a redirect that another corpus has under its title, but a redirect given beside the corpora joins
 * pages of different vintages: unless one corpus has both pages, in which case they are two things.
 */
export function resolveTitles(evidence: TitleEvidence): Resolution {
  const n = evidence.titles;
  const kinds = new Uint8Array(n);
  /** Corpora (32 at most are told apart) that have an article of this title. */
  const corpora = new Uint32Array(n);
  const redirect = new Int32Array(n).fill(-1);
  for (const page of evidence.pages()) {
    if (page.kind === PageKind.redirect) {
      if (redirect[page.title] < 0 && page.redirectTo !== page.title) redirect[page.title] = page.redirectTo;
    } else if (page.kind === PageKind.article) {
      kinds[page.title] |= ARTICLE;
      corpora[page.title] |= 1 << (page.corpus & 31);
    } else if (page.kind === PageKind.disambiguation) kinds[page.title] |= DISAMBIGUATION;
  }
  for (let t = 0; t < n; t++) if (kinds[t] & ARTICLE) redirect[t] = -1;
  const given = evidence.redirects;
  for (let i = 0; i < given.length; i += 2) {
    const [from, to] = [given[i], given[i + 1]];
    // the list of redirects is older than that of popularity where the page has moved back: China, People's Republic of China
    if (evidence.popularity.has(from) && !evidence.popularity.has(to)) redirect[to] = from;
    else if ((corpora[from] & corpora[to]) === 0) redirect[from] = to;
  }
  const articles = Uint32Array.from(corpora);
  const known = new Set([...evidence.known, ...evidence.current]);
  const isTarget = new Uint8Array(n);
  for (let t = 0; t < n; t++) if (redirect[t] >= 0) isTarget[redirect[t]] = 1;
  /** A title that only some page's opening gives is a name, but no title to be joined. */
  const asked = (t: number) => evidence.links[t] > 0 || known.has(t) || isTarget[t] === 1;
  joinTitles({
    ...evidence,
    known,
    redirect,
    corpora,
    hasPage: (t: number) => (kinds[t] & ARTICLE) !== 0,
    isOpen: (t: number) => kinds[t] === 0 && asked(t),
  });
  const canonical = followRedirects(redirect);
  return chooseEntities(evidence, canonical, kinds, articles);
}

/** The end of every chain; the members of a cycle all lead to its smallest number. */
export function followRedirects(redirect: Int32Array): Int32Array {
  const end = new Int32Array(redirect.length).fill(-1);
  const path: number[] = [];
  /** Which walk came by a title last: meeting one's own steps is a cycle. */
  const walk = new Int32Array(redirect.length).fill(-1);
  for (let t = 0; t < redirect.length; t++) {
    path.length = 0;
    let at = t;
    while (end[at] < 0 && walk[at] !== t) {
      walk[at] = t;
      path.push(at);
      if (redirect[at] < 0) end[at] = at;
      else at = redirect[at];
    }
    let goal = end[at];
    if (goal < 0) {
      goal = at;
      for (let c = redirect[at]; c !== at; c = redirect[c]) goal = Math.min(goal, c);
    }
    for (const step of path) end[step] = goal;
  }
  return end;
}

function chooseEntities(
  evidence: TitleEvidence,
  canonical: Int32Array,
  kinds: Uint8Array,
  corpora: Uint32Array,
): Resolution {
  const n = evidence.titles;
  const newest = newestTitles(evidence, canonical, corpora);
  const wanted = new Uint8Array(n);
  const links = new Float64Array(n);
  for (let t = 0; t < n; t++) {
    links[canonical[t]] += evidence.links[t];
    if (kinds[t] & ARTICLE) wanted[canonical[t]] = 1;
  }
  for (const t of evidence.known) wanted[canonical[t]] = 1;
  for (const t of evidence.current) wanted[canonical[t]] = 1;
  const entityOf = new Int32Array(n).fill(-1);
  const titleOf = new Int32Array(n);
  let size = 0;
  for (let t = 0; t < n; t++) {
    if (canonical[t] !== t) continue;
    if (!wanted[t] && links[t] < evidence.minLinks) continue;
    // a page that only lists meanings is no entity, whatever leads to it
    if (kinds[t] & DISAMBIGUATION && !(kinds[t] & ARTICLE)) continue;
    if (/ \(disambiguation\)$/i.test(evidence.titleAt(t))) continue;
    entityOf[t] = size;
    titleOf[size++] = newest[t];
  }
  for (let t = 0; t < n; t++) entityOf[t] = entityOf[canonical[t]];
  return { size, entityOf, titleOf: titleOf.slice(0, size) };
}

/**
 * Of every thing the title that it has now: one of the given current titles; else the title of its article in the last corpus that has
 * one (so corpora are given from the oldest to the newest); of equals the one most linked to.
 */
function newestTitles(
  { titles, current, links }: TitleEvidence,
  canonical: Int32Array,
  corpora: Uint32Array,
): Int32Array {
  const newest = Int32Array.from(canonical);
  const rank = (t: number) =>
    (current.has(t) ? 2 ** 33 : 0) +
    2 * (corpora[t] === 0 ? 0 : 32 - Math.clz32(corpora[t])) +
    links[t] / (links[t] + 1);
  for (let t = 0; t < titles; t++) {
    const end = canonical[t];
    if (t !== end && rank(t) > rank(newest[end])) newest[end] = t;
  }
  return newest;
}
