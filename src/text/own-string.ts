/** Strings to keep. The engine makes no copy of a longer piece of a text but points into it, and so keeps all of the text with the piece. */

/** Shorter pieces are copied by the engine. */
const SHORTEST_POINTER = 13;

/** The same string, independent of any text it was cut from. */
export function ownString(piece: string): string {
  if (piece.length < SHORTEST_POINTER) return piece;
  const units: number[] = [];
  for (let i = 0; i < piece.length; i++) units.push(piece.charCodeAt(i));
  return String.fromCharCode(...units);
}
