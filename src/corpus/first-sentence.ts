/** What an encyclopedia's first sentence tells: other names, whether it is a person, whether the page only lists meanings. */
import { english } from "../languages/english.js";
import type { Language } from "../languages/language.js";
import { commonNames } from "./common-names.js";
import { NAME } from "./name-pattern.js";
import { subjectPhrase } from "./subject-phrase.js";

const HEAD = 600;
/** An introduction that begins later than this is none. */
const FURTHEST = 2000;

/**
 * The text from the line that introduces its subject: captions and notes may stand before it. It names the title, or
 * a word of it, and has a verb; when none of the first lines does, the text begins where it begins.
 */
export function introduction(title: string, text: string, language: Language = english): string {
  const verb = language.pages?.opening ?? language.pages?.verb;
  const words = title
    .replace(/\s*\([^()]*\)$/, "")
    .split(/[\s,]+/)
    .filter((w) => w.length > 2);
  let at = 0;
  for (let line = 0; line < 5 && at < text.length && at < FURTHEST; line++) {
    const end = text.indexOf("\n", at);
    const piece = text.slice(at, Math.min(at + 250, end < 0 ? text.length : end));
    const named = words.length === 0 || words.some((w) => piece.includes(w));
    if (named && (verb?.test(piece) ?? true) && !language.pages?.hatnote?.test(piece))
      return text.slice(at, at + 2 * HEAD);
    if (end < 0) break;
    at = end + 1;
  }
  return text.slice(0, 2 * HEAD);
}

/** The first sentence or so: up to a full stop that ends no abbreviation or initial, at most 300 characters. */
export function firstSentence(text: string, language: Language = english): string {
  const line = withoutPronunciation(text.slice(0, HEAD).trimStart().split("\n", 1)[0]);
  const stop = /(?<=[\p{Ll}\d)"'”’\]]{2})[.!?](?=\s+["“(]?\p{Lu}|\s*$)/gu;
  for (let match = stop.exec(line); match; match = stop.exec(line)) {
    const end = match.index + 1;
    if (isAbbreviation(line, end, language) || openBracket(line, end)) continue;
    return line.slice(0, Math.min(end, 300));
  }
  return line.length > 300 ? `${line.slice(0, line.lastIndexOf(" ", 299))} …` : line;
}

/** Brackets with other scripts or sounds in them, the innermost first; they say little, and take much of what is kept. */
function withoutPronunciation(line: string): string {
  if (!line.includes("(")) return line;
  let clean = line;
  for (let depth = 0; depth < 2; depth++)
    clean = clean.replace(/\s*\([^()]*[/ˈˌəɪʊ\u0370-\u1dff\u2c00-\uffff][^()]*\)/gu, "");
  return clean;
}

function isAbbreviation(line: string, end: number, language: Language): boolean {
  const word = /(\S+)\.$/.exec(line.slice(Math.max(0, end - 12), end))?.[1] ?? "";
  return language.abbreviations.has(word.toLowerCase());
}

function openBracket(line: string, end: number): boolean {
  let depth = 0;
  for (let i = 0; i < end; i++) {
    if (line[i] === "(") depth++;
    else if (line[i] === ")" && depth > 0) depth--;
  }
  return depth > 0;
}

/** "Mercury may refer to:" — a page of meanings. `title` ending in "(disambiguation)" is one by name. */
export function isDisambiguationText(title: string, text: string, { pages }: Language = english): boolean {
  if (pages?.disambiguationTitle.test(title)) return true;
  const line = text.slice(0, 300).trimStart().split("\n", 1)[0];
  return pages?.disambiguationLine.test(line) ?? false;
}

/** Does the first sentence speak of a human being? Dates of birth and death, or an occupation with a range of years. */
export function isPersonText(text: string, language: Language = english): boolean {
  const { pages } = language;
  if (!pages) return false;
  const { occupation, group } = pages;
  if (!occupation || !group) return pages.person.test(text.slice(0, HEAD));
  const beginning = text.slice(0, HEAD).trimStart();
  const end = beginning.indexOf("\n");
  const head = beginning.slice(0, end < 0 ? 350 : Math.min(end, 350));
  // looking for the sign or the word that a pattern needs costs far less than the pattern
  const bracket = head.includes("(");
  if (bracket && (pages.person.test(head) || pages.lifeDates?.test(head))) return true;
  // a text may begin with its verb, where the subject was a template
  const from = pages.verb.exec(` ${head}`)?.index ?? -1;
  const said = from < 0 ? "" : ` ${head}`.slice(from, from + 120);
  if (bracket && pages.yearRange?.test(head) && occupation.test(head)) return true;
  if (said !== "" && group.test(said)) return false;
  if (pages.bornAfter?.test(head)) return true;
  if (said === "" || !occupation.test(said)) return false;
  // a forum used by the president, or the president's residence, is no president
  const kind = subjectPhrase(` ${head}`, language)?.phrase.split(/ (?:of|in|at|for|from|on) /)[0];
  const at = kind === undefined ? -1 : said.indexOf(kind);
  return kind === undefined || at < 0 || occupation.test(said.slice(0, at + kind.length));
}

const calledAs = new RegExp(
  `\\b(?:also|better|commonly|often|usually|sometimes|formerly|previously|originally|officially|formally|simply|popularly|mostly|best|otherwise|later|generally|informally|once|widely)(?:\\s+(?:known|called|named|spelled|spelt|written|abbreviated|referred\\s+to|nicknamed|titled|shortened))?(?:\\s+(?:simply|just|professionally))?(?:\\s+(?:as|to))?\\s+(?:the\\s+|as\\s+)?["“]?(${NAME})`,
  "gu",
);
const calledPlain = new RegExp(
  `\\b(?:known|abbreviated|nicknamed|called|shortened|acronym|abbreviation|aka|a\\.k\\.a\\.|or(?:\\s+simply)?)(?:\\s+(?:as|to|simply))?\\s+(?:the\\s+)?["“]?(${NAME})`,
  "gu",
);
const MONTH = `(?:${[...english.timeWords].map((word) => word[0].toUpperCase() + word.slice(1)).join("|")})`;
/** A name behind it, not a date. */
const bornAs = new RegExp(`\\(\\s*(?:né|née|born(?:\\s+as)?)\\s+(?!${MONTH}\\b|\\d)(${NAME})\\s*[;,]`, "gu");
const quoted = /["“]([\p{Lu}][^"”]{1,40})["”]/gu;

/** A word without which none of the patterns can match: most sentences need not be searched for them. */
const calling =
  /\b(?:also|better|commonly|often|usually|sometimes|formerly|previously|originally|officially|formally|simply|popularly|mostly|best|otherwise|later|generally|informally|once|widely|known|abbreviated|nicknamed|called|shortened|acronym|abbreviation|aka|a\.k\.a|or|né|née|born)\b/;

/** Other names of the page's subject as its first sentence gives them; the title itself is not repeated. */
export function aliasesOf(title: string, text: string, language: Language = english): string[] {
  const sentence = firstSentence(text, language);
  const found = new Set<string>();
  const add = (name: string) => {
    const clean = name
      .trim()
      .replace(/[.,;:'"”’]+$/, "")
      .replace(/^["“'‘]/, "");
    if (clean.length > 1 && clean.length < 80 && clean !== title) found.add(clean);
  };
  const verb = language.pages?.verb.exec(sentence);
  const front = verb ? sentence.slice(0, verb.index) : "";
  if (front !== "" && front.length < 250) {
    subjectNames(front, title).forEach(add);
    if (language === english && calling.test(front)) {
      for (const pattern of [calledAs, calledPlain, bornAs]) {
        for (const match of front.matchAll(pattern)) add(match[1]);
      }
    }
    for (const match of front.matchAll(/\(([\p{Lu}\d][\p{Lu}\d.&/-]{1,8})[,;)]/gu)) add(match[1]);
  }
  if (verb && language === english) {
    const rest = sentence.slice(verb.index);
    if (calling.test(rest))
      for (const match of rest.matchAll(calledAs))
        if (!/\b(?:for|by)\b/.test(match[0].slice(0, 20))) add(match[1]);
  }
  if (verb && language === english && front.length < 250)
    commonNames(title, front, text.slice(0, HEAD).slice(verb.index)).forEach(add);
  return [...found].slice(0, 12);
}

/** The sentence's subject before the first bracket or comma, and what a nickname in quotes makes of it. */
function subjectNames(front: string, title: string): string[] {
  // the comma in "The New York, New Haven and Hartford Railroad" ends no name
  if (title.includes(", ") && front.includes(title)) return [];
  const subject = front
    .split(/\s*[(,;]/, 1)[0]
    .replace(/^(?:The|A|An)\s+(?=\p{Lu})/u, "")
    .trim();
  if (!/^\p{Lu}/u.test(subject) || subject.length > 70 || !sharesWord(subject, title)) return [];
  const nickname = [...subject.matchAll(quoted)][0];
  if (!nickname) return [subject];
  const bare = subject.replace(quoted, "").replace(/\s+/g, " ").trim();
  const last = bare.split(" ").at(-1) ?? "";
  return [bare, `${nickname[1]} ${last}`];
}

function sharesWord(subject: string, title: string): boolean {
  const words = new Set(title.toLowerCase().split(/[\s,()]+/));
  return subject
    .toLowerCase()
    .split(/[\s,()]+/)
    .some((w) => w.length > 2 && words.has(w));
}
