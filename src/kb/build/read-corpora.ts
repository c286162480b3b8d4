/** Feeds corpora into the log of a build, page by page, with checkpoints to go on from after a stop. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openInput } from "../../corpus/input-format.js";
import { readMediaWikiXml } from "../../corpus/mediawiki-xml.js";
import type { OnWarning, Page } from "../../corpus/page.js";
import { readWikiExtractor } from "../../corpus/wiki-extractor.js";
import { LinkingError, throwIfAborted } from "../../errors.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { splitLines } from "../../files/lines.js";
import type { Language } from "../../languages/language.js";
import type { OnProgress } from "../../types.js";
import { CorpusLog, type LogState } from "./corpus-log.js";

export interface ReadOptions {
  inputs: string[];
  folder: string;
  /** Bytes for all that is counted and sorted. */
  memory: number;
  texts: boolean;
  language: Language;
  /** Tells builds apart: a work folder of another build is not gone on with. */
  fingerprint: string;
  onProgress?: OnProgress;
  onWarning?: OnWarning;
  signal?: AbortSignal;
  /** Seconds from any fixed moment; with it unfinished work is kept about once a minute. */
  now?: () => number;
}

interface Checkpoint {
  fingerprint: string;
  log: LogState;
  /** Number of the input, and pages or lines of it that are behind us. */
  input: number;
  position: number;
  bytes: number;
  urlPrefix?: string;
  finished: boolean;
}

/** Input between checkpoints; bytes. */
const CHECKPOINT_EVERY = 256 << 20;
const SECONDS_A_CHECKPOINT = 60;
/** Stages of a build, for progress: this one, and those of `buildFromCorpora`. */
export const BUILD_STAGES = 5;

/** The rest is for what is being written, and for the runtime. */
const COUNTING_SHARE = 0.4;

export interface CorporaRead {
  log: CorpusLog;
  urlPrefix: string | undefined;
  /** Were pages read by an earlier, interrupted build? */
  resumed: boolean;
}

export async function readCorpora(options: ReadOptions): Promise<CorporaRead> {
  const state = readCheckpoint(options);
  if (!state) await rm(options.folder, { recursive: true, force: true });
  const log = new CorpusLog({ ...options, memory: options.memory * COUNTING_SHARE }, state?.log);
  const reading = {
    log,
    urlPrefix: state?.urlPrefix,
    resumed: state !== undefined,
    bytes: state?.bytes ?? 0,
    sizes: options.inputs.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0),
  };
  if (state?.finished) {
    if (options.inputs.includes("-")) {
      options.onWarning?.(
        `Standard input is not read again: ${options.folder} holds all of it from a build that was stopped; delete that folder if it was something else.`,
      );
    }
    return reading;
  }
  for (let input = state?.input ?? 0; input < options.inputs.length; input++) {
    const skip = input === state?.input ? state.position : 0;
    await readInput(options, reading, input, skip);
    await writeCheckpoint(options, reading, input + 1, 0, input + 1 === options.inputs.length);
  }
  return reading;
}

async function readInput(
  options: ReadOptions,
  reading: { log: CorpusLog; urlPrefix: string | undefined; bytes: number; sizes: number[] },
  input: number,
  skip: number,
): Promise<void> {
  const { signal, onProgress, now } = options;
  const name = options.inputs[input];
  let lastCheckpoint = 0;
  let lastReport = 0;
  let pages = 0;
  let saved = now?.() ?? 0;
  const before = reading.bytes;
  const { sizes } = reading;
  const isKnown = sizes.every((size) => size > 0);
  const behind = sizes.slice(0, input).reduce((sum, size) => sum + size, 0);
  const total = isKnown ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
  for await (const { page, position, bytes, taken, urlPrefix } of openPages(options, name, skip)) {
    throwIfAborted(signal);
    reading.urlPrefix ??= urlPrefix;
    reading.log.addPage(page, input);
    reading.bytes = before + bytes;
    pages++;
    if (bytes - lastReport > 1 << 22) {
      lastReport = bytes;
      const done = isKnown ? behind + taken : reading.bytes;
      const detail = `${pages.toLocaleString("en")} pages`;
      onProgress?.({ stage: "reading", done, total, unit: "bytes", detail, step: [1, BUILD_STAGES] });
    }
    const isLate = now !== undefined && now() - saved > SECONDS_A_CHECKPOINT;
    if (reading.log.pairs.isFull || bytes - lastCheckpoint > CHECKPOINT_EVERY || isLate) {
      lastCheckpoint = bytes;
      saved = now?.() ?? 0;
      await writeCheckpoint(options, reading, input, position, false);
    }
  }
}

interface OpenPage {
  page: Page;
  /** Pages or lines up to and with this one. */
  position: number;
  bytes: number;
  /** Bytes of the file, packed as it is. */
  taken: number;
  urlPrefix?: string;
}

async function* openPages(options: ReadOptions, path: string, skip: number): AsyncGenerator<OpenPage> {
  const { signal, onWarning } = options;
  const { format, chunks, taken } = await openInput(path, { signal });
  const name = path === "-" ? "standard input" : path;
  if (format === "mediawiki-xml") {
    const reader = readMediaWikiXml(chunks, {
      name,
      onWarning,
      skip,
      text: options.texts ? "units" : "beginning",
      language: options.language,
    });
    for await (const page of reader.pages()) {
      yield {
        page,
        position: reader.pagesRead,
        bytes: reader.bytesRead,
        taken: taken(),
        urlPrefix: reader.urlPrefix,
      };
    }
    return;
  }
  if (format !== "wiki-extractor") {
    throw new LinkingError(
      "bad-input",
      `${name} is a list of entities; add it with \`mulrel kb add\` to the knowledge base of the corpora.`,
    );
  }
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const lines = splitLines(counted(), name, { signal });
  for await (const { page, line } of readWikiExtractor(lines, {
    name,
    onWarning,
    skip,
    language: options.language,
  })) {
    yield { page, position: line, bytes, taken: taken() };
  }
}

function checkpointPath(folder: string): string {
  return join(folder, "checkpoint.json");
}

async function writeCheckpoint(
  options: ReadOptions,
  reading: { log: CorpusLog; urlPrefix: string | undefined; bytes: number },
  input: number,
  position: number,
  finished: boolean,
): Promise<void> {
  const { fingerprint } = options;
  const { urlPrefix, bytes } = reading;
  const state: Checkpoint = {
    fingerprint,
    log: reading.log.checkpoint(),
    input,
    position,
    bytes,
    urlPrefix,
    finished,
  };
  await writeFileAtomically(checkpointPath(options.folder), JSON.stringify(state));
}

/** Undefined when there is nothing to go on from. */
function readCheckpoint(options: ReadOptions): Checkpoint | undefined {
  const path = checkpointPath(options.folder);
  if (!existsSync(path)) return undefined;
  try {
    const state = JSON.parse(readFileSync(path, "utf8")) as Checkpoint;
    // what standard input gave cannot be read a second time
    const again = options.inputs.every((i) => i !== "-");
    return state.fingerprint === options.fingerprint && (again || state.finished) ? state : undefined;
  } catch {
    return undefined;
  }
}
