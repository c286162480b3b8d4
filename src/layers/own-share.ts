/** How much own entities count beside those that the linker knows under the same name. */
import { isGuess, nameSources } from "../kb/name-sources.js";
import { foldSurface } from "../text/surfaces.js";

/** Share of a name that its own entities have where it is a whole name of one and the linker knows it too. */
export const DEFAULT_OWN_SHARE = 0.85;

/** What a name made by rule (a family name, initials) counts of what a whole name does. */
const BY_RULE = 0.25;

/** Up to this many entities a layer counts in full; beyond, names meet by chance more often the more there are. */
const SMALL_LAYER = 1000;
const FALL = 0.25;

/** How a name of an own entity came about. */
export type OwnNameKind = "whole" | "rule" | "part";

export function kindOfName(sources: number, surface: string, title: string): OwnNameKind {
  if (!isGuess(sources)) return "whole";
  if (foldSurface(title.replace(/\s*[(,].*$/, "")) === foldSurface(surface)) return "whole";
  return sources & nameSources.rule ? "rule" : "part";
}

/** Odds of the own entity against everything that the linker's knowledge base has under the name. */
export function ownOdds(kind: OwnNameKind, share: number, layerSize: number): number {
  const whole = share / Math.max(1e-6, 1 - share);
  const size = Math.min(1, SMALL_LAYER / Math.max(1, layerSize)) ** FALL;
  return whole * size * (kind === "whole" ? 1 : BY_RULE);
}
