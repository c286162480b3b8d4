/** A file that only grows, written in large blocks, whose length can be taken back to an earlier one after a crash. */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { LinkingError, messageOf } from "../errors.js";
import { ByteReader, ByteWriter } from "./bytes.js";

const BLOCK = 1 << 20;

export class AppendFile {
  /** What waits to be written; write into it, then call `spill`. */
  readonly buffer: ByteWriter;
  #file: number;
  #length: number;

  /** Goes on at `length`, cutting off what a crash left behind it; writes blocks of `block` bytes. */
  constructor(
    private readonly path: string,
    length = 0,
    private readonly block = BLOCK,
  ) {
    this.buffer = new ByteWriter(block + (1 << 16));
    try {
      this.#file = openSync(path, existsSync(path) ? "r+" : "w+");
      ftruncateSync(this.#file, length);
    } catch (error) {
      throw diskError(path, error);
    }
    this.#length = length;
  }

  get length(): number {
    return this.#length + this.buffer.length;
  }

  /** Writes the buffer out when it is large enough. Call after each record. */
  spill(): void {
    if (this.buffer.length >= this.block) this.#write();
  }

  /** Everything on disk, for good. */
  sync(): void {
    this.#write();
    fsyncSync(this.#file);
  }

  close(): void {
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    const data = this.buffer.done();
    try {
      for (let done = 0; done < data.length; ) {
        done += writeSync(this.#file, data, done, data.length - done, this.#length + done);
      }
    } catch (error) {
      throw diskError(this.path, error);
    }
    this.#length += data.length;
    this.buffer.length = 0;
  }
}

function diskError(path: string, error: unknown): LinkingError {
  const full =
    (error as NodeJS.ErrnoException).code === "ENOSPC"
      ? " The disk is full: free some space and run it again."
      : "";
  return new LinkingError("disk", `${path} could not be written: ${messageOf(error)}.${full}`, {
    cause: error,
  });
}

/**
 * Reads a file of records in blocks. `more(n)` makes sure that n bytes (or all that are left) are in `reader`, so
 * that a record can be read without looking at block borders.
 */
export class BlockReader {
  readonly reader = new ByteReader(new Uint8Array(0));
  #file: number;
  #position: number;
  #end: number;
  #length = 0;

  /** All of the file, or its bytes from `from` to `to`. */
  constructor(path: string, block = BLOCK, { from = 0, to = Number.POSITIVE_INFINITY } = {}) {
    this.#file = openSync(path, "r");
    this.#position = from;
    this.#end = to;
    this.reader.bytes = new Uint8Array(Math.min(block, to - from));
    this.#fill();
  }

  /** Where in the file the next byte to be read is. */
  get offset(): number {
    return this.#position - (this.#length - this.reader.at);
  }

  /** Is there another byte? */
  get hasMore(): boolean {
    if (this.reader.at < this.#length) return true;
    this.#fill();
    return this.reader.at < this.#length;
  }

  /** At least `needed` bytes ahead, unless the file ends before. */
  more(needed: number): void {
    if (this.#length - this.reader.at < needed) this.#fill(needed);
  }

  close(): void {
    closeSync(this.#file);
  }

  #fill(needed = 1): void {
    const { reader } = this;
    const left = this.#length - reader.at;
    const room = left + needed > reader.bytes.length ? new Uint8Array((left + needed) * 2) : reader.bytes;
    room.set(reader.bytes.subarray(reader.at, this.#length));
    reader.bytes = room;
    reader.at = 0;
    this.#length = left;
    while (this.#length < room.length) {
      const free = Math.min(room.length - this.#length, this.#end - this.#position);
      const got = free === 0 ? 0 : readSync(this.#file, room, this.#length, free, this.#position);
      if (got === 0) break;
      this.#position += got;
      this.#length += got;
    }
  }
}
