/** Titles as MediaWiki means them: spaces for underscores, a capital first letter, no section. */

/** " united_States#History" → "United States". Empty when nothing is left. */
export function normaliseTitle(title: string): string {
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
