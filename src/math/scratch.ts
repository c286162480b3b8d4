/** How many numbers of scratch room a kernel wants; its callers allocate them, its description names them. */
import { type Graph, widthOf } from "./graph-layout.js";

export { widthOf };

export function localScoreScratch(count: number, wordCount: number, d: number): number {
  return widthOf(count) * (d + 4) + 3 * wordCount + 12;
}

export function localScoreBackwardScratch(kept: number, d: number): number {
  return 2 * d + kept + 8;
}

export function pairScoreScratch(largestCount: number, d: number): number {
  return widthOf(d) + widthOf(largestCount) * d;
}

export function pairGradientScratch(d: number): number {
  return 4 * (d + 4);
}

/** For updateMessages and its backward. */
export function messageScratch(largestCount: number): number {
  return 2 * largestCount + 64;
}

export function settlingScratch({ candidates, messageSize, pairCount }: Graph, largestCount: number): number {
  return 5 * candidates + 2 * messageSize + 7 * pairCount + 4 + 18 * widthOf(largestCount);
}
