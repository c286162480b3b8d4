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

/** Who adds own entities vouches for their names: such a name means one of its candidates, however close they are. */
export function leastConfidence(
  kb: KnowledgeBase,
  candidates: ArrayLike<number>,
  threshold: number,
  { nil, targetPrecision }: LinkOptions,
): number {
  if (nil !== undefined || targetPrecision !== undefined || !kb.isOwn) return threshold;
  for (let c = 0; c < candidates.length; c++) if (kb.isOwn(candidates[c])) return 0;
  return threshold;
}
