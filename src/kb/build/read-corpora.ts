/** Feeds corpora into the log of a build, chunk by chunk on all threads, with checkpoints to go on from after a stop. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PageSeams } from "../../corpus/mediawiki-chunks.js";
import { urlPrefixInHead } from "../../corpus/mediawiki-xml.js";
import type { OnWarning } from "../../corpus/page.js";
import { BadLines } from "../../corpus/wiki-extractor.js";
import { throwIfAborted } from "../../errors.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import type { Break } from "../../files/broken-stream.js";
import type { Language } from "../../languages/language.js";
import type { OnProgress } from "../../types.js";
import { WORTH_MOVING } from "../../workers/moved-buffers.js";
import type { WorkerTask } from "../../workers/worker-pool.js";
import { inWorkers, type Job } from "./build-workers.js";
import { type CorpusChunk, cutCorpus, type Position, START } from "./corpus-chunks.js";
import { CorpusLog, type LogState } from "./corpus-log.js";
import setUp, { type ReadResult, type ReadTask, type ReadWorkerData } from "./read-worker.js";

export interface ReadOptions {
  inputs: string[];
  folder: string;
  /** Bytes for all that is counted and sorted. */
  memory: number;
  texts: boolean;
  language: Language;
  /** Threads; the result does not depend on them. */
  workers: number;
  /** Tells builds apart: a work folder of another build is not gone on with. It may take until all inputs have been looked through. */
  fingerprint: () => Promise<string>;
  onProgress?: OnProgress;
  onWarning?: OnWarning;
  signal?: AbortSignal;
  /** Seconds from any fixed moment; with it unfinished work is kept every half minute. */
  now?: () => number;
}

interface Checkpoint {
  fingerprint: string;
  log: LogState;
  /** Number of the input, and where in it to go on. */
  input: number;
  position: Position;
  urlPrefix?: string;
  finished: boolean;
}

const SECONDS_A_CHECKPOINT = 30;
/** Chunks between checkpoints where nobody tells the time. */
const CHUNKS_A_CHECKPOINT = 32;
/** Stages of a build, for progress: this one, and those of `buildFromCorpora`. */
export const BUILD_STAGES = 5;

/** A chunk is large enough that its tables tell most repeated names and words apart, and small beside what a thread needs. Bytes. */
const LARGEST_CHUNK = 16 << 20;
const SMALLEST_CHUNK = 1 << 16;
/** Of the memory there is, what the chunks of all threads may take as input, one each; a thread has two, and some times as much for what comes of them. */
const CHUNK_SHARE = 1 / 32;

export interface CorporaRead {
  log: CorpusLog;
  urlPrefix: string | undefined;
}

export async function readCorpora(options: ReadOptions): Promise<CorporaRead> {
  const state = await readCheckpoint(options);
  if (!state) await rm(options.folder, { recursive: true, force: true });
  const log = new CorpusLog(options.folder, state?.log);
  const reading = { log, urlPrefix: state?.urlPrefix };
  if (state?.finished) {
    if (options.inputs.includes("-")) {
      options.onWarning?.(
        `Standard input is not read again: ${options.folder} holds all of it from a build that was stopped; delete that folder if it was something else.`,
      );
    }
    return reading;
  }
  for (let input = state?.input ?? 0; input < options.inputs.length; input++) {
    await readInput(options, reading, input, input === state?.input ? state.position : START).catch(
      (error: unknown) => {
        // a stream that was stopped says so in its own way
        throwIfAborted(options.signal);
        throw error;
      },
    );
    const finished = input + 1 === options.inputs.length;
    await writeCheckpoint(options, reading, { input: input + 1, position: START, finished });
  }
  return reading;
}

function chunkSize({ memory, workers }: ReadOptions): number {
  return Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, (memory * CHUNK_SHARE) / workers));
}

async function readInput(
  options: ReadOptions,
  reading: CorporaRead,
  input: number,
  from: Position,
): Promise<void> {
  const { signal, onWarning, texts, language, workers } = options;
  const path = options.inputs[input];
  const name = path === "-" ? "standard input" : path;
  const report = progressOf(options, input);
  options.onProgress?.({ stage: "reading", done: 0, unit: "bytes", step: [1, BUILD_STAGES] });
  const isDue = checkpointClock(options.now);
  const bad = new BadLines(name, onWarning);
  const job = {
    file: "./read-worker.js",
    setUp,
    data: { texts, language: language.code },
    moves: WORTH_MOVING,
  };
  const edges = new EdgePages(name, from, job);
  const chunks = cutCorpus({
    path,
    corpus: input,
    size: chunkSize(options),
    workers,
    from,
    signal,
    onWarning,
  });
  for await (const { chunk, result } of readChunks(workers, job, chunks, signal)) {
    throwIfAborted(signal);
    reading.urlPrefix ??= urlPrefixInHead(chunk.position.head);
    for (const { line, problem } of result.problems) bad.add(line, problem);
    for (const part of await edges.inOrder(chunk, result, input)) {
      reading.log.add(part);
      report(chunk, part.count);
    }
    const position = { ...chunk.position, ...edges.position };
    if (isDue()) await writeCheckpoint(options, reading, { input, position, finished: false });
  }
  edges.end(onWarning);
  bad.end();
}

/** Is it time to keep what has been done? */
function checkpointClock(now: (() => number) | undefined): () => boolean {
  let saved = now?.() ?? 0;
  let chunks = 0;
  return () => {
    const isDue = now ? now() - saved > SECONDS_A_CHECKPOINT : ++chunks >= CHUNKS_A_CHECKPOINT;
    if (!isDue) return false;
    saved = now?.() ?? 0;
    chunks = 0;
    return true;
  };
}

/** Pages that lie on the edges of packed parts are read here, between the parts. Other chunks have none. */
class EdgePages {
  readonly #seams: PageSeams;
  #pages: number;
  #isPacked = false;
  #broken: Break | undefined;
  #read: WorkerTask<ReadTask, ReadResult> | undefined;

  constructor(
    name: string,
    from: Position,
    private readonly job: Job<ReadWorkerData, ReadTask, ReadResult>,
  ) {
    this.#seams = new PageSeams(name, from.open);
    this.#pages = from.pages;
  }

  get position(): Pick<Position, "pages" | "open"> | undefined {
    return this.#isPacked ? { pages: this.#pages, open: this.#seams.open } : undefined;
  }

  /** What came of the pages up to the end of the chunk. */
  async inOrder({ position }: CorpusChunk, result: ReadResult, corpus: number): Promise<ReadResult[]> {
    if (!result.edges) return [result];
    this.#isPacked = true;
    this.#broken ??= result.broken;
    const { lead, tail } = result.edges;
    // as threads hand them over they are plain arrays of bytes
    const pages = this.#seams.join({ lead: Buffer.from(lead), tail: Buffer.from(tail) });
    this.#pages += result.count;
    if (!pages) return [result];
    this.#read ??= await this.job.setUp(this.job.data);
    const between = await this.#read({ corpus, head: position.head, pages });
    this.#pages += between.count;
    return [between, result];
  }

  end(onWarning: OnWarning | undefined): void {
    const problem = this.#isPacked ? this.#seams.cut(this.#pages, this.#broken) : undefined;
    if (problem) onWarning?.(problem);
  }
}

/** Each chunk with what came of it, in order. */
async function* readChunks(
  workers: number,
  job: Job<ReadWorkerData, ReadTask, ReadResult>,
  chunks: AsyncIterable<CorpusChunk>,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ chunk: CorpusChunk; result: ReadResult }> {
  const under: CorpusChunk[] = [];
  async function* tasks(): AsyncGenerator<ReadTask> {
    for await (const chunk of chunks) {
      under.push({ ...chunk, task: { corpus: 0, lines: [] } });
      yield chunk.task;
    }
  }
  for await (const result of inWorkers(workers, job, tasks(), signal)) {
    yield { chunk: under.shift()!, result };
  }
}

/** Tells how far the reading of an input is, by the bytes of the files where they are known. */
function progressOf({ inputs, onProgress }: ReadOptions, input: number) {
  const sizes = inputs.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  const isKnown = sizes.every((size) => size > 0);
  const behind = sizes.slice(0, input).reduce((sum, size) => sum + size, 0);
  const total = isKnown ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
  let pages = 0;
  return ({ position, taken }: CorpusChunk, count: number) => {
    pages += count;
    const done = isKnown ? behind + taken : position.at;
    const detail = `${pages.toLocaleString("en")} pages`;
    onProgress?.({ stage: "reading", done, total, unit: "bytes", detail, step: [1, BUILD_STAGES] });
  };
}

function checkpointPath(folder: string): string {
  return join(folder, "checkpoint.json");
}

async function writeCheckpoint(
  { fingerprint, folder }: ReadOptions,
  { log, urlPrefix }: CorporaRead,
  place: Pick<Checkpoint, "input" | "position" | "finished">,
): Promise<void> {
  const state: Checkpoint = {
    fingerprint: await fingerprint(),
    log: log.checkpoint(),
    urlPrefix,
    ...place,
  };
  await writeFileAtomically(checkpointPath(folder), JSON.stringify(state));
}

/** Undefined when there is nothing to go on from. */
async function readCheckpoint(options: ReadOptions): Promise<Checkpoint | undefined> {
  const path = checkpointPath(options.folder);
  if (!existsSync(path)) return undefined;
  // whoever is stopped here must not lose what there is
  const fingerprint = await options.fingerprint();
  try {
    const state = JSON.parse(readFileSync(path, "utf8")) as Checkpoint;
    // what standard input gave cannot be read a second time
    const again = options.inputs.every((i) => i !== "-");
    return state.fingerprint === fingerprint && (again || state.finished) ? state : undefined;
  } catch {
    return undefined;
  }
}
