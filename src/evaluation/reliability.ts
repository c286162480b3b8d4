/** Does a confidence of 0.8 mean 8 right links in 10? Expected calibration error and the reliability diagram behind it. */
import type { DocumentOutcome } from "./outcome.js";

export interface ReliabilityBin {
  from: number;
  to: number;
  links: number;
  /** Mean confidence and share of right links in the bin. */
  confidence: number;
  accuracy: number;
}

export interface Reliability {
  /** Expected calibration error: mean gap between confidence and accuracy, weighted by links. */
  ece: number;
  bins: ReliabilityBin[];
}

/**
 * Over links with a confidence, on mentions with a gold entity; undefined when there are none.
 *
 * ```ts
 * import { computeReliability, type DocumentOutcome } from "mulrel/train";
 *
 * declare const outcomes: DocumentOutcome[];
 * console.log(computeReliability(outcomes)?.ece);
 * ```
 */
export function computeReliability(documents: DocumentOutcome[], binCount = 10): Reliability | undefined {
  const judged = documents
    .flatMap((doc) => doc.mentions)
    .flatMap(({ gold, link, confidence, isRight }) =>
      gold === null || link === null || confidence === undefined ? [] : [{ confidence, right: isRight }],
    );
  return judged.length === 0 ? undefined : reliabilityOf(judged, binCount);
}

/** The same for links whose confidence and truth are known. */
export function reliabilityOf(
  judged: readonly { confidence: number; right: boolean }[],
  binCount = 10,
): Reliability {
  const bins = Array.from({ length: binCount }, (_, b) => ({
    from: b / binCount,
    to: (b + 1) / binCount,
    links: 0,
    confidence: 0,
    accuracy: 0,
  }));
  for (const { confidence, right } of judged) {
    const bin = bins[Math.min(binCount - 1, Math.max(0, Math.floor(confidence * binCount)))];
    bin.links++;
    bin.confidence += confidence;
    if (right) bin.accuracy++;
  }
  let ece = 0;
  for (const bin of bins) {
    if (bin.links === 0) continue;
    bin.confidence /= bin.links;
    bin.accuracy /= bin.links;
    ece += (bin.links / judged.length) * Math.abs(bin.confidence - bin.accuracy);
  }
  return { ece, bins };
}
