/** Joins titles without a page to the page whose title has the same words, otherwise put: Abbey of Cluny, July 20 plot, Baltimore Sun. */
import { foldSurface } from "../../text/surfaces.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";
import { TitlesByKey } from "./titles-by-key.js";

export function* claimsOfSameWords(joining: JoiningTitles): Generator<TitleClaim> {
  const { titles, titleAt, hasPage, isOpen, known, isJoined } = joining;
  const pages = new TitlesByKey();
  for (let t = 0; t < titles; t++) {
    const key = hasPage(t) ? wordsOf(titleAt(t)) : "";
    if (key !== "") pages.add(key, t);
  }
  for (let t = 0; t < titles; t++) {
    if (!isOpen(t) || isJoined(t) || known.has(t)) continue;
    const key = wordsOf(titleAt(t));
    const page = key === "" ? -1 : pages.only(key);
    if (page >= 0 && isSame(titleAt(t), titleAt(page))) yield { from: t, to: page };
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
