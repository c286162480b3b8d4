/**
 * Titles that a page's subject has or had elsewhere, as its opening tells: "formerly known as Warner Bros. Records". An
 * older or newer wiki may have its page under that title, and a corpus need not come with the redirect.
 */
import { english } from "../languages/english.js";
import { withoutCompanyEnding } from "../text/name-affixes.js";
import { NAME } from "./name-pattern.js";

/** Behind a name: so "African" is not cut out of "previously African rumba". */
const END = "(?=\\s*[,.;:()]|\\s+(?:is|was|are|were|and|or|until|from)\\b|\\s*$)";
const CALLED = "(?:known|called|named|titled|referred\\s+to)(?:\\s+as)?";
const ONCE = "(?:formerly|previously|originally|once)";
const QUOTE = '["“]?';
/** Before the verb a bare "formerly X" is about the subject … */
const inFront = new RegExp(
  `\\b${ONCE}\\s+(?:officially\\s+|also\\s+)?(?:${CALLED}\\s+)?(?:the\\s+|The\\s+)?${QUOTE}(${NAME})${END}`,
  "gu",
);
/** … behind it, it must be said that this is what it was called. */
const behind = new RegExp(
  `(?:^|,\\s+|\\b(?:was|were|is|are|been)\\s+)(?:and\\s+)?${ONCE}\\s+${CALLED}\\s+(?:the\\s+|The\\s+)?${QUOTE}(${NAME})${END}`,
  "gu",
);
const usedTo = new RegExp(
  `\\bused\\s+to\\s+be\\s+${CALLED}\\s+(?:the\\s+|The\\s+)?${QUOTE}(${NAME})${END}`,
  "gu",
);
const until = new RegExp(
  `\\b(?:It|They)\\s+(?:was|were)\\s+(?:first\\s+)?(?:${CALLED}\\s+(?:the\\s+|The\\s+)?${QUOTE}(${NAME})["”]?(?=\\s+(?:until|till|before|from)\\b)|known\\s+(?:until|till|before)\\s+\\d{4}\\s+as\\s+(?:[Tt]he\\s+)?${QUOTE}(${NAME}))`,
  "gu",
);
const formerName = new RegExp(
  `\\b(?:under\\s+)?(?:its|their|the\\s+\\p{Ll}+'s)\\s+former\\s+name\\s+(?:of|was)\\s+(?:the\\s+)?(${NAME})${END}`,
  "gu",
);
/** Without one of these words none of the patterns but `until` can match; that needs the second. */
const telling = /\b(?:formerly|previously|originally|once|used to|former)\b/;
const tellingUntil = /\b(?:It|They)\s+(?:was|were)\s/;

/** `opening`: the text from the page's first sentence on. Empty for a person, whose names are shared by too many. */
export function otherTitles(title: string, opening: string, isPerson: boolean): string[] {
  if (isPerson || /^Lists? of /.test(title)) return [];
  const paragraph = opening.slice(0, 600).split("\n", 2).join(" ");
  const verb = english.pages!.verb.exec(paragraph);
  if (!verb) return [];
  const found = new Set<string>();
  const add = (name: string) => {
    const whole = name.replace(/(?<=\p{Ll}{2})\.$/u, "");
    const bare = withoutCompanyEnding(whole);
    for (const each of [whole, bare]) if (each.length > 3 && each !== title) found.add(each);
  };
  const front = paragraph.slice(0, verb.index);
  const subject = subjectTitle(title, front);
  if (subject) add(subject);
  // of "Conflict in Myanmar" nobody can tell whether it or Myanmar was once called otherwise
  if (/ (?:in|of) /.test(title)) return [...found];
  const rest = paragraph.slice(verb.index + 1);
  const addAll = (text: string, pattern: RegExp) => {
    for (const match of text.matchAll(pattern)) add(match[1] ?? match[2]);
  };
  const tells = telling.test(paragraph);
  if (tells) {
    addAll(front, inFront);
    addAll(rest, behind);
    addAll(rest, usedTo);
  }
  if (tellingUntil.test(rest)) addAll(rest, until);
  if (tells) addAll(rest, formerName);
  return [...found];
}

/** What the sentence calls its subject, where it is long enough to be no one else's name and is no part of the title. */
function subjectTitle(title: string, front: string): string | undefined {
  if (/[(,]/.test(title)) return undefined;
  const subject = front
    .split(/\s*[(;]|,(?!\s+(?:Inc|Ltd)\.)/, 1)[0]
    .replace(/^(?:The|A|An)\s+/, "")
    .trim();
  const words = subject.split(/\s+/);
  if (words.length < 2 || words.length > 8 || !/^\p{Lu}/u.test(subject)) return undefined;
  const known = title.toLowerCase();
  if (known.includes(subject.toLowerCase())) return undefined;
  const isNamed = front.toLowerCase().includes(known.replace(/^the /, ""));
  const shares = words.some((w) => w.length > 2 && known.split(/[\s–-]/).includes(w.toLowerCase()));
  return isNamed || shares ? subject : undefined;
}
