/** Memory that is handed over to another thread instead of being copied: whoever gave it has it no more. */

/** Smaller ones are copied as fast; and they may share their memory with others that must not lose it. Bytes. */
export const WORTH_MOVING = 1 << 16;
/** How deep in a task or result arrays are looked for: a list of records of records. */
const DEEPEST = 4;

/** The buffers of arrays in a task or a result that have so many bytes or more. An array that is given must not share its memory with another. */
export function movedBuffers(value: unknown, least = WORTH_MOVING): ArrayBuffer[] {
  const found: ArrayBuffer[] = [];
  collect(value, least, DEEPEST, found);
  return found;
}

function collect(value: unknown, least: number, depth: number, found: ArrayBuffer[]): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) {
    const { buffer } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength >= least) found.push(buffer);
  } else if (depth > 0) {
    for (const inner of Object.values(value)) collect(inner, least, depth - 1, found);
  }
}
