/** `mulrel jobs status`: how far a queue is, how fast, and what went wrong. */
import { Command } from "commander";
import type { ShardQueue } from "../jobs/shard-queue.js";
import { counted } from "../text/counted.js";
import { addQueueFlags, describeFailure, type QueueFlags, withQueue } from "./jobs-flags.js";
import { abortOnInterrupt, colours, printJson, printLine } from "./terminal.js";

interface Options extends QueueFlags {
  watch?: boolean;
  json?: boolean;
}

const MOST_FAILURES = 20;
const WATCH_EVERY = 2000;

async function readStatus(queue: ShardQueue) {
  const [counts, workers, failures] = await Promise.all([
    queue.counts(),
    queue.workers(),
    queue.failures(MOST_FAILURES),
  ]);
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const shardsPerSecond = sum(workers.map((w) => w.shardsPerSecond));
  const left = counts.waiting + counts.running;
  return {
    ...counts,
    documentsPerSecond: sum(workers.map((w) => w.documentsPerSecond)),
    /** null when nobody is at work. */
    secondsLeft: left === 0 ? 0 : shardsPerSecond > 0 ? left / shardsPerSecond : null,
    workers,
    failures,
  };
}

type Status = Awaited<ReturnType<typeof readStatus>>;

function statusLines(status: Status): string[] {
  const { done, running, waiting, failed, workers, failures } = status;
  const left = status.secondsLeft === null ? "unknown" : duration(status.secondsLeft);
  const lines = [
    `${counted(done, "shard")} done, ${running} running, ${waiting} waiting, ${failed} failed`,
    `${status.documentsPerSecond.toFixed(1)} documents/s, time left ${left}`,
  ];
  for (const w of workers.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    lines.push(
      `  ${w.name}  ${counted(w.threads, "thread")}, ${counted(w.shards, "shard")}, ${counted(w.documents, "document")}, ${w.documentsPerSecond.toFixed(1)}/s`,
    );
  }
  for (const failure of failures) lines.push(colours.red(`  ${describeFailure(failure)}`));
  if (failed > failures.length) lines.push(`  and ${failed - failures.length} more`);
  return lines;
}

/** 3725 → "1:02:05". */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

async function run(options: Options): Promise<void> {
  const signal = abortOnInterrupt();
  await withQueue(options, async (queue) => {
    for (;;) {
      const status = await readStatus(queue);
      if (options.json) printJson(withoutPieces(status));
      else {
        // home and clear: the next look takes the place of the last one
        if (options.watch && process.stdout.isTTY) process.stdout.write("\x1b[H\x1b[2J");
        for (const line of statusLines(status)) printLine(line);
      }
      if (!options.watch) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WATCH_EVERY);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      });
      if (signal.aborted) return;
    }
  });
}

function withoutPieces({ failures, ...status }: Status) {
  return {
    ...status,
    failures: failures.map(({ shard, ...rest }) => ({
      shard: shard.id,
      path: shard.pieces[0].path,
      from: shard.pieces[0].from,
      ...rest,
    })),
  };
}

export function createCommand(): Command {
  const command = new Command().description(
    "Prints how many shards of a queue are done, running, waiting and set aside, how fast each worker is, and why shards failed.",
  );
  return addQueueFlags(command)
    .option("--watch", "look again every two seconds, until Ctrl-C")
    .option("--json", "print it as JSON")
    .action(run);
}
