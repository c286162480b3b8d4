/** Places that the text tells apart by the larger one they lie in, and the larger ones by what lies there: the Paris of "Paris, Texas", the N.D. of "Fargo, N.D." */
import { withoutBracket } from "../corpus/titles.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { isGuess, nameSources } from "../kb/name-sources.js";
import type { Candidate, Span } from "../types.js";
import { asObjects, type OwnCandidates } from "./kept-candidates.js";
import { lookUpName } from "./look-up-name.js";
import { mixLists } from "./mix-lists.js";

const COMMA = 0x2c;
/** What stands behind a name: a comma and up to three words with capitals. */
const behind = /^, (\p{Lu}[\p{L}.'\u2019-]*(?: \p{Lu}[\p{L}.'\u2019-]*){0,2})/u;
/** UTF-16 units behind a name that are looked at. */
const MOST_BEHIND = 60;
/** What name and larger place together are worth beside the name alone. */
const WHOLE = 0.9;
/** Meanings of the larger place's name that are tried. */
const MOST_LARGER = 10;

/** A name with a larger place behind it. */
interface Placed {
  candidates: Candidate[];
  /** Where the larger place begins and ends, and which it is; −1 where nobody knows. */
  larger: Span & { entity: number };
}

/**
 * A function that takes the number of a name and its candidates and returns them with those of the whole, where the knowledge base has a place called so.
 * The larger place's own name does not mean what lies there, but the place that the title of the whole ends with.
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
    if (!inner) return own;
    const others = asObjects(own).filter(({ entity }) => entity !== inner.candidates[0].entity);
    const { entity } = inner.larger;
    return mayMean(kb, text.slice(start, end), others, entity)
      ? mixLists<Candidate>([surely(entity)], others, WHOLE)
      : others;
  };
}

/** Is the entity one that goes by the name, and the name nobody else's title? The Canada of "Vancouver, Canada" is no British Columbia. */
function mayMean(kb: KnowledgeBase, name: string, own: readonly Candidate[], entity: number): boolean {
  if (!own.some((c) => c.entity === entity)) return false;
  const isTitle = (row: number) => withoutBracket(kb.title(row)) === name;
  return isTitle(entity) || !isTitle(own[0].entity);
}

const surely = (entity: number) => ({ entity, prior: 1, count: 0, sources: nameSources.title });

function placeOf(kb: KnowledgeBase, text: string, { start, end }: Span): Placed | undefined {
  if (text.charCodeAt(end) !== COMMA) return undefined;
  const words = behind.exec(text.slice(end, end + MOST_BEHIND))?.[1].split(" ") ?? [];
  for (; words.length > 0; words.pop()) {
    const larger = words.join(" ");
    // the last dot may end the sentence
    for (const place of larger.endsWith(".") ? [larger, larger.slice(0, -1)] : [larger]) {
      const name = text.slice(start, end);
      const found = placeCalled(kb, name, place) ?? placeInside(kb, name, place);
      if (!found) continue;
      const from = end + ", ".length;
      return {
        candidates: found.candidates,
        larger: { start: from, end: from + place.length, entity: found.larger },
      };
    }
  }
  return undefined;
}

/** What goes by both names together. */
function placeCalled(kb: KnowledgeBase, name: string, place: string) {
  const candidates = kb.lookup(`${name}, ${place}`)?.candidates.filter((c) => !isGuess(c.sources)) ?? [];
  if (candidates.length === 0 || !isPlace(kb, candidates[0].entity)) return undefined;
  const ending = /, (.*)$/.exec(kb.title(candidates[0].entity))?.[1];
  return { candidates, larger: ending === undefined ? -1 : kb.rowOfTitle(ending) };
}

/** What a title says to lie in a place that goes by the second name, where that is no title itself: Boulder, Colo. */
function placeInside(kb: KnowledgeBase, name: string, place: string) {
  const places = lookUpName(kb, place)?.candidates.slice(0, MOST_LARGER) ?? [];
  for (const { entity } of places) {
    const larger = withoutBracket(kb.title(entity));
    // by its title the whole would be known: two places one after the other
    if (larger === place) return undefined;
    const row = kb.rowOfTitle(`${name}, ${larger}`);
    if (row >= 0 && row !== entity && isPlace(kb, row) && isPlace(kb, entity))
      return { candidates: [surely(row)], larger: entity };
  }
  return undefined;
}

const isPlace = (kb: KnowledgeBase, row: number) => kb.entity(row).type === "place";
