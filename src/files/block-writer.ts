/** Sections of blocks into the bytes of a packed file. */
import { deflateRawSync } from "node:zlib";
import { BYTES_KIND, type BytesAbout } from "./block-bytes.js";
import {
  BLOCK_ENTRY,
  BLOCK_FRONT,
  BLOCK_MAGIC,
  BLOCK_VERSION,
  type BlockHeader,
  DICTIONARY,
} from "./block-file.js";
import { checksumWords } from "./checksum.js";

export interface BlockFileContents extends Pick<BlockHeader, "kind" | "about"> {
  /** Blocks of each section, in order. */
  sections: Record<string, Iterable<Uint8Array>>;
  /** What often occurs in the blocks of some sections, at most 32,768 bytes, the most frequent last: small blocks then pack like large ones. */
  dictionary?: { bytes: Uint8Array; sections: string[] };
}

/** A block that deflate makes no shorter stays as it is. */
export function packBlockFile({
  kind,
  about,
  dictionary,
  sections,
}: BlockFileContents): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array[] = [];
  const entries: number[] = [];
  const counts: BlockHeader["sections"] = {};
  const all = { ...(dictionary && { [DICTIONARY]: [dictionary.bytes] }), ...sections };
  for (const [section, content] of Object.entries(all)) {
    const before = blocks.length;
    const options = dictionary?.sections.includes(section) ? { dictionary: dictionary.bytes } : {};
    for (const block of content) {
      const deflated = deflateRawSync(block, { level: 9, memLevel: 9, ...options });
      const packed = deflated.length < block.length ? deflated : block.slice();
      blocks.push(packed);
      entries.push(block.length, packed.length, ...checksumWords(packed));
    }
    counts[section] = blocks.length - before;
  }
  const withDictionary = dictionary?.sections ?? [];
  const header: BlockHeader = { kind, about, sections: counts, withDictionary };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const table = new Uint8Array(Uint32Array.from(entries).buffer);
  const body = BLOCK_FRONT + json.length + table.length;
  const file = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, body));
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode(BLOCK_MAGIC));
  view.setUint32(8, BLOCK_VERSION, true);
  view.setUint32(12, json.length, true);
  view.setUint32(16, entries.length / BLOCK_ENTRY, true);
  file.set(json, BLOCK_FRONT);
  file.set(table, BLOCK_FRONT + json.length);
  const [a, b] = checksumWords(file.slice(BLOCK_FRONT, body));
  view.setUint32(20, a, true);
  view.setUint32(24, b, true);
  let at = body;
  for (const block of blocks) {
    file.set(block, at);
    at += block.length;
  }
  return file;
}

/** Any file's content in blocks of so many bytes; `openBlockBytes` reads it. */
export function packBytes(content: Uint8Array, blockLength: number): Uint8Array<ArrayBuffer> {
  const about: BytesAbout = { length: content.length, blockLength };
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += blockLength)
    blocks.push(content.subarray(at, at + blockLength));
  return packBlockFile({ kind: BYTES_KIND, about: { ...about }, sections: { [BYTES_KIND]: blocks } });
}
