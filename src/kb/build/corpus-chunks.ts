/** A corpus file as chunks that threads can read apart from each other, each with the place to go on from behind it. */
import { statSync } from "node:fs";
import { bzip2Parts, isMultistream } from "../../corpus/bzip2-parts.js";
import { type OpenInput, openInput } from "../../corpus/input-format.js";
import { cutPages } from "../../corpus/mediawiki-chunks.js";
import type { OnWarning } from "../../corpus/page.js";
import { LinkingError } from "../../errors.js";
import { splitLines, type TextLine } from "../../files/lines.js";
import type { ReadTask } from "./read-worker.js";

/** Where an input is gone on with. */
export interface Position {
  /** What is behind us: bytes of the unpacked input, bytes of one in packed parts, or lines. */
  at: number;
  pages: number;
  /** What is left over from packed parts: the beginning of a page that goes on behind them. */
  open?: string;
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
  /** Threads that take them. */
  workers?: number;
  from: Position;
  signal?: AbortSignal;
  onWarning?: OnWarning;
}

/** A dump in many bzip2 streams shows its second one within these; bytes. */
const LOOKED_AT = 1 << 22;
/** What a packed part unpacks to, in times of its bytes. */
const UNPACKING = 4;
/** What stands before the first page must end within these; bytes. */
const LONGEST_HEAD = 1 << 20;

export async function* cutCorpus(options: ChunkOptions): AsyncGenerator<CorpusChunk> {
  const { path, signal } = options;
  const name = path === "-" ? "standard input" : path;
  const input = await openInput(path, { signal });
  if (input.format === "mediawiki-xml") {
    if (path !== "-" && (await isMultistream(path, LOOKED_AT))) yield* packedChunks(options, input);
    else yield* pageChunks(options, name, input.chunks, input.taken);
  } else if (input.format === "wiki-extractor") {
    yield* lineChunks(options, splitLines(input.chunks, name, { signal }), input.taken);
  } else {
    input.close();
    throw new LinkingError(
      "bad-input",
      `${name} is a list of entities; add it with \`mulrel kb add\` to the knowledge base of the corpora.`,
    );
  }
}

/** The last chunks are this small, where threads share them; bytes. */
const SMALL_CHUNK = 1 << 21;

/** Towards the end of a MediaWiki file chunks become smaller, so that no thread is left alone with a large one. Of a packed file the bytes left are packed ones, so that its chunks shrink later than they might. */
function shrinkingSize({ path, size, workers = 1 }: ChunkOptions, taken: () => number) {
  if (workers < 2 || size <= SMALL_CHUNK || path === "-") return undefined;
  const file = statSync(path);
  if (!file.isFile()) return undefined;
  const length = file.size;
  return () => Math.max(SMALL_CHUNK, Math.min(size, (length - taken()) / (2 * workers)));
}

async function* pageChunks(
  options: ChunkOptions,
  name: string,
  bytes: AsyncIterable<Buffer>,
  taken: () => number,
): AsyncGenerator<CorpusChunk> {
  const { corpus, size, from, onWarning } = options;
  const behind = { bytes: from.at, pages: from.pages };
  const cutting = { name, onWarning, size, sizeNow: shrinkingSize(options, taken), behind };
  let { head } = from;
  for await (const chunk of cutPages(passOver(bytes, from.at), cutting)) {
    head = chunk.head ?? head;
    yield {
      task: { corpus, head, pages: chunk.bytes },
      position: { at: chunk.end, pages: chunk.pages, head },
      taken: taken(),
    };
  }
}

/** Parts of the packed file: the threads read and unpack them. */
async function* packedChunks(
  { path, corpus, size, from, onWarning, signal }: ChunkOptions,
  input: OpenInput,
): AsyncGenerator<CorpusChunk> {
  const head = from.head || (await readHead(input.chunks));
  input.close();
  const options = { size: size / UNPACKING, from: from.at, onWarning, signal };
  for await (const part of bzip2Parts(path, options)) {
    yield {
      task: { corpus, head, path, part },
      position: { at: part.to, pages: 0, head },
      taken: part.to,
    };
  }
}

async function readHead(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) {
    text += chunk.toString("latin1");
    const end = text.indexOf("<page>");
    if (end >= 0) return Buffer.from(text.slice(0, end), "latin1").toString("utf8");
    if (text.length > LONGEST_HEAD) break;
  }
  return "";
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
