/** Strings to keep. The engine makes no copy of a longer piece of a text but points into it, and so keeps all of the text with the piece. */

/** Shorter pieces are copied by the engine. */
const SHORTEST_POINTER = 13;
/** Arguments that a call takes on every engine. */
const PART = 4096;

/** The same string, independent of any text it was cut from. */
export function ownString(piece: string): string {
  if (piece.length < SHORTEST_POINTER) return piece;
  let own = "";
  for (let from = 0; from < piece.length; from += PART) {
    const units: number[] = [];
    for (let i = from; i < Math.min(from + PART, piece.length); i++) units.push(piece.charCodeAt(i));
    own += String.fromCharCode(...units);
  }
  return own;
}
