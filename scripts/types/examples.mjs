// Examples for the classifier of types: titles and first sentences of openings, and the type that the noun of each says.
import { firstSentence, introduction, isPersonText } from "../../dist/corpus/first-sentence.js";
import { subjectPhrase } from "../../dist/corpus/subject-phrase.js";
import { readLines } from "../../dist/files/lines.js";
import { kindOf } from "./kinds.mjs";

/** @typedef {{ title: string, description: string, isPerson: boolean, type: string | undefined }} Example */

/**
 * Every page of WikiExtractor corpora that has an opening; `taughtType` says its type.
 * @param {string[]} paths
 * @returns {AsyncGenerator<Example>}
 */
export async function* readExamples(paths) {
  for (const path of paths) {
    for await (const line of readLines(path)) {
      const { title, text } = JSON.parse(line.text);
      const opening = introduction(title, text.slice(0, 4000).replace(/<\/?a[^>]*>/g, ""));
      const description = firstSentence(opening);
      if (description === "") continue;
      yield { title, description, isPerson: isPersonText(opening), type: undefined };
    }
  }
}

/**
 * What the noun of the first sentence says, or the title's bracket where the sentence says nothing.
 * @param {string} title @param {string} description @param {boolean} isPerson
 */
export function taughtType(title, description, isPerson) {
  if (/^(?:List|Lists|Index|Outline|Timeline) of /.test(title)) return "other";
  const subject = subjectPhrase(description);
  const said = subject && kindIn(subject.phrase.toLowerCase(), subject.head);
  const bracket = / \(([^()]*)\)$/.exec(title)?.[1].toLowerCase() ?? "";
  const titled = bracket === "" ? undefined : kindIn(bracket, bracket.split(" ").at(-1) ?? "");
  // a teacher that contradicts itself teaches nothing
  if (said && titled && said !== titled) return undefined;
  if (isPerson && (said ?? titled) !== undefined && (said ?? titled) !== "person") return undefined;
  return said ?? titled ?? (isPerson ? "person" : undefined);
}

/** @param {string} phrase @param {string} head */
function kindIn(phrase, head) {
  const words = phrase.split(/[\s,]+/);
  const at = words.findLastIndex((word) => word === head || word === `${head}s`);
  return kindOf(head, at > 0 ? words[at - 1] : "");
}
