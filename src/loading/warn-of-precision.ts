/** A target precision that no threshold reached is told once, before anything is linked. */
import type { OnWarning } from "../corpus/page.js";
import { isReached } from "../linker/calibration.js";
import { createFolderReader } from "./folder-files.js";
import type { LinkerSource } from "./linker-source.js";
import { demandLinker, shippedModel } from "./load-linker.js";
import { createModelReader } from "./model-source.js";
import { calibrationOf, MANIFEST, parseManifest } from "./open-linker.js";
import { unpackFile } from "./packed-files.js";

/** Says which threshold is taken instead, and the share of links that was right from there on. */
export async function warnOfPrecision(
  { model = shippedModel(), kb }: Pick<LinkerSource, "model" | "kb">,
  targetPrecision: number | undefined,
  onWarning: OnWarning,
): Promise<void> {
  if (targetPrecision === undefined) return;
  demandLinker(model);
  const file = await createModelReader(createFolderReader(model))(MANIFEST);
  const calibration = calibrationOf(parseManifest(await unpackFile(file, MANIFEST)), kb !== undefined);
  if (isReached(calibration, targetPrecision)) return;
  const strictest = calibration.precisions.at(-1);
  onWarning(
    strictest
      ? `No threshold reaches a precision of ${targetPrecision} on held-out text; the strictest one, ${strictest.threshold}, is taken, which has ${strictest.precision.toFixed(4)}.`
      : `This model says of no threshold how many links were right on held-out text; only links that are 100 % sure are given.`,
  );
}
