/** A link's text or a list's entry as a name: without the white space, brackets and control characters around and in it. */

const LONGEST_SURFACE = 100;

/** Letters, digits and most signs of ASCII, single blanks inside: what needs no cleaning, whatever the order. */
function isClean(surface: string): boolean {
  let space = true;
  for (let i = 0; i < surface.length; i++) {
    const c = surface.charCodeAt(i);
    if (c < 33) {
      if (c !== 32 || space) return false;
      space = true;
    } else {
      if (c > 126 || c === 34 || c === 40) return false;
      space = false;
    }
  }
  return !space && surface.length <= LONGEST_SURFACE;
}

/** White space joined, control characters out; empty when it cannot be a name. */
export function cleanSurface(raw: string): string {
  if (isClean(raw)) return raw;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being looked for
  const isUntidy = /[\u0000-\u001f\u007f\u00a0]|\s\s|^\s|\s$/.test(raw);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  let surface = isUntidy ? raw.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim() : raw;
  if (/^["“(].*["”)]$/.test(surface)) surface = surface.slice(1, -1).trim();
  return surface.length > LONGEST_SURFACE ? "" : surface;
}
