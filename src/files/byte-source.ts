/** Bytes read piece by piece from wherever they lie: a file on disk, a buffer in memory. Runs in browsers. */
import { inflateRaw } from "./inflate.js";

/** Memory of zeros for what becomes of a part of a source; asked again for the same part, the same memory, as others left it. Undefined where there is none. */
export type GiveMemory = (part: string, byteLength: number) => ArrayBufferLike | undefined;

/** Nothing that was read is kept: whoever reads keeps what is needed. */
export interface ByteSource {
  readonly byteLength: number;
  /** The bytes from `from` up to `to`, which lie inside the source. */
  read(from: number, to: number): Uint8Array;
  /** Raw deflate to `size` bytes, as fast as the runtime can. `dictionary` is what it was packed with, if anything. */
  inflate(packed: Uint8Array, size: number, dictionary?: Uint8Array): Uint8Array;
  /** Memory that all threads with this source share; left out where none is shared. */
  memory?: GiveMemory;
  close(): void;
}

/** Bytes that are all in memory. */
export function memorySource(buffer: ArrayBufferLike): ByteSource {
  const bytes = new Uint8Array(buffer);
  return {
    byteLength: bytes.length,
    read: (from, to) => bytes.subarray(from, to),
    inflate: inflateRaw,
    close() {},
  };
}
