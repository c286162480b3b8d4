/** Candidates whose title has more words than the name, and these stand in the document: "Hastings" in a text that speaks of Michigan. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { countBelow } from "../text/content-words.js";
import { isStopWord } from "../text/stop-words.js";
import { type Tokens, tokenAt, tokenText } from "../text/tokens.js";
import type { Candidate, Span } from "../types.js";

/**
 * How many times likelier the first such word makes a candidate, and each further one, by whether its title has the name in it
 * (Hastings, Michigan) or not (Michigan for "the state"): `node scripts/fit-title-weights.mjs`, docs/results.md.
 */
const WITH_NAME = { first: 7, further: 3.2 };
const WITHOUT_NAME = { first: 2.6, further: 2.4 };
const MOST_WORDS = 3;
const NO_EVIDENCE = { found: 0, isInTitle: false };

/** What is read of entities: titles, and what a catalogue says of own ones, of which nobody wrote more. */
type Titles = Pick<KnowledgeBase, "title" | "isPerson"> & Partial<Pick<KnowledgeBase, "isOwn" | "entity">>;

/** The candidates with their priors weighed so, best first; the sum of the priors stays what it is. */
export function weighByTitle(
  kb: Titles,
  surface: string,
  candidates: Candidate[],
  /** Does the document have this word, in lower case? */
  hasWord: (word: string) => boolean,
): Candidate[] {
  if (candidates.length < 2) return candidates;
  const name = wordsOfName(surface);
  const weights = new Float64Array(candidates.length);
  let before = 0;
  let after = 0;
  for (let i = 0; i < candidates.length; i++) {
    const { entity, prior } = candidates[i];
    const { found, isInTitle } = titleEvidence(kb, name, entity, hasWord);
    const { first, further } = isInTitle ? WITH_NAME : WITHOUT_NAME;
    weights[i] = found > 0 ? prior * (first * further ** (found - 1)) : prior;
    const told = kb.isOwn?.(entity) ? wordsTold(kb, name, entity, hasWord) : 0;
    // words of a description weigh like those of a title that does not have the name
    if (told > 0) weights[i] *= WITHOUT_NAME.first * WITHOUT_NAME.further ** (told - 1);
    before += prior;
    after += weights[i];
  }
  if (after === before) return candidates;
  const scale = before / after;
  return candidates
    .map((candidate, i) => ({ ...candidate, prior: weights[i] * scale }))
    .sort((a, b) => b.prior - a.prior || a.entity - b.entity);
}

interface NameWords {
  own: string[];
  /** Those that are no stop words. */
  telling: string[];
}

export function wordsOfName(surface: string): NameWords {
  const own = wordsOf(surface);
  return { own, telling: own.filter((word) => !isStopWord(word)) };
}

/** How many of a title's further words the document has, as far as they are counted, and whether the title has the name in it. */
export function titleEvidence(
  kb: Pick<KnowledgeBase, "title" | "isPerson">,
  { own, telling }: NameWords,
  entity: number,
  hasWord: (word: string) => boolean,
): { found: number; isInTitle: boolean } {
  const title = readTitle(kb, entity).words;
  let found = 0;
  for (const word of title) {
    if (hasWord(word) && !own.includes(word) && ++found === MOST_WORDS) break;
  }
  // the George of a text is seldom the one of George Washington: persons named in full share their names anyhow
  if (found === 0 || kb.isPerson(entity)) return NO_EVIDENCE;
  return { found, isInTitle: telling.length > 0 && telling.every((word) => title.includes(word)) };
}

/** How many words of an own entity's description the document has, in the singular or the plural, as far as they are counted. */
function wordsTold(
  kb: Titles,
  { own }: NameWords,
  entity: number,
  hasWord: (word: string) => boolean,
): number {
  let found = 0;
  for (const word of describingWords(kb, entity)) {
    const other = word.endsWith("s") ? word.slice(0, -1) : `${word}s`;
    if (!own.includes(word) && (hasWord(word) || hasWord(other)) && ++found === MOST_WORDS) break;
  }
  return found;
}

/** How many words titles have beside a name, stop words left out, and how many of them the document has, in the singular or the plural. */
export function extraWords(
  kb: Pick<KnowledgeBase, "title">,
  surface: string,
  hasWord: (word: string) => boolean,
): (entity: number) => { near: number; all: number } {
  const own = wordsOf(surface);
  return (entity) => {
    const title = readTitle(kb, entity);
    const { words } = title;
    let near = 0;
    let all = 0;
    for (let i = 0; i < words.length; i++) {
      if (own.includes(words[i])) continue;
      all++;
      if (hasWord(words[i]) || hasWord(pluralsOf(title)[i])) near++;
    }
    return { near, all };
  };
}

interface ReadTitle {
  /** In lower case, without stop words. */
  words: string[];
  /** The same with an s behind; made for whom they are looked for. */
  plurals?: string[];
  /** Of an own entity: words that its description has and its title has not. */
  told?: string[];
}

/** Titles are looked at again and again; so many are remembered. */
const MOST_REMEMBERED = 20_000;
const remembered = new WeakMap<object, Map<number, ReadTitle>>();

function readTitle(kb: Pick<KnowledgeBase, "title">, row: number): ReadTitle {
  let titles = remembered.get(kb);
  if (!titles) remembered.set(kb, (titles = new Map()));
  let title = titles.get(row);
  if (!title) {
    title = { words: tellingWords(kb.title(row)) };
    if (titles.size >= MOST_REMEMBERED) titles.clear();
    titles.set(row, title);
  }
  return title;
}

function pluralsOf(title: ReadTitle): string[] {
  title.plurals ??= title.words.map((word) => `${word}s`);
  return title.plurals;
}

function describingWords(kb: Titles, row: number): string[] {
  const title = readTitle(kb, row);
  if (!title.told) {
    const words = new Set(tellingWords(kb.entity?.(row).description ?? ""));
    title.told = [...words].filter((word) => !title.words.includes(word));
  }
  return title.told;
}

function tellingWords(text: string): string[] {
  return wordsOf(text).filter((word) => !isStopWord(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A text may speak of many things; what is further off than this says little. Tokens. */
const NEAR = 400;

/** Which words stand near a token of a text. */
export function wordsNearToken(tokens: Tokens): (word: string, token: number) => boolean {
  const places = new Map<string, number[]>();
  for (let t = 0; t < tokens.count; t++) {
    const word = tokenText(tokens, t).toLowerCase();
    const known = places.get(word);
    if (known) known.push(t);
    else places.set(word, [t]);
  }
  return (word, token) => {
    const list = places.get(word);
    if (!list) return false;
    const next = countBelow(list, token - NEAR);
    return next < list.length && list[next] <= token + NEAR;
  };
}

/** Which words stand near the `index`-th of the spans of a text. */
export function wordsNear(
  tokens: Tokens,
  spans: readonly Span[],
  isNear = wordsNearToken(tokens),
): (word: string, index: number) => boolean {
  const at = Int32Array.from(spans, (span) => tokenAt(tokens, span.start));
  return (word, index) => isNear(word, at[index]);
}
