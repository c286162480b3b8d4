/**
 * Long commands work in a thread of their own. The first thread stays free: it shows progress while the other counts for minutes
 * without a pause, and ends everything within a second of Ctrl-C. What was written is whole, or not there: nothing is lost by that.
 */
import { getHeapStatistics } from "node:v8";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { Progress } from "../types.js";
import { createProgressView } from "./progress-view.js";

export const INTERRUPTED = 130;
export const STOPPED = "stopped; give the same command again to go on";
/** A clean stop (unfinished work kept, locks given back) may take so long after the first Ctrl-C; milliseconds. */
const PATIENCE = 800;
const STOP = "stop";

/** What the working thread tells: what to show (null: nothing any more), or with which code it ends. */
type Report = { progress: Progress | null } | { ended: number };

/** In the working thread: is standard output a terminal? Only the first thread can tell. */
export const workerTerminal: boolean | undefined = (workerData as { terminal?: boolean } | null)?.terminal;

export const isWorkThread = !isMainThread && workerTerminal !== undefined;

/** Runs the command line's own file in a thread; resolves to its exit code. */
export function runInThread(file: URL, argv: string[]): Promise<number> {
  const readsInput = argv.includes("-");
  const worker = new Worker(file, {
    argv,
    stdin: readsInput,
    workerData: { terminal: Boolean(process.stdout.isTTY) },
    // a thread's own default is lower than what the process was given
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20) },
  });
  if (readsInput && worker.stdin) process.stdin.pipe(worker.stdin);
  const view = createProgressView();
  const giveUp = () => {
    view.stop();
    process.stderr.write(`mulrel: ${STOPPED}\n`);
    process.exit(INTERRUPTED);
  };
  let isStopping = false;
  const stop = () => {
    if (isStopping) giveUp();
    isStopping = true;
    worker.postMessage(STOP);
    setTimeout(giveUp, PATIENCE);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return new Promise((resolve) => {
    let code: number | undefined;
    worker.on("message", (report: Report) => {
      if ("ended" in report) code = report.ended;
      else if (report.progress) view.show(report.progress);
      else view.stop();
    });
    worker.on("error", (error) => {
      view.stop();
      process.stderr.write(`mulrel: ${error.message}\n`);
      code = 1;
    });
    worker.on("exit", (exitCode) => {
      view.stop();
      if (readsInput) process.stdin.destroy();
      resolve(code ?? exitCode);
    });
  }).then((code) => {
    // a stop that came clean in time
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    if (isStopping) {
      process.exitCode = code as number;
      process.exit();
    }
    return code as number;
  });
}

/** In the working thread: hands on what is to be shown. */
export function tellProgress(progress: Progress | null): void {
  parentPort?.postMessage({ progress } satisfies Report);
}

export function tellEnd(code: number): void {
  parentPort?.postMessage({ ended: code } satisfies Report);
}

/** In the working thread: calls back at the first Ctrl-C. */
export function onStop(stop: () => void): void {
  parentPort?.on("message", (message) => {
    if (message === STOP) stop();
  });
  // waiting for a stop is no reason to go on
  parentPort?.unref();
}
