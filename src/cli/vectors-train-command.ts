/** `mulrel vectors train`: the vectors of a knowledge base's entities, in the space of given word vectors. */
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { Command, Option } from "commander";
import { withWriteLock } from "../files/write-lock.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import { counted } from "../text/counted.js";
import {
  asPublishedEntityTraining,
  defaultEntityTraining,
  type EntityTrainingSettings,
} from "../vectors/entity-trainer.js";
import { trainEntityVectors } from "../vectors/train-entities.js";
import { openVectorTable, writeVectorTable } from "../vectors/vector-file.js";
import { convertStorage, type VectorStorage } from "../vectors/vector-table.js";
import { realNumber, seed, wholeNumber, workerCount } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, printJson, warn } from "./terminal.js";

interface Options {
  kb: string;
  words: string;
  output: string;
  storage: VectorStorage;
  workers: number;
  asPublished?: boolean;
  json?: boolean;
}

/** Settings that a flag of the same name sets. */
const flags = ["seed", "steps", "margin", "rate", "contextShare", "linkShare", "order", "average"] as const;

export function createCommand(): Command {
  const d = defaultEntityTraining;
  return new Command()
    .description(
      "Trains a vector for every entity of a knowledge base from the words of its page and around links to it. Row i of\n" +
        "the table is row i of the knowledge base. Entities with little or no text get a vector composed from title,\n" +
        "description and linked entities, and a flag that says so. After Ctrl-C the same command goes on where it stopped.",
    )
    .requiredOption("-k, --kb <file>", "knowledge base; its texts (KB.texts) lie beside it")
    .requiredOption("-w, --words <file>", "word vectors (`mulrel vectors import` or `train-words`)")
    .requiredOption("-o, --output <file>", "table to write (.safetensors)")
    .addOption(
      new Option("-s, --storage <type>", "how numbers are kept")
        .choices(["float32", "float16", "int8"])
        .default("float32"),
    )
    .addOption(
      new Option("--workers <n>", "threads; the result does not depend on them")
        .argParser(workerCount)
        .default(availableParallelism(), "one for each processor"),
    )
    .option("--seed <n>", "seed of the random numbers", seed, d.seed)
    .option("--steps <n>", "steps for each entity", wholeNumber(1, 1_000_000_000), d.steps)
    .option(
      "--margin <x>",
      "wanted distance of positive and negative words",
      realNumber({ least: 0 }),
      d.margin,
    )
    .option("--rate <x>", "AdaGrad's rate", realNumber({ above: 0 }), d.rate)
    .option(
      "--context-share <x>",
      "weight of link contexts against the page",
      realNumber({ least: 0 }),
      d.contextShare,
    )
    .addOption(
      new Option("--order <order>", "draw from page and contexts at once, or from the page first")
        .choices(["mixed", "page-first"])
        .default(d.order),
    )
    .option(
      "--link-share <x>",
      "weight of linked entities' vectors against its own",
      realNumber({ least: 0 }),
      d.linkShare,
    )
    .option("--no-average", "take the last step's vector instead of the mean over all steps")
    .option("--as-published", "the recipe of Ganea & Hofmann (2017); flags given beside it still count")
    .option("--json", "print what was done as JSON")
    .addHelpText(
      "after",
      `
Examples:
  mulrel vectors train --kb kb/simple --words words.safetensors -o entities.safetensors
  mulrel vectors train --kb kb/simple --words words.safetensors -o small.safetensors --storage int8`,
    )
    .action(run);
}

/** What flags say; with --as-published a default gives way to the published value, a flag that was typed does not. */
function settingsOf(
  options: Options & Partial<EntityTrainingSettings>,
  command: Command,
): Partial<EntityTrainingSettings> {
  const settings: Partial<EntityTrainingSettings> = options.asPublished
    ? { ...asPublishedEntityTraining }
    : {};
  for (const flag of flags) {
    if (options.asPublished && flag in settings && command.getOptionValueSource(flag) === "default") continue;
    Object.assign(settings, { [flag]: options[flag] });
  }
  return settings;
}

function run(options: Options, command: Command): Promise<void> {
  return withWriteLock(options.output, "vectors train", () => train(options, command));
}

async function train(options: Options, command: Command): Promise<void> {
  const bar = createProgressBar();
  const signal = abortOnInterrupt();
  try {
    const kb = await openKnowledgeBase(options.kb);
    const words = await openVectorTable(options.words);
    const started = performance.now();
    const result = await trainEntityVectors({
      kb,
      textsPath: `${options.kb}.texts`,
      words,
      settings: settingsOf(options, command),
      workers: options.workers,
      checkpointPath: `${options.output}.partial`,
      onProgress: bar.onProgress,
      signal,
      now: () => performance.now() / 1000,
    });
    const seconds = (performance.now() - started) / 1000;
    const sha256 = await writeVectorTable(options.output, convertStorage(result.table, options.storage));
    await rm(`${options.output}.partial`, { force: true });
    kb.close();
    bar.stop();
    const { trained, composed, unknown } = result;
    const stepsPerSecond = Math.round(result.steps / seconds);
    const { rows, d } = result.table;
    if (options.json) {
      printJson({
        output: options.output,
        rows,
        d,
        trained,
        composed,
        unknown,
        seconds,
        stepsPerSecond,
        sha256,
      });
    } else {
      warn(
        `wrote ${options.output}: ${counted(trained, "vector")} trained, ${composed.toLocaleString("en")} composed, ` +
          `${unknown.toLocaleString("en")} unknown; ${seconds.toFixed(0)} s, ${stepsPerSecond.toLocaleString("en")} entity updates a second.`,
      );
    }
  } finally {
    bar.stop();
  }
}
