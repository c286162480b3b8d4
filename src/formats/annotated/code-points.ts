/** Offsets in Unicode code points, as Python counts, to and from UTF-16 code units, as JavaScript does. */

const SURROGATE = /[\ud800-\udbff][\udc00-\udfff]/;

export interface OffsetMap {
  toUtf16(codePoints: number): number;
  toCodePoints(utf16: number): number;
}

const identity: OffsetMap = { toUtf16: (n) => n, toCodePoints: (n) => n };

/** Free for text without characters beyond U+FFFF. Offsets past the end stay past the end. */
export function createOffsetMap(text: string): OffsetMap {
  if (!SURROGATE.test(text)) return identity;
  /** Code-unit offset of each code point, and one more for the end. */
  const units: number[] = [];
  let at = 0;
  for (const character of text) {
    units.push(at);
    at += character.length;
  }
  units.push(at);
  return {
    toUtf16: (n) => (n < units.length ? units[n] : text.length + n - units.length + 1),
    toCodePoints(n) {
      let low = 0;
      let high = units.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (units[middle] < n) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
