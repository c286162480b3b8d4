/** Links as REL writes them: start, length, mention, entity, confidence of linking, confidence of the mention, tag. */

import type { Link } from "../../linker/link.js";
import { createOffsetMap } from "../annotated/code-points.js";

export type RelAnnotation = [number, number, string, string, number, number, string];

/** What REL writes for the class of a name that no tagger has judged. */
const NO_TAG = "NULL";

/**
 * Offsets count code points, titles have underscores, NIL is left out, as REL does.
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
    const title = link.entity.title.replace(/ /g, "_");
    return [[start, length, link.mention, title, round(link.confidence), mentionsGiven ? 0 : 1, NO_TAG]];
  });
}

const round = (x: number) => Math.round(x * 1e4) / 1e4;
