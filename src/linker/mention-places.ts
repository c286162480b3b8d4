/** Small steps on the way from a text to its links: places of words and scores. */
import { LinkingError } from "../errors.js";
import { MODEL_EVIDENCE } from "../features/choose-candidates.js";
import { usesEvidence } from "../model/config.js";
import type { Model } from "../model/model.js";
import type { AnalysedText } from "../text/analysed-text.js";
import { tokenText } from "../text/tokens.js";
import type { Span } from "../types.js";

/** Refuses a model that was trained with other numbers of evidence. */
export function checkEvidence({ config }: Model): void {
  if (!usesEvidence(config) || config.evidence === MODEL_EVIDENCE) return;
  throw new LinkingError(
    "mismatch",
    `The linker's model looks at ${config.evidence} numbers for each candidate, this version has ${MODEL_EVIDENCE}; make the linker anew with \`mulrel make\`.`,
  );
}

/** Place of the highest score, the first of equals; −1 for none. */
export function highest(scores: ArrayLike<number>): number {
  let best = scores.length === 0 ? -1 : 0;
  for (let e = 1; e < scores.length; e++) if (scores[e] > scores[best]) best = e;
  return best;
}

/** Places in the order of their scores, of equals the first; there are few, so each is put in where it belongs. */
export function bestFirst(scores: ArrayLike<number>): number[] {
  const order: number[] = [];
  for (let e = 0; e < scores.length; e++) {
    let at = e;
    for (; at > 0 && scores[e] > scores[order[at - 1]]; at--) order[at] = order[at - 1];
    order[at] = e;
  }
  return order;
}

/** What `read` gives for a row, asked for once a row: the names of a text have candidates in common. */
export function readOnce<T>(read: (row: number) => T): (row: number) => T {
  const known = new Map<number, T>();
  return (row) => {
    let value = known.get(row);
    if (value === undefined) known.set(row, (value = read(row)));
    return value;
  };
}

export function shift<S extends Span>(span: S, by: number): S {
  return by === 0 ? span : { ...span, start: span.start + by, end: span.end + by };
}

export function wordAt(document: AnalysedText, token: number, offset: number) {
  const { tokens } = document;
  return {
    word: tokenText(tokens, token),
    start: tokens.starts[token] + offset,
    end: tokens.ends[token] + offset,
  };
}
