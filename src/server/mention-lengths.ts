/** Names that are given must be names: every mention is told in the answer, so ten thousand of a whole text would be gigabytes. */
import { LinkingError } from "../errors.js";
import type { Span } from "../types.js";

/** All mentions together may be this many times as long as the longest text: names may lie inside one another. */
const TIMES_THE_TEXT = 4;

export function checkMentionLengths(mentions: readonly Span[], textLimit: number): void {
  const limit = TIMES_THE_TEXT * textLimit;
  let length = 0;
  for (const { start, end } of mentions) length += Math.max(0, end - start);
  if (length <= limit) return;
  throw new LinkingError(
    "too-large",
    `The mentions are ${length} characters long together; this server takes at most ${limit}.`,
  );
}
