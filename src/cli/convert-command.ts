/** `mulrel convert`: an annotated data set into another format. */
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import type { DatasetProblem } from "../formats/annotated/annotated-document.js";
import { convertDataset } from "../formats/annotated/convert-dataset.js";
import {
  datasetFormats,
  formatNames,
  formatOfName,
  parseFormat,
} from "../formats/annotated/dataset-formats.js";
import { describeProblem } from "../formats/annotated/problems.js";
import { counted } from "../text/counted.js";
import { abortOnInterrupt, createProgressBar, printJson, warn } from "./terminal.js";

interface Options {
  from?: string;
  to?: string;
  split?: string;
  skipBad?: boolean;
  json?: boolean;
}

const list = formatNames.map((n) => `  ${n.padEnd(8)} ${datasetFormats[n].summary}`).join("\n");

/** The first few problems one by one, then how many there were. */
export function warnOfProblems(problems: DatasetProblem[], shown = 5): void {
  for (const p of problems.slice(0, shown)) warn(describeProblem(p));
  const lost = (what: DatasetProblem["lost"]) => problems.filter((p) => p.lost === what).length;
  if (problems.length > 0) {
    warn(
      `problems: ${problems.length}; ${lost("nothing")} mended, ${counted(lost("mention"), "mention")} and ` +
        `${counted(lost("document"), "document")} left out.`,
    );
  }
}

async function run(input: string, output: string, options: Options): Promise<void> {
  const to = options.to ? parseFormat(options.to) : formatOfName(output);
  if (!to) {
    throw new LinkingError(
      "usage",
      `${output} does not say its format; name it with --to (${formatNames.join(", ")}).`,
    );
  }
  const problems: DatasetProblem[] = [];
  const bar = createProgressBar();
  const result = await convertDataset(input, output, {
    from: options.from ? parseFormat(options.from) : undefined,
    to,
    split: options.split,
    skipBad: options.skipBad,
    onProblem: (p) => problems.push(p),
    onProgress: bar.onProgress,
    signal: abortOnInterrupt(),
  }).finally(() => bar.stop());
  warnOfProblems(problems);
  if (options.json) printJson({ ...result, format: to, output, problems });
  else
    warn(
      `${counted(result.documents, "document")} with ${counted(result.mentions, "mention")} written to ${output} (${to}).`,
    );
}

export function createCommand(): Command {
  return new Command()
    .description("Converts an annotated data set into another format. Every form may be gzipped on input.")
    .argument("<in>", "file, or folder of a WNED set")
    .argument("<out>", "file, or new folder for a WNED set")
    .option("--from <format>", "format of IN; found out by its content otherwise")
    .option("--to <format>", "format of OUT; found out by its name otherwise")
    .option("--split <part>", "only documents of this part: train, testa, testb")
    .option("--skip-bad", "leave out what cannot be read and say how much, instead of stopping")
    .option("--json", "print a summary as JSON")
    .addHelpText(
      "after",
      `\nFormats:\n${list}\n\nExamples:\n  mulrel convert wned/msnbc msnbc.jsonl\n  mulrel convert AIDA-YAGO2-dataset.tsv dev.ttl --split testa\n`,
    )
    .action(run);
}
