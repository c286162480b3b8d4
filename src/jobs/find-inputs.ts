/** The files that folders, globs and names stand for, in one order wherever they are read; a folder's entries are held at a time, not a corpus's. */
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { LinkingError, messageOf } from "../errors.js";
import { formOfPath, type RecordForm } from "./records.js";

/** A file to link. */
export interface InputFile {
  /** As the caller would name it. */
  path: string;
  form: RecordForm;
}

export interface FindOptions {
  /** Folder that relative names start from. */
  base: string;
  /** What every file is, whatever its name says. */
  form?: RecordForm;
  /** Told of files in folders whose names say nothing we read. */
  onSkipped?: (path: string) => void;
}

/** Every file once, in the order of the arguments and by name within a folder. */
export async function* findInputs(
  inputs: readonly string[],
  options: FindOptions,
): AsyncGenerator<InputFile> {
  for (const [number, input] of inputs.entries()) {
    // the same argument again is the same files again
    if (inputs.indexOf(input) < number) continue;
    const found = await stat(resolve(options.base, input)).catch(() => undefined);
    if (found?.isDirectory()) yield* walk(input, options, () => true);
    else if (found) yield { path: input, form: options.form ?? formOfPath(input) ?? "text" };
    else if (/[*?[\]{}]/.test(input)) yield* matchGlob(input, options);
    else throw new LinkingError("not-found", `There is no file or folder ${input}; check the path.`);
  }
}

async function* matchGlob(glob: string, options: FindOptions): AsyncGenerator<InputFile> {
  const { default: picomatch } = await import("picomatch");
  const { base: folder } = picomatch.scan(glob);
  const isMatch = picomatch(glob);
  let matches = 0;
  for await (const file of walk(folder, options, isMatch)) {
    matches++;
    yield file;
  }
  if (matches === 0) {
    throw new LinkingError(
      "not-found",
      `No file of a kind that is read matches ${glob}; wanted .txt, .html, .jsonl, .warc or .wet, plain or .gz, or --input.`,
    );
  }
}

async function* walk(
  folder: string,
  options: FindOptions,
  isWanted: (path: string) => boolean,
): AsyncGenerator<InputFile> {
  const entries = await readdir(resolve(options.base, folder), { withFileTypes: true }).catch((error) => {
    throw new LinkingError("disk", `The folder ${folder} could not be read: ${messageOf(error)}.`, {
      cause: error,
    });
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    // what begins with a dot is hidden: version control, half-copied files
    if (entry.name.startsWith(".")) continue;
    const path = folder === "" ? entry.name : join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* walk(path, options, isWanted);
      continue;
    }
    if (!isWanted(path)) continue;
    const form = options.form ?? formOfPath(path);
    if (form) yield { path, form };
    else options.onSkipped?.(path);
  }
}
