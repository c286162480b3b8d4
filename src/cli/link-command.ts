/** `mulrel link`: names in text to entities. */
import { Command, Option } from "commander";
import type { DocumentRecord, RecordForm } from "../jobs/records.js";
import type { LinkOptions } from "../linker/link.js";
import { loadLinker } from "../loading/load-linker.js";
import { warnOfPrecision } from "../loading/warn-of-precision.js";
import {
  addLinkerFlags,
  addLinkFlags,
  DEFAULT_SHARD,
  type LinkFlags,
  linkerSource,
  linkSettings,
} from "./link-flags.js";
import { countInputs, inputForms, mayBeSeveral, readInputs, refuseProblems } from "./link-inputs.js";
import { createOutput, outputFormats } from "./link-outputs.js";
import { byteSize, workerCount } from "./numbers.js";
import { print } from "./output.js";
import { abortOnInterrupt, createProgressBar, warn } from "./terminal.js";

interface Options extends LinkFlags {
  input?: RecordForm;
  format: string;
  workers: number;
  into?: string;
  shardSize: number;
}

const CHANGES = "folder with changes of own entities, as `mulrel serve --changes` keeps them";

async function run(args: string[], options: Options): Promise<void> {
  const signal = abortOnInterrupt();
  await warnOfPrecision(linkerSource(options), options.targetPrecision, warn);
  if (options.into !== undefined) {
    const { linkBatch } = await import("./link-batch.js");
    await linkBatch(args, { ...options, out: options.into }, signal);
  } else if (options.format === "jsonl") await printLines(args, options, signal);
  else await printDocuments(args, options, signal);
}

/** A line for each record, errors too, as a filter in somebody's pipe wants it. */
async function printLines(args: string[], options: Options, signal: AbortSignal): Promise<void> {
  const { linkLines } = await import("../jobs/link-lines.js");
  const { workers, input } = options;
  const bar = createProgressBar();
  const total = countInputs(args, input);
  const several = mayBeSeveral(args, input);
  let done = 0;
  let errors = 0;
  try {
    const settings = linkSettings(options);
    for await (const { line, isError } of linkLines(readInputs(args, input), {
      ...linkerSource(options),
      workers,
      settings,
      signal,
      onWarning: warn,
    })) {
      await print(line);
      done++;
      if (isError) errors++;
      if (several) bar.onProgress({ stage: "linking", done, total, unit: "documents" });
    }
  } finally {
    bar.stop();
  }
  if (errors > 0) {
    warn(`${errors} of ${done} documents could not be linked; the "error" in their lines says why.`);
  }
}

async function printDocuments(args: string[], options: Options, signal: AbortSignal): Promise<void> {
  const several = mayBeSeveral(args, options.input);
  const output = createOutput(options.format, { candidates: options.candidates, several });
  const bar = createProgressBar();
  const total = countInputs(args, options.input);
  const sources: DocumentRecord[] = [];
  async function* documents() {
    for await (const input of refuseProblems(readInputs(args, options.input))) {
      sources.push(input);
      yield { id: String(input.id), text: input.text, mentions: input.mentions };
    }
  }
  let done = 0;
  try {
    await print(output.begin());
    for await (const linked of linkDocuments(documents(), options, signal)) {
      await print(await output.document(sources.shift()!, linked.links));
      done++;
      if (several) bar.onProgress({ stage: "linking", done, total, unit: "documents" });
    }
    bar.stop();
    await print(output.end());
  } finally {
    bar.stop();
  }
}

/** On this thread, or on several when more are asked for. */
async function* linkDocuments(
  documents: AsyncIterable<{ id: string; text: string }>,
  options: Options,
  signal: AbortSignal,
) {
  const { workers } = options;
  const { model, ...load } = linkerSource(options);
  const { candidates: _, ...settings } = linkSettings(options);
  const linkOptions: LinkOptions = { ...settings, signal };
  if (workers > 1) {
    const { linkAll } = await import("../loading/link-all.js");
    yield* linkAll(documents, { ...linkOptions, model, ...load, workers });
    return;
  }
  const linker = await loadLinker(model, { ...load, onWarning: warn });
  try {
    yield* linker.linkAll(documents, linkOptions);
  } finally {
    linker.close();
  }
}

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Links the names in a text to entities. An argument is a file when there is one of that name, standard input when it is -, and a text otherwise; with --into, folders and globs too.",
    )
    .argument("[text-or-file...]", "texts, files, or - for standard input (the default in a pipe)");
  addLinkerFlags(command, CHANGES)
    .addOption(
      new Option("-i, --input <form>", "what the input is (default: by the file's name)").choices([
        ...inputForms,
      ]),
    )
    .addOption(
      new Option("-f, --format <format>", "what to print").choices([...outputFormats]).default("text"),
    );
  return addLinkFlags(command)
    .option("-w, --workers <n>", "threads for many documents", workerCount, 1)
    .option(
      "--into <folder>",
      "link files, folders and globs into this folder, shard by shard as JSON lines; stopped, the same command goes on. mulrel jobs merge puts them together",
    )
    .option("--shard-size <size>", "with --into: input to a shard", byteSize(1), DEFAULT_SHARD)
    .addHelpText(
      "after",
      `
With -f jsonl every document gives one line, in order and as soon as it is ready; one that cannot be linked gives
{"id", "error": {"code", "message"}} in its place.

Examples:
  mulrel link "England beat West Germany in the 1966 World Cup final at Wembley."
  mulrel link --explain --candidates 3 "Shell and BP raised their dividends in London."
  mulrel link --add products.csv "The Falcon stands in the kitchen of our office in Oslo."
  mulrel link --types person,organisation "Tim Cook of Apple was in Paris."
  mulrel link --format jsonl news/*.txt > links.jsonl
  mulrel link --workers 4 --into linked news/ && mulrel jobs merge linked -o links.jsonl
  curl -s https://example.org/ | mulrel link --input html --format html -`,
    )
    .action(run);
}
