/** How sure a link must be to be given: below that it is NIL. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { type Calibration, thresholdFor } from "./calibration.js";
import type { LinkOptions } from "./link.js";
import type { LinkerSettings } from "./linker-parts.js";

/** As the call says, or the linker's settings: of names that the caller vouches for less may be asked. */
export function nilThreshold(
  { nil, targetPrecision, mentions }: LinkOptions,
  settings: LinkerSettings,
  calibration: Calibration,
): number {
  if (nil !== undefined) return nil;
  if (targetPrecision !== undefined) return thresholdFor(calibration, targetPrecision);
  return mentions ? (settings.nilGiven ?? settings.nil) : settings.nil;
}

/** Who adds own entities vouches for their names: one that the text takes for an own entity is linked, however close another was. */
export function leastConfidence(
  kb: KnowledgeBase,
  best: number | undefined,
  threshold: number,
  { nil, targetPrecision }: LinkOptions,
): number {
  if (nil !== undefined || targetPrecision !== undefined || best === undefined) return threshold;
  return kb.isOwn?.(best) ? 0 : threshold;
}
