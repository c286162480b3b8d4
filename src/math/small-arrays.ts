/**
 * Small typed arrays that live as long as a document: cut out of larger pieces of memory. One by one the engine would ask the system
 * for each and have its helper threads give it back. They share memory, so none may be handed over to another thread or kept for long.
 */

/** Bytes of a piece, and of an array that has one to itself. */
const PIECE = 1 << 15;
const LARGE = 1 << 13;
const ALIGNED = 8;

let piece = new ArrayBuffer(0);
let used = 0;

/** Where so many bytes begin in `piece`. */
function cut(bytes: number): number {
  if (used + bytes > piece.byteLength) {
    piece = new ArrayBuffer(PIECE);
    used = 0;
  }
  const from = used;
  used += Math.ceil(bytes / ALIGNED) * ALIGNED;
  return from;
}

/** So many zeros. */
export function smallInts(length: number): Int32Array<ArrayBuffer> {
  if (4 * length > LARGE) return new Int32Array(length);
  const from = cut(4 * length);
  return new Int32Array(piece, from, length);
}

/** So many zeros. */
export function smallFloats(length: number): Float32Array<ArrayBuffer> {
  if (4 * length > LARGE) return new Float32Array(length);
  const from = cut(4 * length);
  return new Float32Array(piece, from, length);
}

/** So many zeros. */
export function smallDoubles(length: number): Float64Array<ArrayBuffer> {
  if (8 * length > LARGE) return new Float64Array(length);
  const from = cut(8 * length);
  return new Float64Array(piece, from, length);
}
