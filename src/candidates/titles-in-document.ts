/** Candidates whose title has more words than the name, and these stand in the document: "Hastings" in a text that speaks of Michigan. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { isStopWord } from "../text/stop-words.js";
import { type Tokens, tokenText } from "../text/tokens.js";
import type { Candidate, Span } from "../types.js";

/** How many times likelier the first such word makes a candidate, and each further one (fitted: docs/results.md). */
const FIRST = 4.5;
const FURTHER = 2.2;
const MOST_WORDS = 3;

/** The candidates with their priors weighed so, best first; the sum of the priors stays what it is. */
export function weighByTitle(
  kb: Pick<KnowledgeBase, "entity">,
  surface: string,
  candidates: Candidate[],
  /** Does the document have this word, in lower case? */
  hasWord: (word: string) => boolean,
): Candidate[] {
  if (candidates.length < 2) return candidates;
  const own = new Set(wordsOf(surface));
  let before = 0;
  let after = 0;
  const weighed = candidates.map((candidate) => {
    let found = 0;
    for (const word of wordsOf(kb.entity(candidate.entity).title)) {
      if (!own.has(word) && !isStopWord(word) && hasWord(word) && ++found === MOST_WORDS) break;
    }
    const prior = found === 0 ? candidate.prior : candidate.prior * FIRST * FURTHER ** (found - 1);
    before += candidate.prior;
    after += prior;
    return { ...candidate, prior };
  });
  if (after === before) return candidates;
  for (const candidate of weighed) candidate.prior *= before / after;
  return weighed.sort((a, b) => b.prior - a.prior || a.entity - b.entity);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A text may speak of many things; what is further off than this says little. Tokens. */
const NEAR = 400;

/** Which words stand near the `index`-th of the spans of a text. */
export function wordsNear(tokens: Tokens, spans: Span[]): (word: string, index: number) => boolean {
  const places = new Map<string, number[]>();
  for (let t = 0; t < tokens.count; t++) {
    const word = tokenText(tokens, t).toLowerCase();
    const known = places.get(word);
    if (known) known.push(t);
    else places.set(word, [t]);
  }
  const at = Int32Array.from(spans, (span) => firstAtLeast(tokens.starts, tokens.count, span.start));
  return (word, index) => {
    const list = places.get(word);
    if (!list) return false;
    const next = firstAtLeast(list, list.length, at[index] - NEAR);
    return next < list.length && list[next] <= at[index] + NEAR;
  };
}

/** Place of the first of the ascending values that is not below `least`. */
function firstAtLeast(values: ArrayLike<number>, count: number, least: number): number {
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >> 1;
    if (values[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
