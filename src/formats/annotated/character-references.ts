/** Character references (`&amp;`, `&ndash;`, `&#233;`) in text that was meant to be plain, with the way back to the original offsets. */
import { characterNames } from "../../text/character-names.js";

const reference = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,6}));/g;

export interface DecodedText {
  text: string;
  /** Where an offset into the raw text falls in `text`; an offset inside a reference goes to its end. */
  offset(raw: number): number;
}

function character(match: RegExpMatchArray): string | undefined {
  if (match[3] !== undefined) return characterNames.get(match[3]);
  const code = match[1] !== undefined ? Number(match[1]) : Number.parseInt(match[2], 16);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

export function decodeReferences(raw: string): DecodedText {
  /** End of each reference in the raw text, and how many code units shorter the text has become by then. */
  const ends: number[] = [];
  const shrunk: number[] = [];
  let text = "";
  let from = 0;
  for (const match of raw.matchAll(reference)) {
    const decoded = character(match);
    if (decoded === undefined) continue;
    text += raw.slice(from, match.index) + decoded;
    from = match.index + match[0].length;
    ends.push(from);
    shrunk.push(from - text.length);
  }
  text += raw.slice(from);
  return {
    text,
    offset(position) {
      let low = 0;
      let high = ends.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle] <= position) low = middle + 1;
        else high = middle;
      }
      const moved = position - (low === 0 ? 0 : shrunk[low - 1]);
      const next = low < ends.length ? ends[low] - shrunk[low] : text.length;
      return Math.min(moved, next);
    },
  };
}

/** The inverse for text that is to be read back by `decodeReferences`: only an ampersand that looks like a reference is escaped. */
export function encodeReferences(text: string): string {
  return text.replace(reference, (found) => `&amp;${found.slice(1)}`);
}

/** For XML content and attribute values. Characters XML does not know are left out. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the characters XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
      .replace(/\r/g, "&#13;")
  );
}
