/** Places that the text tells apart by the larger one they lie in: the Paris of "Paris, Texas". */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { isGuess } from "../kb/name-sources.js";
import type { Candidate, Span } from "../types.js";
import { asObjects, type OwnCandidates } from "./kept-candidates.js";
import { mixLists } from "./mix-lists.js";

const COMMA = 0x2c;
/** What stands behind a name: a comma and up to three words with capitals. */
const behind = /^, (\p{Lu}[\p{L}.'\u2019-]*(?: \p{Lu}[\p{L}.'\u2019-]*){0,2})/u;
/** UTF-16 units behind a name that are looked at. */
const MOST_BEHIND = 60;
/** What name and larger place together are worth beside the name alone. */
const WHOLE = 0.9;

/** A name with a larger place behind it. */
interface Placed {
  candidates: Candidate[];
  /** Where the larger place begins and ends. */
  larger: Span;
}

/**
 * A function that takes the number of a name and its candidates and returns them with those of the whole, where the knowledge base has a place called so.
 * The larger place's own name does not mean what lies there.
 */
export function placedNames(
  kb: KnowledgeBase,
  text: string,
  spans: readonly Span[],
): (index: number, own: OwnCandidates) => OwnCandidates {
  const placed = spans.map((span) => placeOf(kb, text, span));
  const all = placed.filter((place) => place !== undefined);
  if (all.length === 0) return (_, own) => own;
  return (index, own) => {
    const whole = placed[index];
    if (whole) return mixLists(whole.candidates, asObjects(own), WHOLE);
    const { start, end } = spans[index];
    const inner = all.find(({ larger }) => larger.start <= start && end <= larger.end);
    return inner ? asObjects(own).filter(({ entity }) => entity !== inner.candidates[0].entity) : own;
  };
}

function placeOf(kb: KnowledgeBase, text: string, { start, end }: Span): Placed | undefined {
  if (text.charCodeAt(end) !== COMMA) return undefined;
  const words = behind.exec(text.slice(end, end + MOST_BEHIND))?.[1].split(" ") ?? [];
  for (; words.length > 0; words.pop()) {
    const larger = words.join(" ");
    // the last dot may end the sentence
    for (const place of larger.endsWith(".") ? [larger, larger.slice(0, -1)] : [larger]) {
      const whole = `${text.slice(start, end)}, ${place}`;
      const candidates = kb.lookup(whole)?.candidates.filter((c) => !isGuess(c.sources)) ?? [];
      if (candidates.length > 0 && kb.entity(candidates[0].entity).type === "place")
        return { candidates, larger: { start: end + 2, end: start + whole.length } };
    }
  }
  return undefined;
}
