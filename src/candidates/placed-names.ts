/** Places that the text tells apart by the larger one they lie in: the Paris of "Paris, Texas", the Boulder of "Boulder, Colo." */
import { withoutBracket } from "../corpus/titles.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import type { Candidate, Span } from "../types.js";
import { asObjects, type OwnCandidates } from "./kept-candidates.js";
import { candidatesOfName } from "./look-up-name.js";
import { mixLists } from "./mix-lists.js";

const COMMA = 0x2c;
/** What stands behind a name: a comma and up to three words with capitals. */
const behind = /^, (\p{Lu}[\p{L}.'\u2019-]*(?: \p{Lu}[\p{L}.'\u2019-]*){0,2})/u;
/** UTF-16 units behind a name that are looked at. */
const MOST_BEHIND = 60;
/** What name and larger place together are worth beside the name alone. */
const WHOLE = 0.98;
/** Meanings of a short form that are tried for the larger place. */
const MOST_LARGER = 3;

/** A name with a larger place behind it: what it then means, best first, what a short form means there, and where the larger place begins and ends, with a dot where it has one. */
interface Placed {
  candidates: Candidate[];
  meaning?: Candidate;
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
  const behindComma = new Map(placed.flatMap((place) => (place ? [[place.larger.start, place]] : [])));
  if (behindComma.size === 0) return (_, own) => own;
  return (index, own) => {
    const whole = placed[index];
    if (whole) return mixLists(whole.candidates, asObjects(own), WHOLE);
    const { start, end } = spans[index];
    const inner = behindComma.get(start);
    return inner && end <= inner.larger.end ? asLarger(inner, asObjects(own)) : own;
  };
}

/** What the larger place's own name can mean: not what lies there. */
function asLarger({ candidates: [inner], meaning }: Placed, own: Candidate[]): Candidate[] {
  const others = own.filter(({ entity }) => entity !== inner.entity);
  return meaning ? mixLists([meaning], others, WHOLE) : others;
}

function placeOf(kb: KnowledgeBase, text: string, { start, end }: Span): Placed | undefined {
  if (text.charCodeAt(end) !== COMMA) return undefined;
  const name = text.slice(start, end);
  const words = behind.exec(text.slice(end, end + MOST_BEHIND))?.[1].split(" ") ?? [];
  for (; words.length > 0; words.pop()) {
    const larger = words.join(" ");
    // the last dot may end the sentence
    for (const place of larger.endsWith(".") ? [larger.slice(0, -1), larger] : [larger]) {
      const inside = placeInside(kb, name, place);
      const candidates = placesCalled(kb, name, place) ?? inside?.candidates;
      const from = end + ", ".length;
      if (candidates)
        return { candidates, meaning: inside?.meaning, larger: { start: from, end: from + larger.length } };
    }
  }
  return undefined;
}

/** What goes by both names together. */
function placesCalled(kb: KnowledgeBase, name: string, place: string): Candidate[] | undefined {
  const candidates = kb.lookup(`${name}, ${place}`)?.candidates.filter((c) => !isGuess(c.sources)) ?? [];
  return candidates.length > 0 && isPlace(kb, candidates[0].entity) ? candidates : undefined;
}

/** What a title says to lie in a place that goes by a short form: Boulder, Colo. */
function placeInside(kb: KnowledgeBase, name: string, place: string): Omit<Placed, "larger"> | undefined {
  const meanings = candidatesOfName(kb, place);
  for (let i = 0; i < meanings.length && i < MOST_LARGER; i++) {
    const entity = meanings.entity(i);
    const larger = withoutBracket(kb.title(entity));
    // by its title the whole would be known: two places one after the other
    if (larger === place) return undefined;
    const row = isPlace(kb, entity) ? kb.rowOfTitle(`${name}, ${larger}`) : -1;
    if (row >= 0 && row !== entity && isPlace(kb, row))
      return { candidates: [told(row)], meaning: told(entity) };
  }
  return undefined;
}

const told = (entity: number): Candidate => ({ entity, prior: 1, count: 0, sources: nameSources.title });
const isPlace = (kb: KnowledgeBase, row: number) => kb.entity(row).type === "place";
