/** Model files may lie packed (gzip, four-bit vectors); they are told by their content. Runs in browsers. */
import { isFourBit, unpackFourBit } from "../vectors/four-bit.js";
import { parseSafetensors } from "../vectors/safetensors.js";
import { parseVectorTable } from "../vectors/table-format.js";
import type { VectorTable } from "../vectors/vector-table.js";

/** The bytes themselves, or what gzip made them from. */
export async function gunzipIfPacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const start = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (start[0] !== 0x1f || start[1] !== 0x8b) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** A table of any storage. */
export function openTable(bytes: ArrayBuffer, name: string): VectorTable {
  return isFourBit(parseSafetensors(bytes, name).metadata)
    ? unpackFourBit(bytes, name)
    : parseVectorTable(bytes, name);
}
