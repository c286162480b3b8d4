/** Model files may lie packed (gzip, four-bit vectors); they are told by their content. Runs in browsers. */
import { LinkingError } from "../errors.js";
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
  return wholeBytes(await gather(packed, Math.max(LEAST_LIMIT, MOST_SWOLLEN * buffer.byteLength)));
}

/** Tables and names become some ten times as large; what swells more is no file of a model. Times. */
const MOST_SWOLLEN = 60;
const LEAST_LIMIT = 64 << 20;

async function gather(stream: ReadableStream<Uint8Array>, limit: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new LinkingError(
        "bad-file",
        `A packed file of the model becomes larger than ${limit} bytes; it is no file of a model, or was made to harm.`,
      );
    }
    chunks.push(next.value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(chunks).arrayBuffer();
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
