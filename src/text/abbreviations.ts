/** Short forms that a text defines itself: "fish-eye disease (FED)" or "FED (fish-eye disease)", found in the manner of Schwartz & Hearst (2003). */
import type { Span } from "../types.js";

export interface Abbreviation {
  short: Span;
  long: Span;
}

const LONGEST_SHORT = 10;
const LONGEST_INSIDE = 200;
const bracket = /[([]([^()[\]]+)[)\]]/g;
/** What may end the part of a bracket that matters: "(FED; see below)". */
const insideEnd = /[;:]|,(?=\s)/;

/** In text order, each pair as it was defined; a short form may be defined more than once. */
export function findAbbreviations(text: string): Abbreviation[] {
  const found: Abbreviation[] = [];
  for (const match of text.matchAll(bracket)) {
    if (match[1].length > LONGEST_INSIDE) continue;
    const end = match[1].search(insideEnd);
    const from = match.index + 1;
    const inside = trimmed(text, from, from + (end < 0 ? match[1].length : end));
    const definition = longBefore(text, inside, match.index) ?? shortBefore(text, inside, match.index);
    if (definition) found.push(definition);
  }
  return found;
}

/** The bracket has the short form, the words before it the long one. */
function longBefore(text: string, short: Span, bracketAt: number): Abbreviation | undefined {
  const form = text.slice(short.start, short.end);
  if (!isShortForm(form)) return undefined;
  const most = Math.min(form.length + 5, form.length * 2);
  const before = lastWords(text, bracketAt, most);
  const start = longFormStart(form, text, before);
  return start < 0 ? undefined : { short, long: trimmed(text, start, before.end) };
}

/** The bracket has the long form, the word before it is the short one. */
function shortBefore(text: string, long: Span, bracketAt: number): Abbreviation | undefined {
  const short = lastWords(text, bracketAt, 1);
  const form = text.slice(short.start, short.end);
  if (!isShortForm(form) || !/\p{Lu}.*\p{Lu}|\p{Lu}\p{N}/u.test(form)) return undefined;
  return longFormStart(form, text, long) === long.start ? { short, long } : undefined;
}

/** One or two words, two to ten characters, a letter among them, a letter or digit in front. */
function isShortForm(form: string): boolean {
  if (form.length < 2 || form.length > LONGEST_SHORT) return false;
  return /^[\p{L}\p{N}]/u.test(form) && /\p{L}/u.test(form) && form.split(/\s+/).length <= 2;
}

/** At most so many words that end before `end`, inside the sentence. */
function lastWords(text: string, end: number, most: number): Span {
  let to = end;
  while (to > 0 && /\s/.test(text[to - 1])) to--;
  let start = to;
  for (let words = 0; words < most && start > 0; words++) {
    let at = start;
    while (at > 0 && /\s/.test(text[at - 1])) at--;
    // a full stop, a bracket or the like parts what is before from the name
    if (words > 0 && /[.;:?!)\]([]/.test(text[at - 1] ?? ".")) break;
    const wordEnd = at;
    while (at > 0 && !/\s/.test(text[at - 1])) at--;
    if (at === wordEnd) break;
    start = at;
  }
  return { start, end: to };
}

/**
 * Where the long form begins: the characters of the short form, from the last to the first, are all found in the words, in this order, the first
 * one at the beginning of a word. −1 when they are not, or when the words would be no longer than the short form.
 */
function longFormStart(form: string, text: string, within: Span): number {
  let at = within.end - 1;
  for (let s = form.length - 1; s >= 0; s--) {
    const wanted = form[s].toLowerCase();
    if (!/[\p{L}\p{N}]/u.test(wanted)) continue;
    const beginsWord = (place: number) => place === within.start || /[^\p{L}\p{N}]/u.test(text[place - 1]);
    while (at >= within.start && (text[at].toLowerCase() !== wanted || (s === 0 && !beginsWord(at)))) at--;
    if (at < within.start) return -1;
    at--;
  }
  const start = at + 1;
  const long = text.slice(start, within.end);
  const isLonger = long.length > form.length + 1 && !long.split(/\s+/).includes(form);
  return isLonger ? start : -1;
}

function trimmed(text: string, start: number, end: number): Span {
  while (start < end && /\s/.test(text[start])) start++;
  while (end > start && /\s/.test(text[end - 1])) end--;
  return { start, end };
}

/** What stands for each short form of the text; of several definitions the first. */
export function longForms(text: string): Map<string, string> {
  const forms = new Map<string, string>();
  for (const { short, long } of findAbbreviations(text)) {
    const form = text.slice(short.start, short.end);
    if (!forms.has(form)) forms.set(form, text.slice(long.start, long.end));
  }
  return forms;
}

/** What stands for a short form, also in the plural (CFLs); undefined where the text explains none. */
export function longFormOf(word: string, forms: ReadonlyMap<string, string>): string | undefined {
  return forms.get(word) ?? (/\p{Lu}s$/u.test(word) ? forms.get(word.slice(0, -1)) : undefined);
}

/** The name with each short form among its words spelled out: "X-linked ALD" is X-linked adrenoleukodystrophy. As it is when it has none. */
export function spellOut(name: string, forms: ReadonlyMap<string, string>): string {
  if (forms.size === 0) return name;
  const whole = forms.get(name);
  if (whole !== undefined) return whole;
  return name.replace(/[\p{L}\p{N}]+(?:[-/][\p{L}\p{N}]+)*/gu, (word) => {
    return longFormOf(word, forms) ?? word.replace(/[\p{L}\p{N}]+/gu, (part) => forms.get(part) ?? part);
  });
}
