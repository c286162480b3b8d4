/** `mulrel jobs submit`: files, folders and globs into a queue, as shards. */
import { resolve } from "node:path";
import { Command, Option } from "commander";
import { linkerIdentity } from "../jobs/linker-identity.js";
import type { RecordForm } from "../jobs/records.js";
import { DEFAULT_MOST_WAITING } from "../jobs/redis-queue.js";
import { submitInputs } from "../jobs/submit-inputs.js";
import { warnOfPrecision } from "../loading/warn-of-precision.js";
import { counted } from "../text/counted.js";
import { addQueueFlags, openQueue, type QueueFlags } from "./jobs-flags.js";
import {
  addLinkerFlags,
  addLinkFlags,
  DEFAULT_SHARD,
  type LinkFlags,
  linkerSource,
  linkSettings,
} from "./link-flags.js";
import { inputForms } from "./link-inputs.js";
import { byteSize, wholeNumber } from "./numbers.js";
import { packageVersion } from "./package-version.js";
import { abortOnInterrupt, createProgressBar, printJson, printLine, warn } from "./terminal.js";

interface Options extends LinkFlags, QueueFlags {
  out: string;
  input?: RecordForm;
  shardSize: number;
  mostWaiting: number;
  json?: boolean;
}

const MOST_NAMED = 5;

async function run(inputs: string[], options: Options): Promise<void> {
  const signal = abortOnInterrupt();
  const { out, input, shardSize, mostWaiting } = options;
  await warnOfPrecision(linkerSource(options), options.targetPrecision, warn);
  const queue = await openQueue(options, { mostWaiting });
  const bar = createProgressBar();
  let skipped = 0;
  try {
    const summary = await submitInputs(queue, inputs, {
      base: process.cwd(),
      out: resolve(out),
      linker: await linkerIdentity(linkerSource(options), packageVersion()),
      settings: linkSettings(options),
      form: input,
      shardBytes: shardSize,
      signal,
      onShard: ({ number }) => bar.onProgress({ stage: "submitting", done: number + 1, unit: "shards" }),
      onSkipped: (path) => {
        if (++skipped <= MOST_NAMED)
          warn(`${path} is left out: its name says nothing that is read; see --input.`);
      },
    });
    bar.stop();
    if (skipped > MOST_NAMED) warn(`${skipped - MOST_NAMED} more files are left out.`);
    const { failed } = await queue.counts();
    if (failed > 0) warn(`${counted(failed, "shard")} of this queue were set aside; see mulrel jobs status.`);
    if (options.json) printJson(summary);
    else {
      const { shards, added, known, done } = summary;
      printLine(
        `${counted(shards, "shard")}: ${added} submitted, ${known} in the queue already, ${done} done already`,
      );
    }
  } finally {
    bar.stop();
    await queue.close();
  }
}

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Puts documents into a queue as shards, for mulrel jobs work on as many machines as there are. Only descriptions go to Redis: workers read the files themselves, under the same paths. What is done or waiting already is not submitted again; another model, other settings or changed files are new work.",
    )
    .argument("<inputs...>", "files, folders or globs: .txt, .html, .jsonl, .warc, .wet, plain or .gz")
    .requiredOption("-o, --out <folder>", "folder for what comes out, seen by all workers under this path");
  addLinkerFlags(addQueueFlags(command)).addOption(
    new Option("-i, --input <form>", "what the input is (default: by the file's name)").choices([
      ...inputForms,
    ]),
  );
  return addLinkFlags(command)
    .option(
      "--shard-size <size>",
      "input to a shard, to the end of the line or record; a packed file is never cut",
      byteSize(1),
      DEFAULT_SHARD,
    )
    .option(
      "--most-waiting <n>",
      "submit no more while this many shards wait, so that Redis stays small",
      wholeNumber(1),
      DEFAULT_MOST_WAITING,
    )
    .option("--json", "print the summary as JSON")
    .addHelpText(
      "after",
      `
Examples:
  mulrel jobs submit /data/news --out /data/linked --redis redis://queue.example.org
  mulrel jobs submit '/data/crawl/*.warc.wet.gz' --out /data/linked --nil 0.5 --candidates 3`,
    )
    .action(run);
}
