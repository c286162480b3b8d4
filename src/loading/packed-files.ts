/** Model files may lie packed (gzip, four-bit vectors); they are told by their content. Runs in browsers. */
import { type LazyBytes, wholeBytes } from "../files/lazy-bytes.js";
import { parseLazySafetensors } from "../vectors/safetensors.js";
import { parseLazyTable, TABLE_FORMAT } from "../vectors/table-format.js";
import type { VectorTable } from "../vectors/vector-table.js";

/** The file itself, or what gzip made it from. */
export async function gunzipIfPacked(file: LazyBytes): Promise<LazyBytes> {
  const { buffer } = file;
  const start = new Uint8Array(buffer, 0, Math.min(2, buffer.byteLength));
  file.need(0, start.length);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return file;
  file.need(0, buffer.byteLength);
  const packed = new Blob([buffer as ArrayBuffer]).stream().pipeThrough(new DecompressionStream("gzip"));
  return wholeBytes(await new Response(packed).arrayBuffer());
}

/** A table of any storage. */
export async function openTable(file: LazyBytes, name: string): Promise<VectorTable> {
  const { metadata } = parseLazySafetensors(file, name);
  if (metadata.format === TABLE_FORMAT) return parseLazyTable(file, name);
  const { isFourBit, unpackFourBit } = await import("../vectors/four-bit.js");
  if (!isFourBit(metadata)) return parseLazyTable(file, name);
  file.need(0, file.buffer.byteLength);
  return unpackFourBit(file.buffer, name);
}
