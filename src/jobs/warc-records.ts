/** Documents out of web archives (WARC, WET): pages that were answered as HTML or text, and texts that a crawler made of them. */
import type { WARCRecord } from "warcio";
import { LinkingError, messageOf } from "../errors.js";
import { type DocumentRecord, failedRecord, LONGEST_RECORD, toRecord } from "./records.js";

/** The bytes are unpacked already. Requests, metadata, images and the like are passed over. */
export async function* readWarc(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<DocumentRecord> {
  const { WARCParser } = await import("warcio");
  let number = 0;
  try {
    for await (const record of new WARCParser(chunks)) {
      refuseForeign(record, name, number);
      number++;
      const form = formOf(record);
      if (form) yield await readOne(record, form, `${name}:${number}`);
    }
  } catch (error) {
    if (error instanceof LinkingError) throw error;
    throw new LinkingError(
      "bad-file",
      `${name} breaks off after record ${number}: ${messageOf(error)}; fetch or make it again.`,
      { cause: error },
    );
  }
}

/** Where records begin in an unpacked archive, so that it can be cut between them. */
export async function* findWarcRecords(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<number> {
  const { WARCParser } = await import("warcio");
  const parser = new WARCParser(chunks, { parseHttp: false });
  let number = 0;
  for await (const record of parser) {
    refuseForeign(record, name, number++);
    yield parser.offset;
  }
}

/** The parser takes any first line for a header. */
function refuseForeign({ warcHeaders }: WARCRecord, name: string, number: number): void {
  if (warcHeaders.statusline?.startsWith("WARC/")) return;
  throw new LinkingError(
    "bad-file",
    `${name} has no WARC record after record ${number}; wanted a line that begins with WARC/. Fetch or make it again.`,
  );
}

function formOf(record: WARCRecord): "text" | "html" | undefined {
  const isAnswer = record.warcType === "response";
  if (!isAnswer && record.warcType !== "conversion" && record.warcType !== "resource") return undefined;
  if (isAnswer && !/ 200( |$)/.test(record.httpHeaders?.statusline ?? "")) return undefined;
  const type = contentType(record);
  if (/^(text\/html|application\/xhtml)/i.test(type)) return "html";
  return /^text\/plain/i.test(type) ? "text" : undefined;
}

function contentType(record: WARCRecord): string {
  const type = record.httpHeaders
    ? record.httpHeaders.headers.get("Content-Type")
    : record.warcHeader("Content-Type");
  return type?.trim() ?? "";
}

async function readOne(
  record: WARCRecord,
  form: "text" | "html",
  fallbackId: string,
): Promise<DocumentRecord> {
  const id = record.warcTargetURI ?? fallbackId;
  const pieces: Uint8Array[] = [];
  let length = 0;
  const raw = record.reader as { limit?: number };
  try {
    for await (const chunk of record) {
      length += chunk.length;
      if (length <= LONGEST_RECORD) pieces.push(chunk);
    }
  } catch (error) {
    if (error instanceof LinkingError || (error as NodeJS.ErrnoException).code) throw error;
    return failedRecord(id, "The record's content cannot be unpacked.");
  }
  if (length > LONGEST_RECORD) {
    return failedRecord(
      id,
      `The record has ${length} bytes, more than the ${LONGEST_RECORD} that are linked at once.`,
    );
  }
  if ((raw.limit ?? 0) > 0) return failedRecord(id, "The file ends inside this record.");
  return toRecord(id, decoderFor(contentType(record)).decode(Buffer.concat(pieces)), form);
}

/** By the header's charset where the engine knows it, UTF-8 otherwise. */
function decoderFor(type: string): TextDecoder {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1];
  try {
    return new TextDecoder(charset ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}
