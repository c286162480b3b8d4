/** Documents out of bytes: a text, an HTML page, JSON lines or a web archive, one record at a time; what is wrong with one is said of that one. */
import { messageOf } from "../errors.js";
import { remarkOnBytes } from "../files/bad-utf8.js";
import { refuseUtf16 } from "../files/encodings.js";
import type { Span } from "../types.js";

export type RecordForm = "text" | "html" | "jsonl" | "warc";

/** A document as it goes into the linker, or what is wrong with it. */
export interface DocumentRecord {
  /** Its own id as it was given, or one made of file and line. */
  id: string | number;
  /** What is linked; as long as `source`. */
  text: string;
  /** As given: differs from `text` for HTML. */
  source: string;
  form: "text" | "html";
  mentions?: Span[];
  /** Why it cannot be linked; a sentence that quotes nothing of the text. */
  problem?: string;
  /** What is odd about its bytes, although it is linked. */
  remark?: string;
}

export interface RecordSource {
  /** What documents are called after, and what sentences call the bytes. */
  name: string;
  /** Number of the first line, from 1. */
  line?: number;
}

/** A larger text is a problem of that text, not a reason to run out of memory. Bytes. */
export const LONGEST_RECORD = 64 * 1024 * 1024;
/** The same for a file that is one text. */
const LONGEST_FILE = 256 * 1024 * 1024;

const forms: [RegExp, RecordForm][] = [
  [/\.(jsonl|ndjson)(\.gz)?$/i, "jsonl"],
  [/\.(warc|wet)(\.gz)?$/i, "warc"],
  [/\.x?html?(\.gz)?$/i, "html"],
  [/\.(txt|text|md)(\.gz)?$/i, "text"],
];

/** By the file's name; undefined when it says nothing. */
export function formOfPath(path: string): RecordForm | undefined {
  return forms.find(([pattern]) => pattern.test(path))?.[1];
}

/** The records of unpacked bytes. */
export async function* readRecords(
  chunks: AsyncIterable<Buffer>,
  form: RecordForm,
  source: RecordSource,
): AsyncGenerator<DocumentRecord> {
  if (form === "jsonl") yield* readJsonLines(chunks, source);
  else if (form === "warc") yield* (await import("./warc-records.js")).readWarc(chunks, source.name);
  else yield await readWhole(chunks, form, source.name);
}

async function readWhole(
  chunks: AsyncIterable<Buffer>,
  form: "text" | "html",
  name: string,
): Promise<DocumentRecord> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length <= LONGEST_FILE) pieces.push(chunk);
  }
  if (length > LONGEST_FILE) {
    return failedRecord(
      name,
      `The file has ${length} bytes, more than the ${LONGEST_FILE} that are linked at once.`,
    );
  }
  const bytes = Buffer.concat(pieces);
  const problem = whyNoText(bytes, name);
  if (problem) return failedRecord(name, problem);
  const record = await toRecord(name, decode(bytes), form);
  const remark = remarkOnBytes(bytes, name);
  return remark ? { ...record, remark } : record;
}

/** Links of a file's bytes read as letters would be nonsense. */
function whyNoText(bytes: Buffer, name: string): string | undefined {
  try {
    refuseUtf16(bytes.subarray(0, 64), name);
  } catch (error) {
    return messageOf(error);
  }
  const start = bytes.subarray(0, 4).toString("latin1");
  const kind = start === "%PDF" ? "a PDF" : start.startsWith("PK") ? "an archive or office document" : "";
  if (kind === "" && !bytes.subarray(0, 4096).includes(0)) return undefined;
  return `${name} is ${kind || "no text"}; give its text, for example from pdftotext or pandoc: pdftotext ${kind === "a PDF" ? name : "FILE.pdf"} - | mulrel link -.`;
}

/** A text that is ready to link; of HTML only what a reader sees. */
export async function toRecord(
  id: string | number,
  source: string,
  form: "text" | "html",
): Promise<DocumentRecord> {
  const text = form === "html" ? (await import("../formats/links/html-text.js")).maskHtml(source) : source;
  return { id, source, text, form };
}

/** Stands where the record would have stood. */
export function failedRecord(id: string | number, problem: string): DocumentRecord {
  return { id, source: "", text: "", form: "text", problem };
}

/** UTF-8 without its byte-order mark; what is no UTF-8 becomes U+FFFD. */
function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}

async function* readJsonLines(
  chunks: AsyncIterable<Buffer>,
  { name, line = 1 }: RecordSource,
): AsyncGenerator<DocumentRecord> {
  // who links one text does without
  const { splitLines } = await import("../files/lines.js");
  for await (const { text, number, problem } of splitLines(chunks, name, { longest: LONGEST_RECORD })) {
    const id = `${name}:${number + line - 1}`;
    yield problem ? failedRecord(id, `This cannot be read: ${problem}.`) : parseRecord(text, id);
  }
}

const WANTED = '{"id"?, "text", "mentions"?: [{"start", "end"}]}';

/** One JSON line; `fallbackId` is its name when it gives none. */
export function parseRecord(line: string, fallbackId: string): DocumentRecord {
  let value: { id?: unknown; text?: unknown; mentions?: unknown } | null;
  try {
    value = JSON.parse(line);
  } catch {
    // the engine's own message would quote the text
    const what = line.trim() === "" ? "The line is empty" : "This is no JSON";
    return failedRecord(fallbackId, `${what}; wanted ${WANTED} on each line.`);
  }
  const id = typeof value?.id === "number" ? value.id : String(value?.id ?? fallbackId);
  if (typeof value?.text !== "string") return failedRecord(id, `There is no "text"; wanted ${WANTED}.`);
  const { text, mentions } = value;
  const record: DocumentRecord = { id, source: text, text, form: "text" };
  if (mentions === undefined || mentions === null) return record;
  if (!Array.isArray(mentions)) return failedRecord(id, `"mentions" is no list; wanted ${WANTED}.`);
  record.mentions = mentions.map((m) => ({ start: m?.start, end: m?.end }));
  return record;
}
