/** What kind of character a code point is, answered from a table that fills itself as characters are met. */

export const CharKind = {
  space: 1,
  upper: 2,
  /** Letters without case belong here too: they never start a name by being capital. */
  lower: 3,
  digit: 4,
  /** Combining marks and joiners: part of the word before them. */
  mark: 5,
  /** Han, kana and their like, written without spaces: each is a token of its own. */
  ideograph: 6,
  other: 7,
} as const;
export type CharKind = (typeof CharKind)[keyof typeof CharKind];

const upper = /^[\p{Lu}\p{Lt}]$/u;
const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const letter = /^\p{L}$/u;
const mark = /^[\p{M}\u200c\u200d]$/u;
const digit = /^\p{Nd}$/u;
const space = /^[\s\u0085\u200b\u2060\p{Zs}]$/u;

/** 0: not asked yet. Only the basic plane; a character beyond it is classified each time. */
const known = new Uint8Array(0x10000);

function classify(codePoint: number): CharKind {
  const c = String.fromCodePoint(codePoint);
  if (space.test(c)) return CharKind.space;
  if (upper.test(c)) return CharKind.upper;
  if (ideograph.test(c) && !mark.test(c)) return CharKind.ideograph;
  if (letter.test(c)) return CharKind.lower;
  if (digit.test(c)) return CharKind.digit;
  if (mark.test(c)) return CharKind.mark;
  return CharKind.other;
}

/** A lone surrogate is `other`, like any sign that is neither letter, digit nor space. */
export function charKind(codePoint: number): CharKind {
  if (codePoint > 0xffff) return classify(codePoint);
  const kind = known[codePoint];
  if (kind !== 0) return kind as CharKind;
  const found = classify(codePoint);
  known[codePoint] = found;
  return found;
}

export function isApostrophe(codePoint: number): boolean {
  return codePoint === 0x27 || codePoint === 0x2019 || codePoint === 0x02bc || codePoint === 0xff07;
}
