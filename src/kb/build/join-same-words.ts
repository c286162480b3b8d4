/** Joins titles without a page to the page whose title has the same words, otherwise put: Abbey of Cluny, July 20 plot, Baltimore Sun. */
import { foldSurface } from "../../text/surfaces.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";

const SEVERAL = -2;

export function* claimsOfSameWords(joining: JoiningTitles): Generator<TitleClaim> {
  const { titles, titleAt, hasPage, isOpen, known, isJoined } = joining;
  const open = new Map<string, number[]>();
  for (let t = 0; t < titles; t++) {
    if (!isOpen(t) || isJoined(t) || known.has(t)) continue;
    const key = wordsOf(titleAt(t));
    if (key === "") continue;
    const others = open.get(key);
    if (others) others.push(t);
    else open.set(key, [t]);
  }
  const pages = new Map<string, number>();
  for (let t = 0; t < titles; t++) {
    if (!hasPage(t)) continue;
    const key = wordsOf(titleAt(t));
    if (open.has(key)) pages.set(key, pages.has(key) ? SEVERAL : t);
  }
  for (const [key, page] of pages) {
    if (page === SEVERAL) continue;
    for (const t of open.get(key)!) if (isSame(titleAt(t), titleAt(page))) yield { from: t, to: page };
  }
}

const smallWords = new Set(["of", "the", "and", "in", "for", "on", "to", "at"]);

/** The title's words in no order, without the small ones; empty when there are fewer than two. */
function wordsOf(title: string): string {
  if (/[():]/.test(title)) return "";
  const whole = title
    .replace(/\bU\.?\s?S\.?(?=\s)|\bU\.\s?S\.$/g, "United States")
    .replace(/\bSt\.?(?=\s)/g, "Saint")
    .replaceAll("&", " and ");
  const words = foldSurface(whole)
    .replace(/(?<=\p{L})[.'’]/gu, "")
    .split(/[^\p{L}\p{N}]+/u);
  const content = words.filter((word) => word !== "" && !smallWords.has(word));
  return content.length < 2 ? "" : content.sort().join(" ");
}

/** Two words in another order may be another person; with "of", with a number or with three words it is the same thing. */
function isSame(a: string, b: string): boolean {
  if (withoutArticle(a) === withoutArticle(b)) return true;
  return [a, b].some((title) => / of /.test(title) || /\d/.test(title)) || wordsOf(a).split(" ").length > 2;
}

function withoutArticle(title: string): string {
  return title.replace(/^The /, "");
}
