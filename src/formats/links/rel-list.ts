/** Links as REL writes them: start, length, mention, entity, confidence of linking, confidence of the mention, tag. */
import type { Link } from "../../linker/link.js";
import type { Entity, EntityType } from "../../types.js";
import { createOffsetMap } from "../annotated/code-points.js";
import { ownName } from "./own-address.js";

export type RelAnnotation = [number, number, string, string, number, number, string];

/** What REL writes for the class of a name that no tagger has judged. */
const NO_TAG = "NULL";
/** The classes of its taggers. */
const tags: Partial<Record<EntityType, string>> = { person: "PER", organisation: "ORG", place: "LOC" };

function tagOf({ type }: Entity): string {
  return type === undefined ? NO_TAG : (tags[type] ?? "MISC");
}

/**
 * Offsets count code points, titles have underscores, NIL is left out, as REL does; own entities go by layer and identifier; the tag is the entity's type as its taggers have it.
 *
 * ```ts
 * import { type Linker, relList } from "mulrel";
 *
 * declare const linker: Linker;
 * const text = "England lies north of France.";
 * for (const [start, length, mention, title] of relList(text, linker.link(text))) console.log(start, length, mention, title);
 * ```
 */
export function relList(text: string, links: readonly Link[], mentionsGiven = false): RelAnnotation[] {
  const map = createOffsetMap(text);
  return links.flatMap((link): RelAnnotation[] => {
    if (!link.entity) return [];
    const start = map.toCodePoints(link.start);
    const length = map.toCodePoints(link.end) - start;
    const title = ownName(link.entity) ?? link.entity.title.replace(/ /g, "_");
    const found = mentionsGiven ? 0 : 1;
    return [[start, length, link.mention, title, round(link.confidence), found, tagOf(link.entity)]];
  });
}

const round = (x: number) => Math.round(x * 1e4) / 1e4;
