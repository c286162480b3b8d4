/** Confidence of a linker's own, or the one it was given: few held-out documents fit a worse one than a larger linker brings along. */
import { hashString } from "../kb/stores/string-table.js";
import { type Calibration, confidenceOf, linkFeatures } from "../linker/calibration.js";
import { type CalibrationCase, fitCalibration, fitTemperature } from "../linker/fit-calibration.js";

/** Fewer held-out links fit no confidence at all. */
const FEWEST_LINKS = 200;
/** A confidence that says 0 or 1 and is wrong is not infinitely wrong. */
const LEAST_CHANCE = 1e-3;

/** A held-out link and the document it stands in. */
export type DocumentedCase = CalibrationCase & { document: { id?: string } };

/** Fitted on the links; undefined where there are too few, or where the one at hand foretells them better than one that is fitted on the other half of their documents. */
export function fitOwnConfidence(
  links: readonly DocumentedCase[],
  given: Calibration | undefined,
): Calibration | undefined {
  if (links.length < FEWEST_LINKS) return undefined;
  if (given && isReadable(given, links[0]) && foretells(given, links) >= ownForetells(links))
    return undefined;
  return fitCalibration(links, fitTemperature(links));
}

/** One of an earlier version may look at other numbers. */
function isReadable(calibration: Calibration, link: CalibrationCase): boolean {
  return calibration.means?.length === linkFeatures(link).length;
}

/** Σ log P(what came true) over halves of the documents, each judged by what the other half fits. */
function ownForetells(links: readonly DocumentedCase[]): number {
  const halves = [0, 1].map((half) =>
    links.filter(({ document }) => hashString(document.id ?? "") % 2 === half),
  );
  if (halves.some((half) => half.length < FEWEST_LINKS / 2)) return Number.NEGATIVE_INFINITY;
  return halves.reduce((sum, half, i) => {
    const other = halves[1 - i];
    return sum + foretells(fitCalibration(other, fitTemperature(other)), half);
  }, 0);
}

function foretells(calibration: Calibration, links: readonly CalibrationCase[]): number {
  return links.reduce((sum, link) => {
    const confidence = confidenceOf(calibration, link);
    const chance = link.right ? confidence : 1 - confidence;
    return sum + (link.weight ?? 1) * Math.log(Math.max(LEAST_CHANCE, chance));
  }, 0);
}
