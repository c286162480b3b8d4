/** What speaks for a candidate beside its vector and its prior: how name and entity go together, and whether the text spells the rest of its title out. */

import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { smallDoubles } from "../math/small-arrays.js";
import type { Candidate } from "../types.js";
import { evidenceNames, writeNameEvidence } from "./name-evidence.js";
import type { NearWords } from "./text-words.js";
import { extraWords } from "./title-evidence.js";
import { titleWordsOf } from "./title-words.js";

/** What each number of `candidateEvidence` says. */
export const candidateEvidenceNames = [
  ...evidenceNames,
  "the text has a further word of the title",
  "share of the title's further words that the text has",
  "the title has no further word",
] as const;

const FURTHER = evidenceNames.length;

/**
 * One number from 0 to 1 for each of `candidateEvidenceNames`, for one candidate of the name after the other: always in the same array,
 * to be read before the next. `near`: the words that stand near the name.
 */
export function candidateEvidence(
  kb: Pick<KnowledgeBase, "title" | "isPerson" | "popularity">,
  surface: string,
  near: NearWords,
): (candidate: Candidate) => Float64Array {
  const titles = titleWordsOf(kb);
  const name = titles.name(surface);
  const out = smallDoubles(candidateEvidenceNames.length);
  return (candidate) => {
    const at = titles.at(candidate.entity);
    writeNameEvidence(name, candidate, { titles, at }, out);
    const extra = extraWords(titles, at, name, near);
    out[FURTHER] = extra.near > 0 ? 1 : 0;
    out[FURTHER + 1] = extra.all > 0 ? extra.near / extra.all : 0;
    out[FURTHER + 2] = extra.all === 0 ? 1 : 0;
    return out;
  };
}
