/** A file read page by page as its bytes are asked for, each page compared with a checksum made when the file was written. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { LinkingError, messageOf } from "../errors.js";
import { checksumWords } from "./checksum.js";
import type { LazyBytes } from "./lazy-bytes.js";

/** Pages of 4096 bytes, as the system has them: a name's entry or a vector is seldom longer. */
const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
const VERSION = 1;
/** 32-bit numbers in front of the pages' checksums: version, length of the file (low, high), checksum of the list (two). */
const FRONT = 5;
/** Longer files do not fit into one array. */
const LONGEST = 2 ** 32;

/** The file beside `path` with the checksums of its pages. */
export function pageSumsPath(path: string): string {
  return `${path}.pages`;
}

/** What stands in the file of checksums for a file of this content. */
export function pageSums(content: Uint8Array): Uint8Array {
  const pages = Math.ceil(content.length / PAGE);
  const list = new Uint32Array(FRONT + 2 * pages);
  list[0] = VERSION;
  list[1] = content.length % 2 ** 32;
  list[2] = Math.floor(content.length / 2 ** 32);
  for (let page = 0; page < pages; page++) {
    list.set(checksumWords(content.subarray(page * PAGE, (page + 1) * PAGE)), FRONT + 2 * page);
  }
  list.set(sumOfList(list), FRONT - 2);
  return new Uint8Array(list.buffer);
}

/** Of the list without its own checksum. */
function sumOfList(list: Uint32Array): [number, number] {
  const rest = list.slice();
  rest.fill(0, FRONT - 2, FRONT);
  return checksumWords(new Uint8Array(rest.buffer));
}

/** A file whose page checksums cannot be read is refused, as are damaged pages when they are asked for. */
export function openPagedFile(path: string): LazyBytes {
  return new PagedFile(path, readPageSums(path));
}

function readPageSums(path: string): Uint32Array {
  const file = pageSumsPath(path);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new LinkingError("disk", `${file} could not be read: ${messageOf(error)}.`, { cause: error });
  }
  if (bytes.length % 4 !== 0 || bytes.length < 4 * FRONT) throw damaged(file);
  const list = new Uint32Array(Uint8Array.from(bytes).buffer);
  const [a, b] = sumOfList(list);
  if (list[0] !== VERSION || list[FRONT - 2] !== a || list[FRONT - 1] !== b) throw damaged(file);
  return list;
}

function damaged(path: string): LinkingError {
  return new LinkingError(
    "bad-file",
    `${path} is damaged or cut off (its checksum is wrong); remove the folder it is in, or install mulrel again.`,
  );
}

/** Files that nobody closed are closed when nobody has them any more. */
const forgotten = new FinalizationRegistry<number>((file) => closeSync(file));

class PagedFile implements LazyBytes {
  readonly buffer: ArrayBuffer;
  readonly isChecked = true;
  readonly #path: string;
  readonly #sums: Uint32Array;
  /** A byte a page: 1 once it is there. */
  readonly #there: Uint8Array;
  #file: number | undefined;

  constructor(path: string, sums: Uint32Array) {
    this.#path = path;
    this.#sums = sums;
    try {
      this.#file = openSync(path, "r");
    } catch (error) {
      throw this.#unreadable(error);
    }
    forgotten.register(this, this.#file, this);
    const { size } = fstatSync(this.#file);
    if (size !== sums[1] + sums[2] * 2 ** 32 || size >= LONGEST) {
      this.close();
      throw damaged(path);
    }
    // the system gives memory only to the pages that are written to
    this.buffer = new ArrayBuffer(size);
    this.#there = new Uint8Array(Math.ceil(size / PAGE));
  }

  need(from: number, to: number): void {
    const there = this.#there;
    const last = (to - 1) >>> PAGE_BITS;
    if (from >= to) return;
    for (let page = from >>> PAGE_BITS; page <= last; page++) if (there[page] === 0) this.#load(page, last);
  }

  /** Reads this page and those after it that are wanted and missing. */
  #load(first: number, last: number): void {
    let end = first + 1;
    while (end <= last && this.#there[end] === 0) end++;
    const from = first * PAGE;
    const to = Math.min(end * PAGE, this.buffer.byteLength);
    const bytes = new Uint8Array(this.buffer, from, to - from);
    this.#read(bytes, from);
    for (let page = first; page < end; page++) {
      const at = (page - first) * PAGE;
      const [a, b] = checksumWords(bytes.subarray(at, Math.min(at + PAGE, bytes.length)));
      if (a !== this.#sums[FRONT + 2 * page] || b !== this.#sums[FRONT + 2 * page + 1]) {
        throw damaged(this.#path);
      }
    }
    this.#there.fill(1, first, end);
  }

  #read(bytes: Uint8Array, position: number): void {
    if (this.#file === undefined) {
      throw new LinkingError("usage", `${this.#path} was closed; load the linker again.`);
    }
    try {
      for (let done = 0; done < bytes.length; ) {
        const read = readSync(this.#file, bytes, done, bytes.length - done, position + done);
        if (read === 0) throw damaged(this.#path);
        done += read;
      }
    } catch (error) {
      throw error instanceof LinkingError ? error : this.#unreadable(error);
    }
  }

  #unreadable(error: unknown): LinkingError {
    return new LinkingError("disk", `${this.#path} could not be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }

  close(): void {
    if (this.#file === undefined) return;
    forgotten.unregister(this);
    closeSync(this.#file);
    this.#file = undefined;
  }
}
