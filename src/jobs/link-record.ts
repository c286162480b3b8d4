/** One record to its line, whatever happens to it: links, or an error in their place. */
import { isLinkingError, LinkingError } from "../errors.js";
import { documentLine, failedDocumentLine } from "../formats/links/document-line.js";
import type { Linker } from "../linker/linker.js";
import type { DocumentRecord } from "./records.js";
import type { ShardSettings } from "./shard.js";

export interface LinkedRecord {
  line: string;
  isError: boolean;
}

/** Of these the record is innocent: every other one would fail too. */
const notTheRecords = new Set(["bad-file", "disk", "not-found", "mismatch"]);

export function linkRecord(linker: Linker, record: DocumentRecord, settings: ShardSettings): LinkedRecord {
  const { id, text, mentions, problem } = record;
  if (problem !== undefined) return failedLine(id, new LinkingError("bad-input", problem));
  const { candidates, ...options } = settings;
  try {
    const links = linker.link(text, { ...options, mentions });
    return { line: documentLine(id, links, candidates), isError: false };
  } catch (error) {
    if (isLinkingError(error) && notTheRecords.has(error.code)) throw error;
    return failedLine(id, error);
  }
}

function failedLine(id: string | number, error: unknown): LinkedRecord {
  return { line: failedDocumentLine(id, error), isError: true };
}
