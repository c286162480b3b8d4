/** What `mulrel link` is given: text as an argument, files, standard input; plain text, HTML, JSON lines or web archives. */
import { existsSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { LinkingError } from "../errors.js";
import { type DocumentRecord, formOfPath, type RecordForm, readRecords, toRecord } from "../jobs/records.js";
import { warn } from "./terminal.js";

export const inputForms = ["text", "html", "jsonl", "warc"] as const satisfies readonly RecordForm[];

const ARGUMENT = "argument";
const STANDARD_INPUT = "-";

/** What `readArguments` gives; `onRemark` is told what is odd about a document. */
export async function* readInputs(
  args: readonly string[],
  form?: RecordForm,
  onRemark: (sentence: string) => void = warn,
): AsyncGenerator<DocumentRecord> {
  for await (const record of readArguments(args, form)) {
    if (record.remark) onRemark(record.remark);
    yield record;
  }
}

/** An argument is standard input (-), a file when there is one of that name, and a text otherwise. */
async function* readArguments(args: readonly string[], form?: RecordForm): AsyncGenerator<DocumentRecord> {
  const isTerminal = Boolean(process.stdin.isTTY);
  if (args.length === 0 && isTerminal) {
    throw new LinkingError(
      "usage",
      'There is nothing to link: give a text, a file, or text on standard input ("-").',
    );
  }
  for (const [number, argument] of (args.length === 0 ? [STANDARD_INPUT] : args).entries()) {
    if (argument === STANDARD_INPUT) yield* readRecords(process.stdin, form ?? "text", { name: "stdin" });
    else if (isFile(argument)) {
      const { openBytes } = await import("../files/lines.js");
      yield* readRecords(await openBytes(argument), formOfInput(argument, form), { name: argument });
    } else {
      refuseLostFile(argument);
      const name = number === 0 ? ARGUMENT : `${ARGUMENT} ${number + 1}`;
      if (form === undefined || form === "text" || form === "html") {
        yield await toRecord(name, argument, form ?? "text");
      } else yield* readRecords(Readable.from([Buffer.from(argument)]), form, { name });
    }
  }
}

/** For who wants documents only: the first that cannot be linked ends it all. */
export async function* refuseProblems(
  records: AsyncIterable<DocumentRecord>,
): AsyncGenerator<DocumentRecord> {
  for await (const record of records) {
    const { id, problem } = record;
    if (problem === undefined) yield record;
    else throw new LinkingError("bad-input", problem.startsWith(`${id} `) ? problem : `${id}: ${problem}`);
  }
}

/** How many documents there will be, when every argument is one. */
export function countInputs(args: readonly string[], form?: RecordForm): number | undefined {
  return args.some((a) => a === STANDARD_INPUT || holdsMany(formOfInput(a, form))) ? undefined : args.length;
}

/** Is there more than one document, or may there be? */
export function mayBeSeveral(args: readonly string[], form?: RecordForm): boolean {
  return args.length > 1 || (form ? holdsMany(form) : args.some((a) => holdsMany(formOfInput(a))));
}

const holdsMany = (form: RecordForm) => form === "jsonl" || form === "warc";

function formOfInput(path: string, form?: RecordForm): RecordForm {
  return form ?? formOfPath(path) ?? "text";
}

function isFile(argument: string): boolean {
  if (argument.length > 4096 || argument.includes("\0") || !existsSync(argument)) return false;
  if (statSync(argument).isFile()) return true;
  throw new LinkingError(
    "bad-input",
    `${argument} is a folder; link all that is in it with --into FOLDER, or give its files: mulrel link ${argument}/*.`,
  );
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** What ends like this, or has a path before it, is hardly a text to link: Node.js and example.com are. */
const documentName =
  /^\S+\.(txt|text|html?|xhtml|xml|jsonl?|ndjson|csv|tsv|md|rst|tex|pdf|docx?|odt|rtf|epub|pptx?|xlsx?|gz|bz2|zip|eml|log)$/i;
const pathName = /^(?:~|\.{1,2})?[/\\]?(?:[\w.-]+[/\\])+[\w.-]+\.\w{1,5}$/;

/** "/corpus/a" and "../a" begin like nothing but a path. */
const pathBeginning = /^(?:~|\.{1,2})?\/\S*[\p{L}\p{N}_]\S*$/u;
/** "news/a" may be a path, as "and/or" is none: the first folder decides, when there is one. */
const maybePath = /^([^\s/]*[\p{L}\p{N}_])\/[\p{L}\p{N}_]\S*$/u;

/** "storys.txt" is hardly a text to link; saying so beats linking the file's name. */
function refuseLostFile(argument: string): void {
  const folder = maybePath.exec(argument)?.[1];
  const looksLikePath = [documentName, pathName, pathBeginning].some((pattern) => pattern.test(argument));
  if (looksLikePath || (folder !== undefined && isFolder(folder))) {
    throw new LinkingError("not-found", `There is no file ${argument}; check the path.`);
  }
}
