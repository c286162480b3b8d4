/** A name told by the title it belongs to: words of it in a row, or the number of a further name kept with the entity. */

/** Words are counted from 0 to 7, and so many of them taken at most. */
const PLACES = 8;
/** Codes below this are words of the title, others further names. */
const FURTHER = PLACES * PLACES;

/** Words `from` up to `from + count` of a title, without a comma behind or brackets around them; undefined when it has fewer. */
function wordsInRow(title: string, from: number, count: number): string | undefined {
  let start = 0;
  for (let i = 0; i < from; i++) {
    start = title.indexOf(" ", start) + 1;
    if (start === 0) return undefined;
  }
  let end = start - 1;
  for (let i = 0; i < count; i++) {
    if (end === title.length) return undefined;
    end = title.indexOf(" ", end + 1);
    if (end < 0) end = title.length;
  }
  if (title[start] === "(" && title[end - 1] === ")") return title.slice(start + 1, end - 1);
  if (title[end - 1] === ",") end--;
  return title.slice(start, end);
}

/** The code of a name that stands in the title; −1 for others. */
export function encodeForm(title: string, name: string): number {
  if (name === "") return -1;
  const count = name.split(" ").length;
  if (count > PLACES) return -1;
  for (let at = title.indexOf(name); at >= 0; at = title.indexOf(name, at + 1)) {
    const from = title.slice(0, at).split(" ").length - 1;
    if (from >= PLACES) return -1;
    if (wordsInRow(title, from, count) === name) return from * PLACES + count - 1;
  }
  return -1;
}

export function encodeFurther(number: number): number {
  return FURTHER + number;
}

/** `furtherAt` gives the entity's further names by number. */
export function decodeForm(code: number, title: string, furtherAt: (number: number) => string): string {
  if (code >= FURTHER) return furtherAt(code - FURTHER);
  return wordsInRow(title, code >> 3, (code & (PLACES - 1)) + 1) ?? title;
}
