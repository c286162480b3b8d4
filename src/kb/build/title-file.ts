/** The titles of a build by number: the log's file in memory that all threads see, decoded on demand. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { ByteReader, decodeUtf8 } from "../../files/bytes.js";
import { shared } from "../../workers/shared-memory.js";

/** All that another thread needs of them. */
export interface TitleSource {
  bytes: Uint8Array;
  /** Where each title begins, and where the last one ends. */
  starts: Float64Array;
}

export class TitleFile {
  constructor(readonly source: TitleSource) {}

  get size(): number {
    return this.source.starts.length - 1;
  }

  at(title: number): string {
    const { bytes, starts } = this.source;
    const reader = new ByteReader(bytes, starts[title]);
    const length = reader.varint();
    return decodeUtf8(bytes, reader.at, reader.at + length);
  }
}

/** The first `size` titles of the log. */
export function readTitles(path: string, size: number): TitleFile {
  const bytes = readShared(path);
  const starts = shared(Float64Array, size + 1);
  const reader = new ByteReader(bytes);
  for (let i = 0; i < size; i++) {
    starts[i] = reader.at;
    const length = reader.varint();
    reader.at += length;
  }
  starts[size] = reader.at;
  return new TitleFile({ bytes, starts });
}

function readShared(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = shared(Uint8Array, fstatSync(file).size);
    for (let done = 0, got = 1; done < bytes.length && got > 0; done += got) {
      got = readSync(file, bytes, done, Math.min(bytes.length - done, LONGEST_READ), done);
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** The system reads no more at once; bytes. */
const LONGEST_READ = 1 << 30;
