/** What title and first sentence say of the kind of thing an entity is, as words in groups; the classifier's input. */
import { subjectPhrase } from "../../corpus/subject-phrase.js";
import { english } from "../../languages/english.js";
import type { Language } from "../../languages/language.js";

export interface TypeEvidence {
  title: string;
  /** First sentence of its page, or a description. */
  description?: string;
  /** Does its page speak of a human being? */
  isPerson?: boolean;
  language?: Language;
}

/** A group can be missing, so a classifier must be able to do without each. */
export interface TypeFeatures {
  /** Words and shape of the title. */
  title: string[];
  /** What stands in the title's brackets. */
  bracket: string[];
  /** The noun that says what it is, and the words beside it. */
  kind: string[];
  /** Further words of the sentence. */
  words: string[];
}

/** Words of the sentence that count, from the phrase on. */
const MOST_WORDS = 16;

export function typeFeatures({ title, description = "", isPerson, language = english }: TypeEvidence): {
  features: TypeFeatures;
  phrase: string | undefined;
} {
  const features: TypeFeatures = { ...titleFeatures(title), kind: [], words: [] };
  const subject = description === "" ? undefined : subjectPhrase(description, language);
  if (isPerson) features.kind.push("person");
  if (subject) {
    const phrase = wordsOf(subject.phrase);
    const at = phrase.lastIndexOf(subject.head);
    features.kind.push(`h:${subject.head}`);
    if (at > 0) features.kind.push(`p:${phrase[at - 1]} ${subject.head}`);
    for (const word of phrase) features.kind.push(`k:${word}`);
    for (const word of new Set(subject.words.slice(0, MOST_WORDS).flatMap(wordsOf)))
      features.words.push(`w:${word}`);
  } else if (description !== "") {
    const [subjects, ...rest] = description.split(/\s(?=is|was|are|were|has|had)\s/);
    for (const word of new Set(wordsOf(rest.join(" ") || subjects).slice(0, MOST_WORDS)))
      features.words.push(`w:${word}`);
  }
  return { features, phrase: subject?.phrase };
}

function titleFeatures(title: string): Pick<TypeFeatures, "title" | "bracket"> {
  const bracket = / \(([^()]*)\)$/.exec(title)?.[1] ?? "";
  const name = bracket === "" ? title : title.slice(0, -bracket.length - 3);
  const words = name.split(/[\s,]+/).filter((word) => word !== "");
  const features = words.slice(0, 8).map((word) => `t:${word.toLowerCase()}`);
  features.push(`f:${words[0]?.toLowerCase()}`, `l:${words.at(-1)?.toLowerCase()}`, `n:${shapeOf(words)}`);
  const last = words.at(-1)?.toLowerCase() ?? "";
  if (last.length > 4) features.push(`e:${last.slice(-3)}`, `e:${last.slice(-4)}`);
  if (/, /.test(name)) features.push("comma", `c:${name.slice(name.lastIndexOf(", ") + 2).toLowerCase()}`);
  return { title: features, bracket: bracket === "" ? [] : wordsOf(bracket).map((word) => `b:${word}`) };
}

/** Of up to five words: capital, small, number, capitals, initial. */
function shapeOf(words: string[]): string {
  return words
    .slice(0, 5)
    .map((word) => {
      if (/\d/.test(word)) return /^(?:1\d|20)\d\d/.test(word) ? "y" : "d";
      if (/^\p{Lu}\.$/u.test(word)) return "i";
      if (/^\p{Lu}{2,}/u.test(word)) return "A";
      return /^\p{Lu}/u.test(word) ? "a" : "s";
    })
    .join("");
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d][\p{L}\d'’.-]*[\p{L}\d]|[\p{L}\d]/gu) ?? [];
}
