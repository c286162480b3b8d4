/** What speaks for a candidate beside its vector and its prior: how name and entity go together, and whether the text spells the rest of its title out. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Candidate } from "../types.js";
import { evidenceNames, evidenceOfName } from "./name-evidence.js";
import { extraWords } from "./titles-in-document.js";

/** What each number of `candidateEvidence` says. */
export const candidateEvidenceNames = [
  ...evidenceNames,
  "the text has a further word of the title",
  "share of the title's further words that the text has",
  "the title has no further word",
] as const;

/** One number from 0 to 1 for each of `candidateEvidenceNames`, for one candidate of the name after the other; `hasWord` tells whether a word stands near it. */
export function candidateEvidence(
  kb: Pick<KnowledgeBase, "title" | "isPerson" | "popularity">,
  surface: string,
  hasWord: (word: string) => boolean,
): (candidate: Candidate) => number[] {
  const ofName = evidenceOfName(kb, surface);
  const extraIn = extraWords(kb, surface, hasWord);
  return (candidate) => {
    const { near, all } = extraIn(candidate.entity);
    const numbers = ofName(candidate);
    numbers.push(near > 0 ? 1 : 0, all > 0 ? near / all : 0, all === 0 ? 1 : 0);
    return numbers;
  };
}
