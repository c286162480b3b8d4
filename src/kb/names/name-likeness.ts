/** Does a name have anything to do with a title? What shares nothing with it and is seen once is rather a mistake than a name. */
import { foldSurface } from "../../text/surfaces.js";

/** Words that begin with the same letters are akin: Germans, Germany. */
const ROOT = 4;

/** No word, no beginning of a word and no initials in common: "Hu" and "Hakan Ünsal", but not "German" and "Germany" or "UN" and "United Nations". */
export function sharesNothing(surface: string, title: string): boolean {
  const words = wordsOf(surface);
  const others = wordsOf(title);
  if (words.some((word) => others.some((other) => areAkin(word, other)))) return false;
  const initials = others.map((word) => word[0]).join("");
  return /\p{Ll}/u.test(surface) || !initials.includes(words.join(""));
}

function wordsOf(name: string): string[] {
  return foldSurface(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function areAkin(a: string, b: string): boolean {
  return a === b || (a.length >= ROOT && b.length >= ROOT && a.slice(0, ROOT) === b.slice(0, ROOT));
}
