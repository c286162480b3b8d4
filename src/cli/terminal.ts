/** What commands share when they talk to a person: colours, progress bars, JSON, Ctrl-C. */
import { createRequire } from "node:module";
import type CliProgress from "cli-progress";
import picocolors from "picocolors";
import { printableLines } from "../text/safe-text.js";
import type { OnProgress, Progress } from "../types.js";

/** Colours on standard output, off in pipes and with NO_COLOR. */
export const colours = picocolors.createColors(
  Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== "dumb",
);

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printLine(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** A remark for the person, on standard error so that pipes stay clean. */
export function warn(sentence: string): void {
  process.stderr.write(`mulrel: ${printableLines(sentence)}\n`);
}

/** A bar on standard error while it is a terminal; nothing otherwise. Call `stop` before printing results. */
export function createProgressBar(): { onProgress: OnProgress; stop(): void } {
  if (!process.stderr.isTTY) return { onProgress: () => {}, stop: () => {} };
  // loaded only where there is somebody to look at it
  const cliProgress: typeof CliProgress = createRequire(import.meta.url)("cli-progress");
  const bar = new cliProgress.SingleBar(
    {
      stream: process.stderr,
      format: "{stage} {bar} {percentage}% {done}/{whole} {unit} {eta_formatted} {detail}",
      clearOnComplete: true,
      hideCursor: true,
      etaBuffer: 100,
    },
    cliProgress.Presets.shades_classic,
  );
  let stage = "";
  const onProgress = (p: Progress) => {
    const total = p.total ?? Math.max(p.done, 1);
    const payload = {
      stage: p.stage,
      done: p.done.toLocaleString("en"),
      whole: p.total === undefined ? "?" : p.total.toLocaleString("en"),
      unit: p.unit ?? "",
      detail: p.detail ?? "",
    };
    if (stage !== p.stage) {
      if (stage) bar.stop();
      stage = p.stage;
      bar.start(total, p.done, payload);
    } else {
      bar.setTotal(total);
      bar.update(p.done, payload);
    }
  };
  return { onProgress, stop: () => bar.stop() };
}

/** A signal that fires at the first Ctrl-C (or SIGTERM), so that work can stop at a clean point; a second one ends at once. */
export function abortOnInterrupt(): AbortSignal {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Error(`stopped by ${name}`));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return controller.signal;
}
