/** Cuts a long text into blocks that are read one after the other, so that a book needs no more memory than a page. */
import type { Span } from "../types.js";

/** UTF-16 code units a block has at most; a news story is a tenth of it. */
export const BLOCK_LENGTH = 50_000;

/** Blocks end at a blank line where there is one in their last half, else at a line, a sentence, a blank; never inside a pair. */
export function* textBlocks(text: string, length = BLOCK_LENGTH): Generator<Span> {
  let start = 0;
  while (text.length - start > length) {
    const end = cutBefore(text, start + (length >> 1), start + length);
    yield { start, end };
    start = end;
  }
  if (start < text.length || text.length === 0) yield { start, end: text.length };
}

function cutBefore(text: string, from: number, to: number): number {
  // searching the slice, not the text: without any blank the search must not run back to the beginning each time
  const half = text.slice(from, to);
  for (const mark of ["\n\n", "\n", ". ", " "]) {
    const at = half.lastIndexOf(mark);
    if (at >= 0) return from + at + mark.length;
  }
  return (text.codePointAt(to - 1) ?? 0) > 0xffff ? to - 1 : to;
}
