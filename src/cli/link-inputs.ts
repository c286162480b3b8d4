/** What `mulrel link` is given: text as an argument, files, standard input; plain text, HTML or JSON lines. */

import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { LinkingError, messageOf } from "../errors.js";
import { refuseUtf16 } from "../files/encodings.js";
import type { TextLine } from "../files/lines.js";
import type { Span } from "../types.js";

export type InputForm = "text" | "html" | "jsonl";

/** A document as it goes into the linker, with what it was before. */
export interface InputDocument {
  id: string;
  /** What is linked; of the same length as `source`. */
  text: string;
  /** As given: differs from `text` for HTML. */
  source: string;
  form: InputForm;
  mentions?: Span[];
}

const ARGUMENT = "argument";
const STANDARD_INPUT = "-";

/** An argument is standard input (-), a file when there is one of that name, and a text otherwise. */
export async function* readInputs(args: readonly string[], form?: InputForm): AsyncGenerator<InputDocument> {
  const isTerminal = Boolean(process.stdin.isTTY);
  if (args.length === 0 && isTerminal) {
    throw new LinkingError(
      "usage",
      'There is nothing to link: give a text, a file, or text on standard input ("-").',
    );
  }
  for (const [number, argument] of (args.length === 0 ? [STANDARD_INPUT] : args).entries()) {
    if (argument === STANDARD_INPUT) yield* readStream(process.stdin, "stdin", form ?? "text");
    else if (isFile(argument)) yield* readFileInput(argument, form ?? formOfName(argument));
    else {
      refuseLostFile(argument);
      const name = number === 0 ? ARGUMENT : `${ARGUMENT} ${number + 1}`;
      if (form === "jsonl") yield* readStream(Readable.from([Buffer.from(argument)]), name, form);
      else yield await toDocument(name, argument, form ?? "text");
    }
  }
}

/** How many documents there will be, when every argument is one. */
export function countInputs(args: readonly string[], form?: InputForm): number | undefined {
  return args.some((a) => a === STANDARD_INPUT || (form ?? formOfName(a)) === "jsonl")
    ? undefined
    : args.length;
}

function isFile(argument: string): boolean {
  if (argument.length > 4096 || argument.includes("\0") || !existsSync(argument)) return false;
  if (statSync(argument).isFile()) return true;
  throw new LinkingError(
    "bad-input",
    `${argument} is a folder; give the files in it: mulrel link ${argument}/*.`,
  );
}

/** What ends like this, or has a path before it, is hardly a text to link: Node.js and example.com are. */
const documentName =
  /^\S+\.(txt|text|html?|xhtml|xml|jsonl?|ndjson|csv|tsv|md|rst|tex|pdf|docx?|odt|rtf|epub|pptx?|xlsx?|gz|bz2|zip|eml|log)$/i;
const pathName = /^(?:~|\.{1,2})?[/\\]?(?:[\w.-]+[/\\])+[\w.-]+\.\w{1,5}$/;

/** "storys.txt" is hardly a text to link; saying so beats linking the file's name. */
function refuseLostFile(argument: string): void {
  if (documentName.test(argument) || pathName.test(argument)) {
    throw new LinkingError("not-found", `There is no file ${argument}; check the path.`);
  }
}

function formOfName(path: string): InputForm {
  if (/\.html?$/i.test(path)) return "html";
  return /\.(jsonl|ndjson)$/i.test(path) ? "jsonl" : "text";
}

async function* readFileInput(path: string, form: InputForm): AsyncGenerator<InputDocument> {
  if (form === "jsonl") {
    yield* readJsonl((await import("../files/lines.js")).readLines(path), path);
    return;
  }
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new LinkingError("disk", `${path} could not be read: ${messageOf(error)}.`, { cause: error });
  }
  refuseBinary(bytes, path);
  yield await toDocument(path, decode(bytes), form);
}

/** Links of a file's bytes read as letters would be nonsense. */
function refuseBinary(bytes: Buffer, path: string): void {
  refuseUtf16(bytes.subarray(0, 64), path);
  const start = bytes.subarray(0, 4).toString("latin1");
  const kind = start === "%PDF" ? "a PDF" : start.startsWith("PK") ? "an archive or office document" : "";
  if (kind === "" && !bytes.subarray(0, 4096).includes(0)) return;
  throw new LinkingError(
    "bad-input",
    `${path} is ${kind || "no text"}; give its text, for example from pdftotext or pandoc: pdftotext ${kind === "a PDF" ? path : "FILE.pdf"} - | mulrel link -.`,
  );
}

async function* readStream(
  stream: AsyncIterable<Buffer>,
  name: string,
  form: InputForm,
): AsyncGenerator<InputDocument> {
  if (form === "jsonl") {
    yield* readJsonl((await import("../files/lines.js")).splitLines(stream, name), name);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  yield await toDocument(name, decode(Buffer.concat(chunks)), form);
}

/** UTF-8 without its byte-order mark; what is no UTF-8 becomes U+FFFD. */
function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}

async function toDocument(id: string, source: string, form: InputForm): Promise<InputDocument> {
  const text = form === "html" ? (await import("../formats/links/html-text.js")).maskHtml(source) : source;
  return { id, source, text, form };
}

async function* readJsonl(lines: AsyncIterable<TextLine>, file: string): AsyncGenerator<InputDocument> {
  for await (const { text: line, number, problem } of lines) {
    if (problem) throw new LinkingError("bad-input", `${file}, line ${number}: ${problem}.`);
    if (line.trim() !== "") yield parseLine(line, file, number);
  }
}

function parseLine(line: string, file: string, number: number): InputDocument {
  const wrong = (what: string) => new LinkingError("bad-input", `${file}, line ${number}: ${what}`);
  let value: { id?: unknown; text?: unknown; mentions?: unknown };
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw wrong(`this is no JSON (${messageOf(error)}); wanted {"text": "…"} on each line.`);
  }
  if (typeof value?.text !== "string")
    throw wrong('there is no "text"; wanted {"id"?, "text", "mentions"?: [{"start", "end"}]}.');
  const id = String(value.id ?? `${file}:${number}`);
  const document: InputDocument = { id, source: value.text, text: value.text, form: "text" };
  if (Array.isArray(value.mentions))
    document.mentions = value.mentions.map((m) => ({ start: m?.start, end: m?.end }));
  return document;
}
