/** Long texts are linked at once and explained part by part, as one reads. */
import type { LinkJson } from "../../src/formats/links/link-json.js";

/** Texts up to this length are explained at once. */
export const EXPLAINED_AT_ONCE = 5_000;

/** The stretch around a place that is explained together with it. */
const PART = 2_000;

/** Parts of a text are counted from its beginning, so that a name is always explained with the same ones. */
export function partAround(text: string, at: number): { start: number; end: number } {
  const start = Math.floor(at / PART) * PART;
  return { start, end: Math.min(text.length, start + PART) };
}

/** Gives the links the explanations that came for a part of them. */
export function withExplanations<L extends LinkJson | null>(links: L[], explained: LinkJson[]): L[] {
  return links.map((link, i) => {
    const { explanation } = explained[i] ?? {};
    return link && explanation ? { ...link, explanation } : link;
  });
}
