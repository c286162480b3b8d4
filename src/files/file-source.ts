/** A file on disk as a source of bytes, read with Node. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { LinkingError, messageOf } from "../errors.js";
import type { ByteSource, GiveMemory } from "./byte-source.js";
import { inflateRaw } from "./inflate.js";

/**
 * Blocks that Node unpacks before our own code does. Node is quick at once, but each call leaves some kilobytes outside the engine's
 * heap that come back only with its garbage: 30 MB for a whole model. Ours leaves none and is quick when it is warm.
 */
const FIRST_BLOCKS = 200;

/** Files that nobody closed are closed when nobody has them any more. */
const forgotten = new FinalizationRegistry<number>((file) => closeSync(file));

/** `memory`: where what becomes of the file lies, when threads share it. */
export function openFileSource(path: string, memory?: GiveMemory): ByteSource {
  return new FileSource(path, memory);
}

class FileSource implements ByteSource {
  readonly byteLength: number;
  readonly memory: GiveMemory | undefined;
  readonly #path: string;
  #file: number | undefined;
  #unpacked = 0;

  constructor(path: string, memory: GiveMemory | undefined) {
    this.#path = path;
    this.memory = memory;
    try {
      this.#file = openSync(path, "r");
    } catch (error) {
      throw this.#unreadable(error);
    }
    forgotten.register(this, this.#file, this);
    this.byteLength = fstatSync(this.#file).size;
  }

  read(from: number, to: number): Uint8Array {
    if (this.#file === undefined) {
      throw new LinkingError("usage", `${this.#path} was closed; load the linker again.`);
    }
    const bytes = new Uint8Array(to - from);
    let done = 0;
    try {
      for (let read = -1; done < bytes.length && read !== 0; done += read) {
        read = readSync(this.#file, bytes, done, bytes.length - done, from + done);
      }
    } catch (error) {
      throw this.#unreadable(error);
    }
    if (done === bytes.length) return bytes;
    throw new LinkingError(
      "bad-file",
      `${this.#path} ends after ${from + done} bytes, wanted ${to}; it was cut off while it was open: fetch it again.`,
    );
  }

  inflate(packed: Uint8Array, size: number, dictionary?: Uint8Array): Uint8Array {
    if (this.#unpacked++ >= FIRST_BLOCKS) return inflateRaw(packed, size, dictionary);
    const chunkSize = Math.max(64, size);
    const bytes = inflateRawSync(packed, { chunkSize, maxOutputLength: chunkSize, dictionary });
    if (bytes.length === size) return bytes;
    throw new LinkingError("bad-file", `${this.#path} holds ${bytes.length} bytes in a block of ${size}.`);
  }

  #unreadable(error: unknown): LinkingError {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return new LinkingError(
      missing ? "not-found" : "disk",
      `${this.#path} could not be read: ${messageOf(error)}.`,
      { cause: error },
    );
  }

  close(): void {
    if (this.#file === undefined) return;
    forgotten.unregister(this);
    closeSync(this.#file);
    this.#file = undefined;
  }
}
