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
  const bins = Array.from({ length: binCount }, (_, b) => ({
    from: b / binCount,
    to: (b + 1) / binCount,
    links: 0,
    confidence: 0,
    accuracy: 0,
  }));
  let links = 0;
  for (const m of documents.flatMap((doc) => doc.mentions)) {
    if (m.gold === null || m.link === null || m.confidence === undefined) continue;
    const bin = bins[Math.min(binCount - 1, Math.max(0, Math.floor(m.confidence * binCount)))];
    bin.links++;
    bin.confidence += m.confidence;
    if (m.isRight) bin.accuracy++;
    links++;
  }
  if (links === 0) return undefined;
  let ece = 0;
  for (const bin of bins) {
    if (bin.links === 0) continue;
    bin.confidence /= bin.links;
    bin.accuracy /= bin.links;
    ece += (bin.links / links) * Math.abs(bin.confidence - bin.accuracy);
  }
  return { ece, bins };
}
