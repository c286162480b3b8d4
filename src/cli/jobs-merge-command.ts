/** `mulrel jobs merge`: the lines of a batch in the order of its input. */
import { once } from "node:events";
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { mergeBatch, readMerged } from "../jobs/merge-batch.js";
import { counted } from "../text/counted.js";
import { byteSize } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, warn } from "./terminal.js";

interface Options {
  output: string;
  split?: number;
  partial?: boolean;
}

async function run(folder: string, { output, split, partial }: Options): Promise<void> {
  const signal = abortOnInterrupt();
  if (output === "-") {
    if (split !== undefined) throw new LinkingError("usage", "--split needs files: name one with --output.");
    for await (const bytes of readMerged(folder, { partial, signal })) {
      if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
    }
    return;
  }
  const bar = createProgressBar();
  const { files, shards, rows, left } = await mergeBatch(folder, {
    to: output,
    splitBytes: split,
    partial,
    signal,
    onShard: (done) => bar.onProgress({ stage: "merging", done, unit: "shards" }),
  }).finally(() => bar.stop());
  const into = files.length > 1 ? `${counted(files.length, "file")}, the last is ${files.at(-1)}` : output;
  warn(
    `${counted(rows, "line")} of ${counted(shards, "shard")} in ${into}${left > 0 ? `; ${left} shards are not done` : ""}`,
  );
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Puts the lines of a batch together in the order of the input, as one process would have written them: into one file or many, packed when the name ends in .gz, or to standard output.",
    )
    .argument("<folder>", "the folder given with --into (link) or --out (jobs submit)")
    .option("-o, --output <file>", "where to write; - is standard output", "-")
    .option(
      "--split <size>",
      "begin a new file, between shards, once one is this large: NAME-00001.jsonl …",
      byteSize(1),
    )
    .option("--partial", "leave out shards that are not done")
    .action(run);
}
