/** Tells by its beginning which format an input has, and opens it once for reading. */
import { LinkingError } from "../errors.js";
import { describeBreak } from "../files/broken-stream.js";
import { refuseUtf16 } from "../files/encodings.js";
import { bytesTaken, openBytes } from "../files/lines.js";

export type InputFormat = "mediawiki-xml" | "wiki-extractor" | "entity-jsonl" | "entity-csv";

export interface OpenInput {
  format: InputFormat;
  /** The whole input, from its first byte, unpacked. */
  chunks: AsyncIterable<Buffer>;
  /** Bytes of the file read so far, packed as it is. */
  taken(): number;
  /** Gives the file back without reading it. */
  close(): void;
}

const ENOUGH = 4096;

/** `-` is standard input. The format can be given where the guess would be wrong. */
export async function openInput(
  path: string,
  options: { format?: InputFormat; signal?: AbortSignal } = {},
): Promise<OpenInput> {
  const stream = await openBytes(path, options.signal);
  const iterator = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let length = 0;
  let ended = false;
  while (length < ENOUGH && !ended) {
    const next = await iterator.next().catch((cause: unknown) => {
      if (options.signal?.aborted) throw cause;
      const { reason } = describeBreak(cause);
      throw new LinkingError("bad-file", `${path} cannot be read: ${reason}; fetch it again.`, { cause });
    });
    if (next.done) ended = true;
    else {
      head.push(next.value);
      length += next.value.length;
    }
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    yield* head;
    while (!ended) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  }
  const start = Buffer.concat(head);
  refuseUtf16(start, path);
  return {
    format: options.format ?? guessFormat(start, path),
    chunks: chunks(),
    taken: () => bytesTaken(stream),
    close: () => stream.destroy(),
  };
}

function guessFormat(head: Buffer, path: string): InputFormat {
  const text = head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text === "")
    throw new LinkingError("bad-file", `${path} is empty; a corpus or a list of entities was expected.`);
  if (text.startsWith("<")) return "mediawiki-xml";
  if (!text.startsWith("{")) return "entity-csv";
  // a line may be longer than what was read: look at the keys alone
  return /^\{[^\n]*"text"\s*:/.test(text) && !/^\{[^\n]*"(?:aliases|count)"\s*:/.test(text.split('"text"')[0])
    ? "wiki-extractor"
    : "entity-jsonl";
}
