/** Titles as MediaWiki means them: spaces for underscores, a capital first letter, no section. */

/** True when `normaliseTitle` would give the title back: ASCII, a capital first, single blanks inside. */
function isNormal(title: string): boolean {
  let space = true;
  for (let i = 0; i < title.length; i++) {
    const c = title.charCodeAt(i);
    if (c > 126 || c < 32 || c === 35 || c === 95) return false;
    if (c === 32) {
      if (space) return false;
      space = true;
    } else space = false;
  }
  const first = title.charCodeAt(0);
  return !space && !(first >= 97 && first <= 122);
}

/** " united_States#History" → "United States". Empty when nothing is left. */
export function normaliseTitle(title: string): string {
  if (isNormal(title)) return title;
  const hash = title.indexOf("#");
  let t = hash >= 0 ? title.slice(0, hash) : title;
  if (/_|\s\s|^\s|\s$|[\t\n\r\u00a0\u200e\u200f]/.test(t)) {
    t = t
      .replace(/[\u200e\u200f]/g, "")
      .replace(/[_\s]+/g, " ")
      .trim();
  }
  const first = t.charCodeAt(0);
  if (first >= 97 && first <= 122) return String.fromCharCode(first - 32) + t.slice(1);
  if (first < 128 || Number.isNaN(first)) return t;
  const head = String.fromCodePoint(t.codePointAt(0)!);
  const upper = head.toUpperCase();
  // "ß" has no single capital: MediaWiki leaves it
  return upper.length === head.length ? upper + t.slice(head.length) : t;
}

/** "Mercury (planet)" → "Mercury": the title without the bracket that tells it from others. */
export function withoutBracket(title: string): string {
  return title.replace(/ \([^()]*\)$/, "");
}
