/** Lines of a text file, one at a time in bounded memory: gzip, byte-order marks, CRLF and bad bytes are dealt with here. */
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { LinkingError } from "../errors.js";
import { describeBreak } from "./broken-stream.js";
import { unpackBzip2 } from "./bunzip2.js";

export interface TextLine {
  text: string;
  /** Counts from 1. */
  number: number;
  /** What is wrong with the line's bytes; `text` is then empty. */
  problem?: string;
}

export interface LineOptions {
  /** A longer line is a problem, not a reason to run out of memory. Bytes. */
  longest?: number;
  signal?: AbortSignal;
}

const LONGEST = 64 * 1024 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The bytes of a file, unpacked when it begins like gzip or bzip2. `-` is standard input, as it comes. */
export async function openBytes(path: string, signal?: AbortSignal): Promise<Readable> {
  if (path === "-") return process.stdin;
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      throw new LinkingError("not-found", `There is no file ${path}; check the path.`, { cause: error });
    }
    throw new LinkingError("disk", `${path} could not be read: ${error.message}.`, { cause: error });
  });
  if (found.isDirectory()) {
    throw new LinkingError("bad-input", `${path} is a folder; a file was wanted.`);
  }
  const handle = await open(path, "r");
  const head = new Uint8Array(3);
  const { bytesRead } = await handle.read(head, 0, 3, 0);
  // the file that was looked at, not opened anew: a reader who stops at once leaves nothing that could fail later
  const raw = handle.createReadStream({ highWaterMark: 1 << 18, signal });
  const begins = (...bytes: number[]) => bytesRead >= bytes.length && bytes.every((b, i) => head[i] === b);
  const keep = (stream: Readable) => {
    sources.set(stream, raw);
    return stream;
  };
  if (begins(0x1f, 0x8b)) {
    const unpacked = createGunzip({ chunkSize: 1 << 18 });
    raw.on("error", (error) => unpacked.destroy(error));
    // who stops reading closes the stream that unpacks, which by itself leaves the file open
    unpacked.on("close", () => raw.destroy());
    return keep(raw.pipe(unpacked));
  }
  // "BZh"
  if (begins(0x42, 0x5a, 0x68)) return keep(Readable.from(unpackBzip2(raw), { objectMode: false }));
  return keep(raw);
}

/** The file under each stream of bytes, packed as it is. */
const sources = new WeakMap<Readable, { bytesRead: number }>();

/** Bytes of the file that were read for this stream; of a packed file, packed ones. 0 for standard input. */
export function bytesTaken(stream: Readable): number {
  return sources.get(stream)?.bytesRead ?? 0;
}

/** A file that breaks off (a cut gzip, a failing disk) ends in a `bad-file` error after its last whole line. */
export async function* readLines(path: string, options: LineOptions = {}): AsyncGenerator<TextLine> {
  yield* splitLines(await openBytes(path, options.signal), path, options);
}

/** The lines of bytes that are already open; `path` is what error sentences call them. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  path: string,
  options: LineOptions = {},
): AsyncGenerator<TextLine> {
  const longest = options.longest ?? LONGEST;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;

  const finish = (): TextLine => {
    number++;
    let bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    const whole = length;
    pieces = [];
    length = 0;
    if (whole > longest) {
      const problem = `the line has ${whole} bytes, more than the ${longest} that are read at once`;
      return { text: "", number, problem };
    }
    if (bytes.length > 0 && bytes[bytes.length - 1] === CARRIAGE_RETURN) {
      bytes = bytes.subarray(0, bytes.length - 1);
    }
    try {
      // The decoder drops a byte-order mark by itself, at the start of any line; only files have one.
      return { text: decoder.decode(bytes), number };
    } catch {
      return { text: "", number, problem: "the line is not valid UTF-8" };
    }
  };
  const keep = (piece: Uint8Array) => {
    length += piece.length;
    if (length <= longest) pieces.push(piece);
    else pieces = [];
  };

  try {
    for await (const chunk of chunks) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        keep(chunk.subarray(from, at));
        yield finish();
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    }
  } catch (error) {
    if (options.signal?.aborted) throw new LinkingError("cancelled", "The work was cancelled by the caller.");
    if (error instanceof LinkingError) throw error;
    throw new LinkingError(
      "bad-file",
      `${path} breaks off after line ${number}: ${describeBreak(error).reason}; fetch or make it again.`,
      { cause: error },
    );
  }
  if (length > 0) yield finish();
}
