/** Documents out of web archives (WARC, WET): pages that were answered as HTML or text, and texts that a crawler made of them. */
import type { WARCRecord } from "warcio";
import { LinkingError, messageOf } from "../errors.js";
import { type DocumentRecord, failedRecord, LONGEST_RECORD, toRecord } from "./records.js";

/** The bytes are unpacked already. Requests, metadata, images and the like are passed over. */
export async function* readWarc(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<DocumentRecord> {
  const { WARCParser } = await import("warcio");
  let number = 0;
  try {
    for await (const record of new WARCParser(chunks, { parseHttp: false })) {
      refuseForeign(record, name, number);
      number++;
      const document = await readOne(record, `${name}:${number}`);
      if (document) yield document;
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

/** The document of a record; undefined when it is none. */
async function readOne(record: WARCRecord, fallbackId: string): Promise<DocumentRecord | undefined> {
  const type = record.warcType;
  if (type !== "response" && type !== "conversion" && type !== "resource") return undefined;
  const id = record.warcTargetURI ?? fallbackId;
  const wanted = Math.min(record.warcContentLength, LONGEST_RECORD);
  const { bytes, length } = await readAtMost(record, LONGEST_RECORD);
  if (bytes.length < wanted) return failedRecord(id, "The file ends inside this record.");
  const { contentType, body } =
    type === "response"
      ? await readAnswer(bytes)
      : { contentType: record.warcHeader("Content-Type") ?? "", body: bytes };
  const form = formOf(contentType);
  if (!form) return undefined;
  if (!body) return failedRecord(id, "The record's content cannot be unpacked.");
  if (length > LONGEST_RECORD || body.length > LONGEST_RECORD) {
    return failedRecord(id, `The record has more than the ${LONGEST_RECORD} bytes that are linked at once.`);
  }
  return toRecord(id, decoderFor(contentType).decode(body), form);
}

function formOf(contentType: string): "text" | "html" | undefined {
  if (/^\s*(text\/html|application\/xhtml)/i.test(contentType)) return "html";
  return /^\s*text\/plain/i.test(contentType) ? "text" : undefined;
}

/**
 * What a server answered, without its headers; only answers with status 200 have a type. Parsed here, inside the record's
 * bounds: the library reads headers from the file, and an answer without any takes the records after it along.
 */
async function readAnswer(bytes: Buffer): Promise<{ contentType: string; body?: Buffer }> {
  const bare = bytes.indexOf("\n\n");
  const end = bytes.indexOf("\r\n\r\n");
  const headEnd = end >= 0 && (bare < 0 || end < bare) ? end + 4 : bare + 2;
  const head = bytes.subarray(0, headEnd).toString("latin1");
  if (!/^HTTP\/\S+ 200\b/.test(head)) return { contentType: "" };
  const header = (name: string) => new RegExp(`^${name}:\\s*(.*?)\\s*$`, "im").exec(head)?.[1] ?? "";
  const contentType = header("Content-Type");
  if (!formOf(contentType)) return { contentType };
  const { AsyncIterReader } = await import("warcio");
  const isChunked = /chunked/i.test(header("Transfer-Encoding"));
  const coding = header("Content-Encoding").toLowerCase() || null;
  try {
    const reader = new AsyncIterReader([bytes.subarray(headEnd)], coding, isChunked);
    return { contentType, body: (await readAtMost(reader, LONGEST_RECORD + 1)).bytes };
  } catch {
    return { contentType };
  }
}

/** All is read, so that what comes after is found; what is too much is not kept. */
async function readAtMost(
  source: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ bytes: Buffer; length: number }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    if (length < most) pieces.push(piece.subarray(0, most - length));
    length += piece.length;
  }
  return { bytes: Buffer.concat(pieces), length };
}

/** By the header's charset where the engine knows it, UTF-8 otherwise. */
function decoderFor(contentType: string): TextDecoder {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}
