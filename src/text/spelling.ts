/** How a name is spelled, without what spellings of one name differ in: its words, and the three-letter pieces of these. */
import { foldSurface } from "./surfaces.js";

/** Number of slots that pieces are hashed to; a power of two. Two pieces in one slot are taken for the same. */
export const PIECE_SLOTS = 1 << 18;
/** Marks a word's beginning and its end. */
const EDGE = 35;

/** The name's words in lower case, without accents, signs and possessive endings: "Fish-Eye Disease" is fish, eye, disease. */
export function spelledWords(name: string): string[] {
  return (
    foldSurface(name)
      .replace(/'s?(?![\p{L}\p{N}])/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** By slot: the last call of `piecesOf` that met it. */
const metIn = new Uint32Array(PIECE_SLOTS);
let calls = 0;

/**
 * Slots of the pieces of three characters that the words have, edges among them ("#br", "bre", … "st#"), each once.
 * The order of the words leaves no trace but in the order of the pieces, an ending changes a few pieces of many.
 */
export function piecesOf(words: readonly string[]): number[] {
  calls = calls === 0xffffffff ? 1 : calls + 1;
  if (calls === 1) metIn.fill(0);
  const slots: number[] = [];
  for (const word of words) {
    let a = EDGE;
    let b = word.charCodeAt(0);
    for (let i = 1; i <= word.length; i++) {
      const c = i < word.length ? word.charCodeAt(i) : EDGE;
      const slot = slotOf(a, b, c);
      if (metIn[slot] !== calls) {
        metIn[slot] = calls;
        slots.push(slot);
      }
      a = b;
      b = c;
    }
  }
  return slots;
}

function slotOf(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return ((h ^ (h >>> 13)) >>> 0) & (PIECE_SLOTS - 1);
}
