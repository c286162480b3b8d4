/** A corpus file as chunks that threads can read apart from each other, each with the place to go on from behind it. */
import { openInput } from "../../corpus/input-format.js";
import { cutPages } from "../../corpus/mediawiki-chunks.js";
import type { OnWarning } from "../../corpus/page.js";
import { LinkingError } from "../../errors.js";
import { splitLines, type TextLine } from "../../files/lines.js";
import type { ReadTask } from "./read-worker.js";

/** Where an input is gone on with. */
export interface Position {
  /** Bytes of the unpacked input, or lines of it, that are behind us. */
  at: number;
  pages: number;
  /** What stands before the first page of a dump. */
  head: string;
}

export const START: Position = { at: 0, pages: 0, head: "" };

export interface CorpusChunk {
  task: ReadTask;
  /** Behind this chunk. */
  position: Position;
  /** Bytes of the file so far, packed as it is. */
  taken: number;
}

export interface ChunkOptions {
  path: string;
  corpus: number;
  /** About so many bytes a chunk. */
  size: number;
  from: Position;
  signal?: AbortSignal;
  onWarning?: OnWarning;
}

export async function* cutCorpus(options: ChunkOptions): AsyncGenerator<CorpusChunk> {
  const { path, signal } = options;
  const name = path === "-" ? "standard input" : path;
  const input = await openInput(path, { signal });
  if (input.format === "mediawiki-xml") yield* pageChunks(options, name, input.chunks, input.taken);
  else if (input.format === "wiki-extractor") {
    yield* lineChunks(options, splitLines(input.chunks, name, { signal }), input.taken);
  } else {
    input.close();
    throw new LinkingError(
      "bad-input",
      `${name} is a list of entities; add it with \`mulrel kb add\` to the knowledge base of the corpora.`,
    );
  }
}

async function* pageChunks(
  { corpus, size, from, onWarning }: ChunkOptions,
  name: string,
  bytes: AsyncIterable<Buffer>,
  taken: () => number,
): AsyncGenerator<CorpusChunk> {
  const behind = { bytes: from.at, pages: from.pages };
  let { head } = from;
  for await (const chunk of cutPages(passOver(bytes, from.at), { name, onWarning, size, behind })) {
    head = chunk.head ?? head;
    yield {
      task: { corpus, head, pages: chunk.bytes },
      position: { at: chunk.end, pages: chunk.pages, head },
      taken: taken(),
    };
  }
}

/** All but the first bytes. */
async function* passOver(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* lineChunks(
  { corpus, size, from }: ChunkOptions,
  lines: AsyncIterable<TextLine>,
  taken: () => number,
): AsyncGenerator<CorpusChunk> {
  let held: TextLine[] = [];
  let length = 0;
  const chunk = (): CorpusChunk => {
    const position = { at: held[held.length - 1].number, pages: 0, head: "" };
    const task = { corpus, lines: held };
    held = [];
    length = 0;
    return { task, position, taken: taken() };
  };
  for await (const line of lines) {
    if (line.number <= from.at) continue;
    held.push(line);
    length += line.text.length;
    if (length >= size) yield chunk();
  }
  if (held.length > 0) yield chunk();
}
