/** Finds the names of a catalogue in a text, whatever their case: the longest stretch of words that is a name, a plural of one, or a short form of one. */
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { nameSources } from "../kb/name-sources.js";
import { longForms, spellOut } from "../text/abbreviations.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { spelledWords } from "../text/spelling.js";
import { TokenKind, type Tokens, tokenText } from "../text/tokens.js";
import type { Span } from "../types.js";
import type { MentionFinder } from "./mention-finder.js";

type Catalogue = Pick<KnowledgeBase, "surfaces"> & Partial<Pick<KnowledgeBase, "info">>;

export interface CatalogueNameSettings {
  /** Longest name in words. */
  longest: number;
  /** Names that texts mostly use for something else (`rejectedNames`). */
  rejected: ReadonlySet<string>;
}

export const defaultCatalogueNameSettings: CatalogueNameSettings = { longest: 10, rejected: new Set() };

const SHORTEST_WORD = 3;
/** Names by rule and parts of names are guesses, too weak to find anything by. */
const GIVEN = ~(nameSources.rule | nameSources.part);

/** Names in text order, apart from each other, the longest first from the left. */
export function createCatalogueNameFinder(
  kb: Catalogue,
  settings: Partial<CatalogueNameSettings> = {},
): MentionFinder {
  const { longest, ...given } = { ...defaultCatalogueNameSettings, ...settings };
  const { stopWords } = languageOfKb(kb);
  // linkers of before 0.11.0 left out English stop words, whatever the language
  const rejected = new Set([...given.rejected].map((key) => keyOf(key.split(" "), stopWords)));
  const names = collectNames(kb, stopWords);
  const isName = (words: string[]) => {
    if (words.length === 1 && (words[0].length < SHORTEST_WORD || stopWords.has(words[0]))) return false;
    const key = keyOf(words, stopWords);
    return names.has(key) && !rejected.has(key);
  };
  return ({ text, tokens }) => {
    const forms = longForms(text);
    const isStop = (t: number) => stopWords.has(tokenText(tokens, t).toLowerCase());
    const isKnown = (surface: string) => {
      if (isName(spelledWords(surface))) return true;
      const long = forms.size > 0 ? spellOut(surface, forms) : surface;
      return long !== surface && isName(spelledWords(long));
    };
    const mentions: Span[] = [];
    for (let t = 0; t < tokens.count; ) {
      const end = nameEnd(tokens, t, longest, { isStop, isKnown });
      if (end > t) mentions.push({ start: tokens.starts[t], end: tokens.ends[end - 1] });
      t = Math.max(end, t + 1);
    }
    return mentions;
  };
}

/**
 * Names that annotated documents have more often unannotated than not: "disease" is an entry of a catalogue of diseases, and hardly ever
 * meant. `documents`: texts with the ranges of their annotations.
 */
export function rejectedNames(
  kb: Catalogue,
  find: MentionFinder,
  documents: Iterable<{ document: AnalysedText; mentions: readonly Span[] }>,
): Set<string> {
  const { stopWords } = languageOfKb(kb);
  const surplus = new Map<string, number>();
  for (const { document, mentions } of documents) {
    for (const span of find(document)) {
      const key = keyOf(spelledWords(document.text.slice(span.start, span.end)), stopWords);
      const isMeant = mentions.some((m) => m.start < span.end && span.start < m.end);
      surplus.set(key, (surplus.get(key) ?? 0) + (isMeant ? 1 : -1));
    }
  }
  return new Set([...surplus].filter(([, more]) => more < 0).map(([key]) => key));
}

/** Share of a catalogue's names in texts that begin with a small letter: above a half they are words rather than proper names, and this finder is theirs. */
export function smallShare(find: MentionFinder, documents: Iterable<AnalysedText>): number {
  let small = 0;
  let all = 0;
  for (const document of documents) {
    for (const { start } of find(document)) {
      all++;
      if (/\p{Ll}/u.test(document.text[start])) small++;
    }
  }
  return all === 0 ? 0 : small / all;
}

/** Token after the longest name that begins at `first`; `first` itself when there is none. */
function nameEnd(
  tokens: Tokens,
  first: number,
  longest: number,
  { isStop, isKnown }: { isStop: (t: number) => boolean; isKnown: (surface: string) => boolean },
): number {
  if (tokens.kinds[first] === TokenKind.sign || isStop(first)) return first;
  let best = first;
  let words = 0;
  for (let last = first; last < tokens.count; last++) {
    if (tokens.kinds[last] === TokenKind.sign) {
      if (!joint.test(tokenText(tokens, last))) break;
      continue;
    }
    if (++words > longest) break;
    // inside "type I-like" the name would end in mid-word
    if (followedByLetter(tokens, last) || isStop(last)) continue;
    if (isKnown(tokens.text.slice(tokens.starts[first], tokens.ends[last]))) best = last + 1;
  }
  return best;
}

/** Hyphens, slashes, apostrophes and commas may stand inside a name. */
const joint = /^[-/'\u2019,]$/;

function followedByLetter(tokens: Tokens, t: number): boolean {
  const after = tokens.text.slice(tokens.ends[t], tokens.ends[t] + 2);
  return /^-\p{L}/u.test(after);
}

/** The keys of all names that somebody gave or used. */
function collectNames(kb: Catalogue, stopWords: ReadonlySet<string>): Set<string> {
  const names = new Set<string>();
  for (const { surface, candidates } of kb.surfaces()) {
    if (!candidates.some((c) => c.sources & GIVEN)) continue;
    const key = keyOf(spelledWords(surface), stopWords);
    if (key !== "") names.add(key);
  }
  return names;
}

/** Words in the singular, sorted: "cancers of the breast" is no other name than "breast cancer". */
function keyOf(words: readonly string[], stopWords: ReadonlySet<string>): string {
  const kept = words.filter((word) => !stopWords.has(word)).map(singular);
  return (kept.length > 0 ? kept : [...words]).sort().join(" ");
}

/** An ending that plurals have is cut off, and British vowels are American ones, on both sides alike: it need not be right, only the same. */
function singular(word: string): string {
  if (word.length < 5) return word;
  const plain = word.replace(/ae|oe/g, "e").replace(/our/g, "or");
  return plain.replace(/(?<=[^aeious])ies$/, "y").replace(/(?<=[^s])(?<!u|i)s$/, "");
}
