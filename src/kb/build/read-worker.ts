/** Reads chunks of corpora in a thread: each is parsed and taken apart by itself. */
import { WikiPages } from "../../corpus/mediawiki-xml.js";
import { readExtractorLine } from "../../corpus/wiki-extractor.js";
import type { TextLine } from "../../files/lines.js";
import { languageOf } from "../../languages/languages.js";
import type { WorkerTask } from "../../workers/worker-pool.js";
import { ChunkLog, type LoggedChunk } from "./chunk-log.js";

export interface ReadWorkerData {
  texts: boolean;
  /** Code of the corpora's language. */
  language: string;
}

/** Whole pages of a dump, or lines of WikiExtractor. */
export type ReadTask =
  | { corpus: number; head: string; pages: Uint8Array }
  | { corpus: number; lines: TextLine[] };

export interface ReadResult extends LoggedChunk {
  /** Pages that were used. */
  count: number;
  /** Lines that could not be used, and why. */
  problems: { line: number; problem: string }[];
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
  return (task) => {
    let count = 0;
    const problems: ReadResult["problems"] = [];
    if ("pages" in task) {
      const { buffer, byteOffset, byteLength } = task.pages;
      for (const page of wikiOf(task.head).read(Buffer.from(buffer, byteOffset, byteLength))) {
        log.addPage(page, task.corpus);
        count++;
      }
    } else {
      for (const line of task.lines) {
        const page = line.problem ?? readExtractorLine(line.text, language);
        if (typeof page === "string") problems.push({ line: line.number, problem: page });
        else if (page) {
          log.addPage(page, task.corpus);
          count++;
        }
      }
    }
    return { ...log.take(), count, problems };
  };
}
