/** Model files may lie packed (blocks, gzip, four-bit vectors); they are told by their content. Runs in browsers. */
import { LinkingError, messageOf } from "../errors.js";
import { BYTES_KIND, openBlockBytes } from "../files/block-bytes.js";
import { BlockFile, isBlockFile } from "../files/block-file.js";
import { type ByteSource, memorySource } from "../files/byte-source.js";
import { type LazyBytes, wholeBytes } from "../files/lazy-bytes.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { openKnowledgeBaseBytes } from "../kb/stores/file-store.js";
import { parseLazySafetensors } from "../vectors/safetensors.js";
import { parseLazyTable, TABLE_FORMAT } from "../vectors/table-format.js";
import type { VectorTable } from "../vectors/vector-table.js";

/** A file of which parts are read as they are needed. */
export type OpenedFile = LazyBytes | ByteSource;

/** The source of a file of blocks; undefined for other files. */
function blockSource(file: OpenedFile): ByteSource | undefined {
  if ("read" in file) return file;
  const start = new Uint8Array(file.buffer, 0, Math.min(8, file.buffer.byteLength));
  file.need(0, start.length);
  if (!isBlockFile(start)) return undefined;
  file.need(0, file.buffer.byteLength);
  return memorySource(file.buffer);
}

/** The file itself, or what it was packed from. */
export async function unpackFile(file: OpenedFile, name: string): Promise<LazyBytes> {
  const source = blockSource(file);
  if (!source) return gunzipIfPacked(file as LazyBytes, name);
  const blocks = new BlockFile(source, name);
  if (blocks.kind === BYTES_KIND) return openBlockBytes(blocks);
  throw new LinkingError("bad-file", `${name} is a packed ${blocks.kind}, which is not what it is named as.`);
}

async function gunzipIfPacked(file: LazyBytes, name: string): Promise<LazyBytes> {
  const { buffer } = file;
  const start = new Uint8Array(buffer, 0, Math.min(2, buffer.byteLength));
  file.need(0, start.length);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return file;
  file.need(0, buffer.byteLength);
  const packed = new Blob([buffer as ArrayBuffer]).stream().pipeThrough(new DecompressionStream("gzip"));
  const limit = Math.max(LEAST_LIMIT, MOST_SWOLLEN * buffer.byteLength);
  try {
    return wholeBytes(await gather(packed, limit, name));
  } catch (error) {
    if (error instanceof LinkingError) throw error;
    const sentence = `${name} cannot be unpacked: ${messageOf(error)}; copy it or make it again.`;
    throw new LinkingError("bad-file", sentence, { cause: error });
  }
}

/** Tables and names become some ten times as large; what swells more is no file of a model. Times. */
const MOST_SWOLLEN = 60;
const LEAST_LIMIT = 64 << 20;

async function gather(stream: ReadableStream<Uint8Array>, limit: number, name: string): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new LinkingError(
        "bad-file",
        `${name} becomes larger than ${limit} bytes when it is unpacked; it is no file of a model, or was made to harm.`,
      );
    }
    chunks.push(next.value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(chunks).arrayBuffer();
}

/** A knowledge base in one file, packed in whichever way. */
export async function openModelKnowledgeBase(file: OpenedFile, name: string): Promise<KnowledgeBase> {
  const source = blockSource(file);
  if (!source) return openKnowledgeBaseBytes((await gunzipIfPacked(file as LazyBytes, name)).buffer, name);
  return (await import("../kb/stores/packed-store.js")).openPackedKnowledgeBase(source, name);
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
