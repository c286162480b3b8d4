/** What a person is shown of long work: share, rate and time left, as a bar in a terminal, as a line now and then elsewhere. */
import { createRequire } from "node:module";
import type CliProgress from "cli-progress";
import { printable } from "../text/safe-text.js";
import type { Progress } from "../types.js";

/** Between lines where there is no terminal; milliseconds. */
const LINE_EVERY = 30_000;
const BAR = 24;

export interface ProgressView {
  show(progress: Progress): void;
  /** Takes the bar away, before anything else is printed. */
  stop(): void;
}

/** "3/5 reading 42 %, 1.2 of 2.9 GB, 35 MB a second, 0:48 left, 12,345 pages"; `seconds` since the stage began at `from`. */
export function describeProgress(progress: Progress, seconds: number, from = 0): string {
  const { stage, done, total, unit = "", detail, step } = progress;
  const rate = seconds > 0 ? (done - from) / seconds : 0;
  const parts: string[] = [];
  if (total !== undefined && total > 0) parts.push(`${Math.floor((100 * Math.min(done, total)) / total)} %`);
  if (done > 0 || total) parts.push(amounts(done, total, unit));
  if (rate > 0 && seconds >= 1) parts.push(`${amount(rate, unit)} a second`);
  if (rate > 0 && seconds >= 2 && total !== undefined && total > done) {
    parts.push(`${clock((total - done) / rate)} left`);
  }
  if (detail) parts.push(detail);
  const place = step ? `${step[0]}/${step[1]} ` : "";
  return printable(`${place}${stage}${parts.length > 0 ? ` ${parts.join(", ")}` : ""}`);
}

function amounts(done: number, total: number | undefined, unit: string): string {
  if (total === undefined) return amount(done, unit);
  return unit === "bytes"
    ? `${amount(done, unit)} of ${amount(total, unit)}`
    : `${count(done)} of ${amount(total, unit)}`;
}

const count = (n: number) => (n < 10 ? Number(n.toFixed(1)) : Math.round(n)).toLocaleString("en");

function amount(n: number, unit: string): string {
  if (unit !== "bytes") return `${count(n)} ${unit}`.trim();
  const sizes = ["bytes", "kB", "MB", "GB", "TB"];
  const power = n < 1000 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(n) / 3));
  return `${(n / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${sizes[power]}`;
}

function clock(seconds: number): string {
  const s = Math.ceil(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
    : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** Remembers when the stage began, for rate and time left. */
class Stage {
  #name = "";
  #began = 0;
  #from = 0;
  latest: Progress | undefined;

  take(progress: Progress): void {
    if (progress.stage !== this.#name) {
      this.#name = progress.stage;
      this.#began = performance.now();
      this.#from = progress.done;
    }
    this.latest = progress;
  }

  line(): string {
    const seconds = (performance.now() - this.#began) / 1000;
    return this.latest ? describeProgress(this.latest, seconds, this.#from) : "";
  }
}

export function createProgressView(): ProgressView {
  return process.stderr.isTTY ? barView() : lineView();
}

function lineView(): ProgressView {
  const stage = new Stage();
  let timer: NodeJS.Timeout | undefined;
  return {
    show(progress) {
      stage.take(progress);
      timer ??= setInterval(() => process.stderr.write(`mulrel: ${stage.line()}\n`), LINE_EVERY).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function barView(): ProgressView {
  // loaded only where there is somebody to look at it
  const cliProgress: typeof CliProgress = createRequire(import.meta.url)("cli-progress");
  const stage = new Stage();
  const format = (_options: unknown, { progress }: { progress: number }) => {
    const filled = Math.round(BAR * progress);
    const bar = stage.latest?.total ? `${"█".repeat(filled)}${"░".repeat(BAR - filled)} ` : "";
    return `${bar}${stage.line()}`.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1));
  };
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    format: format as unknown as string,
    clearOnComplete: true,
    hideCursor: true,
  });
  let isOn = false;
  return {
    show(progress) {
      stage.take(progress);
      const total = progress.total || 1;
      const done = progress.total ? Math.min(progress.done, total) : 0;
      if (!isOn) bar.start(total, done);
      else {
        bar.setTotal(total);
        bar.update(done);
      }
      isOn = true;
    },
    stop() {
      if (isOn) bar.stop();
      isOn = false;
    },
  };
}
