/** What happens to bad input: an error with file and line, or with `skipBad` a report and the next document. */
import { LinkingError } from "../../errors.js";
import type { DatasetProblem, ReadOptions } from "./annotated-document.js";

/** "FILE, line 12: sentence". */
export function describeProblem(problem: DatasetProblem): string {
  const line = problem.line === undefined ? "" : `, line ${problem.line}`;
  const document = problem.document === undefined ? "" : ` (document ${problem.document})`;
  return `${problem.file}${line}${document}: ${problem.message}`;
}

/** Throws, unless bad input is to be skipped; then the caller leaves out what `problem.lost` names. */
export function refuse(problem: DatasetProblem, options: ReadOptions): void {
  if (!options.skipBad) {
    throw new LinkingError(
      "bad-file",
      `${describeProblem(problem)}. Mend the file, or leave out what is bad with --skip-bad.`,
    );
  }
  options.onProblem?.(problem);
}

/** For what is worth knowing but needs no decision: mended offsets, mentions that nobody could find in the text. */
export function remark(problem: DatasetProblem, options: ReadOptions): void {
  options.onProblem?.(problem);
}

/** Runs `read`; a thrown sentence becomes a problem of the line it was read from. */
export function readOrRefuse<T>(
  place: { file: string; line: number },
  options: ReadOptions,
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LinkingError) && !(error instanceof SyntaxError)) throw error;
    refuse({ ...place, message: error.message, lost: "document" }, options);
    return undefined;
  }
}
