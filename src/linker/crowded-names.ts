/** Texts that are little but the same names again and again: equal names that stand close together are decided once. */
import type { Candidate } from "../types.js";
import type { LinkCall, PendingMention } from "./link-call.js";

/**
 * UTF-16 code units from one name to the next, on average, below which names are crowded: less than a name of usual length has
 * by itself. Running text has some forty, a list of results a dozen.
 */
const CROWDED = 8;

/** Fewer mentions are no crowd: a short text may well say a name twice. */
const LEAST = 50;

/** Mentions that are decided as one. */
export interface EqualMentions {
  /** Whose context is looked at. */
  first: PendingMention;
  all: PendingMention[];
  list: Candidate[];
}

/** Who is decided with whom in a piece of a text: everybody alone where names are not crowded. `lists`: the candidates of each. */
export function groupEqualMentions(
  { text, pins }: Pick<LinkCall, "text" | "pins">,
  piece: readonly PendingMention[],
  lists: readonly Candidate[][],
): EqualMentions[] {
  const groups: EqualMentions[] = [];
  const bySurface = isCrowded(piece) ? new Map<string, EqualMentions[]>() : undefined;
  for (const [i, mention] of piece.entries()) {
    const surface = text.slice(mention.start, mention.end);
    const isFree = bySurface && !pins.has(mention.order);
    const known = isFree ? (bySurface.get(surface) ?? []) : [];
    const group = known.find(({ list }) => areEqual(list, lists[i]));
    if (group) {
      group.all.push(mention);
      continue;
    }
    const own = { first: mention, all: [mention], list: lists[i] };
    groups.push(own);
    if (isFree) bySurface.set(surface, [...known, own]);
  }
  return groups;
}

function isCrowded(piece: readonly PendingMention[]): boolean {
  if (piece.length < LEAST) return false;
  const starts = piece.map(({ start }) => start);
  return Math.max(...starts) - Math.min(...starts) < CROWDED * (piece.length - 1);
}

function areEqual(a: readonly Candidate[], b: readonly Candidate[]): boolean {
  return (
    a.length === b.length && a.every(({ entity, prior }, i) => entity === b[i].entity && prior === b[i].prior)
  );
}
