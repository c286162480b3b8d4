/** Other names of a common noun as the page about it gives them, in lower case: "A power station (or power plant) is …". */
import { literalPattern } from "../text/literal-pattern.js";
import { withoutBracket } from "./titles.js";

const WORD = "\\p{Ll}[\\p{Ll}'’-]+";
/** Up to four words; the first of a sentence has a capital there. */
const NOUN = `${WORD}(?:\\s+(?:of\\s+)?${WORD}){0,3}`;
const OPENING = `\\p{L}[\\p{Ll}'’-]+(?:\\s+(?:of\\s+)?${WORD}){0,3}`;
const ARTICLE = "(?:(?:an?|the|just|simply)\\s+)?";
const QUOTE = "[\"“'‘]?";
/** Behind a name. */
const END = "[\"”'’]?(?=\\s*(?:[,;.)]|$|\\s(?:or|and)\\s))";
const HOW =
  "(?:also|sometimes|often|commonly|usually|formerly|technically|otherwise|simply|generally|better|informally|or)";
const CALLED = "(?:known\\s+as|called|named|termed|referred\\s+to\\s+as|spelled|spelt|written)";

/** "X or Y is", "a X or a Y is", "X (or Y)", "X, or Y,": what stands on the other side of "or" from the title. */
const orBehind = new RegExp(`^\\s*[,(]?\\s*or\\s+${ARTICLE}${QUOTE}(${NOUN})${END}`, "u");
const orBefore = new RegExp(
  `^(?:(?:The|An?)\\s+)?${QUOTE}(${OPENING})${QUOTE}(?:,)?\\s+or\\s+${ARTICLE}$`,
  "u",
);
const called = new RegExp(
  `\\b(?:${HOW}\\s+)+${CALLED}\\s+${ARTICLE}${QUOTE}(${NOUN})["”'’]?((?:,\\s+${ARTICLE}${QUOTE}${NOUN}["”'’]?)*(?:,?\\s+(?:or|and)\\s+(?:sometimes\\s+)?${ARTICLE}${QUOTE}${NOUN}["”'’]?)?)(?=\\s*(?:[,;.)]|$))`,
  "gu",
);
/** Without one of these words `called` cannot match: most sentences need not be searched for it. */
const calling = new RegExp(CALLED, "u");
const short = new RegExp(`\\((${WORD}) for short\\)`, "u");
/** The second sentence may tell as well, of the same subject: "They are also called …". */
const AGAIN = "(?:It|They|These|This)";

/** Ends that no noun has: the pattern stopped in the middle of a clause. */
const unfinished =
  /\b(?:of|the|an?|in|on|for|to|by|as|and|or|with|from|at|that|which|who|when|is|are|was|were|very|more|most|not|many|some|other|various|different|such|its|their)$/i;
const clause =
  /\b(?:is|are|was|were|be|that|which|who|because|when|where|if|it|they|people|things?|names?|words?|terms?|after|before)\b/i;

/** `title` in the case it has; `front` is the first sentence before its verb, `rest` what comes behind it. */
export function commonNames(title: string, front: string, rest: string): string[] {
  if (!isCommonNoun(title)) return [];
  const found = new Set<string>();
  const add = (name: string) => {
    const clean = name.replace(/^[\s"“'‘,]+|[\s"”'’,]+$/g, "");
    const lower = clean[0]?.toLowerCase() + clean.slice(1);
    if (clean.length < 4 || unfinished.test(lower) || clause.test(lower)) return;
    if (lower.toLowerCase() !== bareTitle(title)) found.add(lower);
  };
  const at = placeOf(title, front);
  if (at && /\bor\s/.test(front)) {
    const behind = orBehind.exec(front.slice(at.end));
    if (behind) for (const name of behind[1].split(" or ")) add(name);
    const before = orBefore.exec(front.slice(0, at.start));
    if (before) add(before[1]);
  }
  if (at && at.start < 30) {
    if (calling.test(front)) for (const match of front.matchAll(called)) addSeveral(match, add);
    const abbreviated = short.exec(front);
    if (abbreviated) add(abbreviated[1]);
  }
  for (const sentence of followingSentences(rest, title))
    for (const match of sentence.matchAll(called)) addSeveral(match, add);
  return [...found];
}

function addSeveral(match: RegExpExecArray, add: (name: string) => void): void {
  for (const each of `${match[1]} ${match[2]}`.split(/,|\s(?:or|and)\s/)) {
    const name = each.replace(/^\s*(?:(?:or|and|sometimes|an?|the|just|simply)\s+)*/, "");
    if (name.trim() !== "") add(name);
  }
}

/** Titles of common nouns have one capital, the first. */
function isCommonNoun(title: string): boolean {
  return /^\p{Lu}\p{Ll}[\p{Ll}'’ -]*(?: \([\p{Ll} ]+\))?$/u.test(title);
}

function bareTitle(title: string): string {
  return withoutBracket(title).toLowerCase();
}

/** Where the sentence names its title, in either number. */
function placeOf(title: string, front: string): { start: number; end: number } | undefined {
  const bare = bareTitle(title);
  const start = front.toLowerCase().indexOf(bare);
  if (start < 0) return undefined;
  const plural = /^(?:es|s)(?!\p{L})/u.exec(front.slice(start + bare.length))?.[0].length ?? 0;
  const end = start + bare.length + plural;
  const isWord = !/\p{L}/u.test(front[start - 1] ?? " ") && !/\p{L}/u.test(front[end] ?? " ");
  return isWord ? { start, end } : undefined;
}

/** Sentences of the opening that speak of the title again, up to where they call it something. */
function followingSentences(rest: string, title: string): string[] {
  const paragraph = rest.split("\n", 1)[0];
  if (!calling.test(paragraph)) return [];
  const subject = new RegExp(
    `^(?:${AGAIN}|(?:An?\\s|The\\s)?${literalPattern(bareTitle(title))}(?:s|es)?)\\s+(?:is|are|can be|may be)\\s+`,
    "iu",
  );
  return paragraph
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .slice(1, 3)
    .filter((sentence) => subject.test(sentence));
}
