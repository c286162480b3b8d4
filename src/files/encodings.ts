/** Texts that are not UTF-8, told by their bytes: misread in silence they would be names that nobody has. */
import { LinkingError } from "../errors.js";

/** UTF-16 by its mark, or by a zero in every other byte; with zeros anywhere else it is no text. */
export function refuseUtf16(head: Uint8Array, name: string): void {
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const zeros = [0, 0];
  head.subarray(0, 64).forEach((byte, i) => {
    if (byte === 0) zeros[i % 2]++;
  });
  if (!hasMark && (head.length < 4 || zeros[0] + zeros[1] < Math.min(16, head.length >> 1))) return;
  if (!hasMark && Math.min(...zeros) > 0)
    throw new LinkingError("bad-file", `${name} is no text: it is full of zeros; name a file of text.`);
  throw new LinkingError(
    "bad-file",
    `${name} is written in UTF-16; UTF-8 was wanted. Save it as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8.`,
  );
}

/** A check for a stream of bytes, piece by piece; `where` names the place for the sentence. */
export function createUtf8Check(name: string, where: () => string): (piece?: Uint8Array) => void {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (piece) => {
    try {
      decoder.decode(piece, { stream: piece !== undefined });
    } catch (cause) {
      throw new LinkingError(
        "bad-file",
        `${name} is not written in UTF-8 (${where()}); save it as UTF-8, or convert it, for example: iconv -f LATIN1 -t UTF-8.`,
        { cause },
      );
    }
  };
}
