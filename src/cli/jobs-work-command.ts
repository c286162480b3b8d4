/** `mulrel jobs work`: links shards of a queue until it is told to stop. */
import { createServer, type Server } from "node:http";
import { availableParallelism, hostname } from "node:os";
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { linkerIdentity } from "../jobs/linker-identity.js";
import { RateWindow } from "../jobs/rate-window.js";
import { describeRedis } from "../jobs/redis-connection.js";
import { DEFAULT_LOCK } from "../jobs/redis-queue.js";
import type { ShardQueue } from "../jobs/shard-queue.js";
import { ShardRunner } from "../jobs/shard-runner.js";
import { type WorkEvent, workOnQueue } from "../jobs/work-on-queue.js";
import type { WorkerMetrics } from "../jobs/worker-metrics.js";
import { addQueueFlags, openQueue, type QueueFlags, shortId } from "./jobs-flags.js";
import { addLinkerFlags, type LinkerFlags, linkerSource } from "./link-flags.js";
import { realNumber, wholeNumber, workerCount } from "./numbers.js";
import { packageVersion } from "./package-version.js";
import { abortOnInterrupt, warn } from "./terminal.js";

interface Options extends LinkerFlags, QueueFlags {
  workers: number;
  lock: number;
  grace: number;
  wait: number;
  untilDone?: boolean;
  metrics?: string;
}

const REPORT_EVERY = 5000;
/** Beyond the grace, for saying goodbye. Milliseconds. */
const LAST_WORDS = 15_000;

async function run(options: Options): Promise<void> {
  const signal = abortOnInterrupt();
  const { workers } = options;
  const source = linkerSource(options);
  const lock = options.lock * 1000;
  const grace = options.grace * 1000;
  const linker = await linkerIdentity(source, packageVersion());
  const where = describeRedis(options.redis);
  const queue = await openQueue(options, {
    lock,
    patience: options.wait * 1000,
    onConnection: (state) =>
      warn(
        state === "lost"
          ? `Redis at ${where} does not answer; going on as soon as it does.`
          : `Redis at ${where} answers.`,
      ),
  });
  const runner = new ShardRunner({ linker: source, threads: workers });
  const tally = new WorkerTally(queue, workers);
  const metrics = options.metrics === undefined ? undefined : await serveMetrics(options.metrics);
  endInTime(signal, grace + LAST_WORDS);
  warn(`working on queue ${options.queue} at ${where} with ${workers} threads, linker ${shortId(linker)}`);
  try {
    await workOnQueue(queue, {
      runner,
      threads: workers,
      linker,
      renewEvery: Math.min(lock / 3, 10_000),
      signal,
      grace,
      isOver: options.untilDone ? () => isAllDone(queue) : undefined,
      onEvent: (event) => {
        warn(describeEvent(event));
        if (event.kind === "done") event.remarks?.forEach(warn);
        tally.count(event);
        metrics?.registry.count(event);
      },
      onDocuments: (documents) => {
        tally.countDocuments(documents);
        metrics?.registry.countDocuments(documents);
      },
    });
  } finally {
    tally.stop();
    metrics?.server.close();
    await runner.close();
    await queue.close();
  }
}

async function isAllDone(queue: ShardQueue): Promise<boolean> {
  const { waiting, running } = await queue.counts();
  return waiting + running === 0;
}

/** Where Redis is away nobody can be told; locks end by themselves and others take over. */
function endInTime(signal: AbortSignal, patience: number): void {
  signal.addEventListener("abort", () => {
    warn("stopping: shards at work are finished, or handed back.");
    const end = () => {
      warn("Redis did not answer in time; others will take over what was at work here.");
      process.exit(1);
    };
    setTimeout(end, patience).unref();
  });
}

/** Shards and sentences, never texts. */
function describeEvent(event: WorkEvent): string {
  if (event.kind === "queue-trouble") return `the queue does not answer: ${event.reason}`;
  const shard = `shard ${shortId(event.shard)}`;
  if (event.kind === "disk-full") return `${shard} handed back: ${event.reason} Trying again in a while.`;
  const again = event.attempt > 1 ? ` (start ${event.attempt})` : "";
  switch (event.kind) {
    case "done": {
      const errors = event.errors > 0 ? `, ${event.errors} with errors` : "";
      return `${shard} done${again}: ${event.rows} documents${errors}`;
    }
    case "failed":
      return `${shard} failed${again} at record ${event.record}: ${event.reason}`;
    default:
      return `${shard} ${event.kind}${again}`;
  }
}

/** What this worker did and how fast it is, told to the queue for `jobs status`. */
class WorkerTally {
  readonly #name = `${hostname()}-${process.pid}`;
  readonly #documents = new RateWindow(Date.now());
  readonly #shards = new RateWindow(Date.now());
  readonly #timer: ReturnType<typeof setInterval>;
  #total = { shards: 0, documents: 0 };

  constructor(queue: ShardQueue, threads: number) {
    const report = () =>
      queue
        .report({
          name: this.#name,
          threads,
          ...this.#total,
          documentsPerSecond: this.#documents.perSecond(Date.now()),
          shardsPerSecond: this.#shards.perSecond(Date.now()),
        })
        .catch(() => undefined);
    report();
    this.#timer = setInterval(report, REPORT_EVERY);
  }

  count(event: WorkEvent): void {
    if (event.kind !== "done") return;
    this.#total.shards++;
    this.#shards.add(1, Date.now());
  }

  countDocuments(documents: number): void {
    this.#total.documents += documents;
    this.#documents.add(documents, Date.now());
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Answers every request with the metrics; on loopback unless a host is named. */
async function serveMetrics(address: string): Promise<{ registry: WorkerMetrics; server: Server }> {
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d+)$/.exec(address) ?? [];
  if (port === undefined) {
    throw new LinkingError("usage", `--metrics is "${address}"; wanted a port, or host:port.`);
  }
  const { createWorkerMetrics } = await import("../jobs/worker-metrics.js");
  const registry = createWorkerMetrics();
  const server = createServer(async (_request, response) => {
    response.setHeader("content-type", registry.contentType);
    response.end(await registry.text());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new LinkingError("usage", `Metrics cannot be served at ${host}:${port}: ${error.message}.`)),
    );
    server.listen(Number(port), host, resolve);
  });
  server.unref();
  return { registry, server };
}

export function createCommand(): Command {
  const command = new Command().description(
    "Links shards that mulrel jobs submit has put into a queue, in threads, on any number of machines that see the same files. SIGTERM or Ctrl-C ends it: what it has is finished or handed back; a second one ends it at once, and others take over when its locks have run out.",
  );
  return addLinkerFlags(addQueueFlags(command))
    .option("-w, --workers <n>", "threads that link", workerCount, availableParallelism())
    .option(
      "--lock <seconds>",
      "a worker that is silent for so long has lost its shards",
      realNumber({ least: 2 }),
      DEFAULT_LOCK / 1000,
    )
    .option("--grace <seconds>", "time to finish shards when it is told to stop", wholeNumber(0), 30)
    .option(
      "--wait <seconds>",
      "time to wait for Redis when it is not there at the start",
      wholeNumber(0),
      60,
    )
    .option("--until-done", "end when nothing waits and nobody works any more")
    .option("--metrics <port>", "serve Prometheus metrics at this port, or at host:port")
    .addHelpText(
      "after",
      `
Examples:
  mulrel jobs work --redis redis://queue.example.org --workers 16
  MULREL_REDIS=rediss://links:secret@queue.example.org:6380 mulrel jobs work --metrics 9100`,
    )
    .action(run);
}
