/** Reads chunks of corpora in a thread: each is parsed and taken apart by itself. */
import { type PackedPart, unpackPart } from "../../corpus/bzip2-parts.js";
import { type PieceEdges, splitEdges } from "../../corpus/mediawiki-chunks.js";
import { WikiPages } from "../../corpus/mediawiki-xml.js";
import { readExtractorLine } from "../../corpus/wiki-extractor.js";
import type { Break } from "../../files/broken-stream.js";
import type { TextLine } from "../../files/lines.js";
import { languageOf } from "../../languages/languages.js";
import type { WorkerTask } from "../../workers/worker-pool.js";
import { ChunkLog, type LoggedChunk } from "./chunk-log.js";

export interface ReadWorkerData {
  texts: boolean;
  /** Code of the corpora's language. */
  language: string;
}

/** Whole pages of a dump, a part of a packed one, or lines of WikiExtractor. */
export type ReadTask =
  | { corpus: number; head: string; pages: Uint8Array }
  | { corpus: number; head: string; path: string; part: PackedPart }
  | { corpus: number; lines: TextLine[] };

export interface ReadResult extends LoggedChunk {
  /** Pages that were used. */
  count: number;
  /** Lines that could not be used, and why. */
  problems: { line: number; problem: string }[];
  /** Of a part of a packed dump: what it has of pages that begin before it or end behind it, and why it breaks off where it does. */
  edges?: PieceEdges;
  broken?: Break;
}

export default function setUp({ texts, language: code }: ReadWorkerData): WorkerTask<ReadTask, ReadResult> {
  const language = languageOf(code);
  const log = new ChunkLog(texts);
  let wiki: { head: string; pages: WikiPages } | undefined;
  const wikiOf = (head: string) => {
    if (wiki?.head !== head) {
      wiki = { head, pages: new WikiPages(head, { text: texts ? "units" : "beginning", language }) };
    }
    return wiki.pages;
  };
  const logPages = (task: { corpus: number; head: string }, bytes: Buffer) => {
    let count = 0;
    for (const page of wikiOf(task.head).read(bytes)) {
      log.addPage(page, task.corpus);
      count++;
    }
    return { ...log.take(), count, problems: [] };
  };
  const logLines = (lines: TextLine[], corpus: number) => {
    let count = 0;
    const problems: ReadResult["problems"] = [];
    for (const line of lines) {
      const page = line.problem ?? readExtractorLine(line.text, language);
      if (typeof page === "string") problems.push({ line: line.number, problem: page });
      else if (page) {
        log.addPage(page, corpus);
        count++;
      }
    }
    return { ...log.take(), count, problems };
  };
  return async (task) => {
    if ("lines" in task) return logLines(task.lines, task.corpus);
    if ("pages" in task) return logPages(task, asBuffer(task.pages));
    const { bytes, broken } = await unpackPart(task.path, task.part);
    const { pages, lead, tail } = splitEdges(bytes);
    // copies: a view would take the whole part with it
    return { ...logPages(task, pages), edges: { lead: Buffer.from(lead), tail: Buffer.from(tail) }, broken };
  };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
