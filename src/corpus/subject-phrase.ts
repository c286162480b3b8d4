/** What a first sentence says its subject is, in a few words: "South African long-distance runner". */
import { english } from "../languages/english.js";
import type { DefinitionPatterns, Language } from "../languages/language.js";

/** The longest phrase; UTF-16 code units. */
export const LONGEST_PHRASE = 60;
/** A verb that comes later belongs to no definition. */
const FURTHEST_VERB = 260;

export interface SubjectPhrase {
  /** As people read it, without article: "village in Poland". */
  phrase: string;
  /** The noun that says what kind of thing it is, lower case: "village". */
  head: string;
  /** Words of the sentence from the phrase on. */
  words: string[];
}

/** Undefined where the sentence does not say, or the language's way of saying it is not known. */
export function subjectPhrase(sentence: string, language: Language = english): SubjectPhrase | undefined {
  const patterns = language.pages?.definition;
  if (!patterns) return undefined;
  const clean = withoutBrackets(sentence);
  const verb = patterns.verb.exec(clean.slice(0, FURTHEST_VERB));
  if (!verb) return undefined;
  const words = clean
    .slice(verb.index + verb[0].length)
    .split(/\s+/)
    .filter((word) => word !== "");
  const nouns = readNouns(words, 0, patterns);
  if (nouns.end === 0) return undefined;
  let { end } = nouns;
  let head = bare(words[end - 1]);
  let phrase = words.slice(0, end).join(" ");
  // "a species of fish" is a fish; "a town in the county of Kent"
  for (let depth = 0; depth < 3 && !nouns.isClosed && leads(words[end], depth, patterns); depth++) {
    const isVague = patterns.vague.has(head) && bare(words[end]) === "of";
    const start = end + 1;
    const more = readNouns(words, start, patterns);
    if (more.end === start) break;
    if (isVague) head = bare(words[more.end - 1]);
    const longer = words.slice(0, more.end).join(" ");
    if (longer.length > LONGEST_PHRASE) break;
    phrase = longer;
    end = more.end;
    if (more.isClosed) break;
  }
  phrase = tidy(phrase, patterns);
  return /^\p{Ll}+(?:ed|ly)?$/u.test(phrase) && /(?:ed|ly)$/.test(phrase)
    ? undefined
    : { phrase, head: singular(head), words };
}

/** Words from a place up to one that ends the phrase or a sign that does. */
function readNouns(
  words: readonly string[],
  start: number,
  { ends, idle }: DefinitionPatterns,
): { end: number; isClosed: boolean } {
  let end = start;
  // in "a privately held bank" nothing ends
  const first = /^\p{Ll}{3,}ly$/u.test(words[start] ?? "") ? start + 1 : start - 1;
  const isEnd = (at: number) => at !== first && (ends.has(bare(words[at])) || isOtherEnd(words, at, start));
  while (end < words.length && !isEnd(end)) {
    const word = words[end++];
    const isOnlyIdle = end === start + 1 && (idle.has(word) || /,$/.test(word));
    if (/[.,;:!?…]$/.test(word) && !/^(?:\p{Lu}\.)+$/u.test(word) && !isOnlyIdle)
      return { end, isClosed: true };
    if (end - start > 12) break;
  }
  if (end > start && /^and$/i.test(words[end - 1])) end--;
  return { end, isClosed: false };
}

/** "licensed to", "privately held", "and the county seat": where a phrase ends that no word in a list ends. */
function isOtherEnd(words: readonly string[], at: number, start: number): boolean {
  const [word, next = ""] = [words[at], words[at + 1]];
  if (at === start) return false;
  if (word === "and") return /^(?:an?|the)$/i.test(next);
  if (/^\p{Ll}{3,}ly$/u.test(word))
    return /^\p{Ll}+(?:ed|en|t|ld)\b/u.test(next) || /^(?:by|in|to|for|on)$/.test(next);
  return /^\p{Ll}{3,}[^e]ed$/u.test(word) && /^(?:by|in|to|on|for|at|from|with|as|of|into)$/.test(next);
}

/** Where it is or of what; behind that, only of what. */
function leads(word: string | undefined, depth: number, { leads: leading }: DefinitionPatterns): boolean {
  return word !== undefined && (depth === 0 ? leading.has(bare(word)) : bare(word) === "of");
}

function withoutBrackets(sentence: string): string {
  let clean = sentence;
  for (let depth = 0; depth < 3 && clean.includes("("); depth++) clean = clean.replace(/\s*\([^()]*\)/g, "");
  return clean.replace(/["“”]/g, "").replace(/\s+/g, " ").trim();
}

function bare(word: string | undefined): string {
  return (word ?? "")
    .toLowerCase()
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, "")
    .replace(/['’]s$/, "");
}

/** Cut between words, without idle beginnings. */
function tidy(phrase: string, { idle }: DefinitionPatterns): string {
  const words = phrase.split(" ");
  while (words.length > 1 && (idle.has(words[0]) || /^(?:an?|the)$/i.test(words[0]))) words.shift();
  while (words.length > 1 && /^\p{Ll}{3,}ly$/u.test(words.at(-1)!)) words.pop();
  let short = words.join(" ");
  if (short.length > LONGEST_PHRASE) short = short.slice(0, short.lastIndexOf(" ", LONGEST_PHRASE));
  const closed = short.replace(/[\s,;:!?…]+(?:(?:and|or|the|an?|of|in|for|from)\b)?$/i, "");
  // "made by Apple Inc..": the second full stop is the sentence's
  return /[^.]\.\.$/.test(closed) ? closed.slice(0, -1) : closed.replace(/(?<=[^.\s]{3})\.$/, "");
}

/** "cities" → "city": enough to meet the singular of a common noun. */
function singular(noun: string): string {
  if (/(?:ss|us|is|series|species)$/.test(noun) || noun.length < 4) return noun;
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(noun)) return noun.slice(0, -2);
  return noun.endsWith("s") ? noun.slice(0, -1) : noun;
}
