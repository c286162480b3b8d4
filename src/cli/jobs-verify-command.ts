/** `mulrel jobs verify`: every output of a batch against its manifest. */
import { rm } from "node:fs/promises";
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { manifestFile } from "../jobs/batch-folder.js";
import { verifyBatch } from "../jobs/verify-batch.js";
import { counted } from "../text/counted.js";
import { abortOnInterrupt, createProgressBar, printJson, printLine } from "./terminal.js";

interface Options {
  repair?: boolean;
  json?: boolean;
}

const MOST_NAMED = 20;

async function run(folder: string, options: Options): Promise<void> {
  const signal = abortOnInterrupt();
  const bar = createProgressBar();
  const report = await verifyBatch(folder, {
    signal,
    onShard: (done) => bar.onProgress({ stage: "verifying", done, unit: "shards" }),
  }).finally(() => bar.stop());
  const { shards, good, missing, damaged, rows, errors, bytes, others } = report;
  if (options.json) printJson(report);
  else {
    printLine(
      `${good} of ${counted(shards, "shard")} whole: ${counted(rows, "line")}, ${errors} errors, ${bytes.toLocaleString("en")} bytes`,
    );
    for (const { shard, problem } of damaged.slice(0, MOST_NAMED)) printLine(`damaged  ${shard}: ${problem}`);
    for (const shard of missing.slice(0, MOST_NAMED)) printLine(`missing  ${shard}`);
    if (others > 0) printLine(`${counted(others, "file")} of earlier plans or killed workers`);
  }
  if (options.repair) for (const { shard } of damaged) await rm(manifestFile(folder, shard), { force: true });
  if (good === shards) return;
  const again =
    options.repair || damaged.length === 0 ? "submit again" : "verify with --repair, then submit again";
  throw new LinkingError(
    "bad-file",
    `${folder} is not whole: ${missing.length} shards are missing and ${damaged.length} damaged; see mulrel jobs status, or ${again}.`,
  );
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Reads every output of a batch and compares it with what was recorded when it was written: bytes and SHA-256. Ends with 1 when a shard is missing or damaged.",
    )
    .argument("<folder>", "the folder given with --into (link) or --out (jobs submit)")
    .option("--repair", "forget damaged shards, so that submitting again links them anew")
    .option("--json", "print the report as JSON")
    .action(run);
}
