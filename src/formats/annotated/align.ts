/** Finds a mention whose offsets are off by a few characters. */
import { literalPattern } from "../../text/literal-pattern.js";

export interface Alignment {
  start: number;
  end: number;
  /** How far it was moved, in code units. */
  moved: number;
}

/**
 * The occurrence of `surface` nearest to `start`, at most `reach` away; the earlier one of two at the same distance.
 * A first look is exact; a second one takes any run of white space for a space, since line breaks often differ.
 */
export function alignSurface(
  text: string,
  surface: string,
  start: number,
  reach = 200,
): Alignment | undefined {
  if (surface.length === 0) return undefined;
  if (text.startsWith(surface, start)) return { start, end: start + surface.length, moved: 0 };
  const from = Math.max(0, start - reach);
  const part = text.slice(from, start + reach + surface.length);
  const literal = literalPattern(surface.trim());
  for (const pattern of [literal, literal.replace(/\s+/g, "\\s+")]) {
    if (pattern.length === 0) return undefined;
    let best: Alignment | undefined;
    for (const match of part.matchAll(new RegExp(pattern, "gu"))) {
      const at = from + match.index;
      const moved = at - start;
      if (!best || Math.abs(moved) < Math.abs(best.moved))
        best = { start: at, end: at + match[0].length, moved };
    }
    if (best) return best;
  }
  return undefined;
}
