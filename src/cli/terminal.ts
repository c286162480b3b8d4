/** What commands share when they talk to a person: colours, progress bars, JSON, Ctrl-C. */
import picocolors from "picocolors";
import { printableLines } from "../text/safe-text.js";
import type { OnProgress } from "../types.js";
import { put } from "./output.js";
import { createProgressView } from "./progress-view.js";
import { INTERRUPTED, isWorkThread, onStop, tellProgress, workerTerminal } from "./work-thread.js";

/** Colours on standard output, off in pipes, with NO_COLOR and with --out. */
export const colours = picocolors.createColors(
  (workerTerminal ?? Boolean(process.stdout.isTTY)) &&
    !process.env.NO_COLOR &&
    process.env.TERM !== "dumb" &&
    !process.argv.some((a) => /^--out(=|$)/.test(a)),
);

export function printJson(value: unknown): void {
  put(`${JSON.stringify(value, null, 2)}\n`);
}

export function printLine(line = ""): void {
  put(`${line}\n`);
}

/** A remark for the person, on standard error so that pipes stay clean. */
export function warn(sentence: string): void {
  process.stderr.write(`mulrel: ${printableLines(sentence)}\n`);
}

/** Shows progress on standard error: a bar in a terminal, a line every half minute elsewhere. Call `stop` before printing results. */
export function createProgressBar(): { onProgress: OnProgress; stop(): void } {
  if (isWorkThread) return { onProgress: tellProgress, stop: () => tellProgress(null) };
  const view = createProgressView();
  return { onProgress: view.show, stop: view.stop };
}

let isStopped = false;

/** Has somebody asked for the end? Then whatever fails, fails because of that. */
export const wasStopped = () => isStopped;

/** A signal that fires at the first Ctrl-C (or SIGTERM), so that work can stop at a clean point; a second one ends at once. */
export function abortOnInterrupt(): AbortSignal {
  const controller = new AbortController();
  const abort = (reason: string) => {
    isStopped = true;
    controller.abort(new Error(reason));
  };
  if (isWorkThread) {
    onStop(() => abort("stopped"));
    return controller.signal;
  }
  const stop = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    abort(`stopped by ${name}`);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return controller.signal;
}
