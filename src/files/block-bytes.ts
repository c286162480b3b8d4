/** A file of any content in packed blocks, seen as lazy bytes: a block is unpacked when the first of its bytes is asked for. Runs in browsers. */
import type { BlockFile } from "./block-file.js";
import type { LazyBytes } from "./lazy-bytes.js";

/** What such a file is called among files of blocks. */
export const BYTES_KIND = "bytes";

/** What it says of itself: how long it is unpacked, and of each block but the last. */
export interface BytesAbout {
  length: number;
  blockLength: number;
}

export function openBlockBytes(file: BlockFile): LazyBytes {
  const { length, blockLength } = file.about as unknown as BytesAbout;
  const count = file.count(BYTES_KIND);
  // the system gives memory only to the pages that are written to
  const buffer = file.memory(BYTES_KIND, length);
  const bytes = new Uint8Array(buffer);
  const isThere = new Uint8Array(file.memory("there", count));
  return {
    buffer,
    isChecked: true,
    need(from, to) {
      if (from >= to) return;
      const last = Math.floor((to - 1) / blockLength);
      for (let block = Math.floor(from / blockLength); block <= last; block++) {
        if (Atomics.load(isThere, block) === 1) continue;
        bytes.set(file.block(BYTES_KIND, block), block * blockLength);
        Atomics.store(isThere, block, 1);
      }
    },
    close: () => file.close(),
  };
}
