/** Memory that is handed over to another thread instead of being copied: whoever gave it has it no more. */

/** Smaller ones are copied faster; and they may share their memory with others that must not lose it. Bytes. */
const WORTH_MOVING = 1 << 16;
/** How deep in a task or result arrays are looked for: a list of records of records. */
const DEEPEST = 4;

/** The buffers of arrays in a task or a result that are worth handing over. An array that is given must not share its memory with another. */
export function movedBuffers(value: unknown, depth = DEEPEST): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    const { buffer } = value;
    return buffer instanceof ArrayBuffer && buffer.byteLength >= WORTH_MOVING ? [buffer] : [];
  }
  if (depth === 0 || typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => movedBuffers(inner, depth - 1));
}
