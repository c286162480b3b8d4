/** Judges whether a stretch of text that the knowledge base knows as a surface is a name here. */
import type { KnowledgeBase, SurfaceInfo } from "../kb/knowledge-base.js";
import { isStopWord } from "../text/stop-words.js";
import { foldSurface, isAllCapitals, titleCase, unifySigns } from "../text/surfaces.js";
import { Casing } from "./token-shapes.js";

/** Longer stretches are no names; not slicing them keeps odd texts cheap. */
export const LONGEST_NAME = 100;

/** What the knowledge base knows of a surface as it stands in a text: as written, in title case, or case-blind. */
export function lookupName(kb: KnowledgeBase, surface: string): SurfaceInfo | undefined {
  const plain = unifySigns(surface);
  const exact = kb.lookup(plain);
  if (isAllCapitals(plain)) {
    const titled = kb.lookup(titleCase(plain));
    if (titled && (!exact || titled.linkCount > exact.linkCount)) return titled;
  }
  return exact ?? kb.lookupFolded(foldSurface(plain));
}

/** Where a stretch stands and what it is made of. */
export interface Occurrence {
  surface: string;
  info: SurfaceInfo;
  /** Tokens, and how many of them have a capital. */
  tokens: number;
  capitals: number;
  /** Does it hold "and" or a comma: perhaps two names? */
  joined: boolean;
  /** Does it begin where any word has a capital? */
  opening: boolean;
  casing: Casing;
}

/** How sure, from 0 to 1, that this occurrence is a name. Below `LEAST_LIKENESS` it is none. */
export function nameLikeness(kb: KnowledgeBase, at: Occurrence): number {
  const { info } = at;
  if (info.candidates.length === 0) return 0;
  if (at.joined && !isEstablished(kb, at)) return 0;
  const single = at.tokens === 1;
  if (single && (at.surface.length < 2 || isStopWord(at.surface.toLowerCase()))) {
    // US, IT, WHO: a stop word in capitals is a name only amid ordinary letters
    if (at.casing === Casing.capitals || !isAllCapitals(at.surface) || !isEstablished(kb, at)) return 0;
  }
  const small = info.lowercaseShare;
  const linked = info.linkProbability;
  // a capital that every word here would have proves nothing: the word itself must be a name by habit
  const capitalProves = at.casing === Casing.normal && !(at.opening && at.capitals < 2);
  let likeness = capitalProves ? 1 - 0.7 * small : 1 - 1.2 * small;
  if (info.textCount >= 20 && linked < 0.02) likeness -= capitalProves ? 0.25 : 0.4;
  if (linked > 0.2) likeness += 0.2;
  return Math.max(0, Math.min(1, likeness));
}

export const LEAST_LIKENESS = 0.42;

/** Is the surface the title of an entity it means, or a link text people have used? */
function isEstablished(kb: KnowledgeBase, at: Occurrence): boolean {
  const plain = unifySigns(at.surface);
  const best = at.info.candidates[0];
  return at.info.linkCount > 1 || kb.entity(best.entity).title === plain;
}
