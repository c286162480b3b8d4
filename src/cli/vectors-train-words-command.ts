/** `mulrel vectors train-words`: word vectors out of one's own texts. */
import { availableParallelism } from "node:os";
import { Command, Option } from "commander";
import { withWriteLock } from "../files/write-lock.js";
import { counted } from "../text/counted.js";
import { defaultWordTraining, trainWordVectors, type WordTrainingSettings } from "../vectors/train-words.js";
import { writeVectorTable } from "../vectors/vector-file.js";
import { convertStorage, type VectorStorage } from "../vectors/vector-table.js";
import { realNumber, seed, share, wholeNumber, workerCount } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, printJson, warn } from "./terminal.js";

interface Options extends Omit<WordTrainingSettings, "d"> {
  output: string;
  dimensions: number;
  storage: VectorStorage;
  workers: number;
  json?: boolean;
}

export function createCommand(): Command {
  const d = defaultWordTraining;
  return new Command()
    .description(
      "Trains word vectors by skip-gram with negative sampling, for languages and domains without ready ones. The result is\n" +
        "the same for any number of workers: they train copies whose changes are added up round by round (no races).",
    )
    .argument("<texts...>", "WikiExtractor JSON lines, or plain text with a paragraph a line; may be gzipped")
    .requiredOption("-o, --output <file>", "table to write (.safetensors)")
    .option("-d, --dimensions <n>", "numbers in a vector", wholeNumber(1, 10_000), d.d)
    .option("--window <n>", "words either side that count as context", wholeNumber(1, 1000), d.window)
    .option("--negatives <n>", "negative words for each true one", wholeNumber(1, 1000), d.negatives)
    .option("--min-count <n>", "rarer words get no vector", wholeNumber(1), d.minCount)
    .option("--epochs <n>", "passes over the texts", wholeNumber(1, 1_000_000), d.epochs)
    .option("--rate <x>", "learning rate at the start", realNumber({ above: 0 }), d.rate)
    .option("--sample <x>", "thin out words above this share of the texts (0: none)", share, d.sample)
    .option("--shards <n>", "copies trained side by side; part of the result", wholeNumber(1, 1024), d.shards)
    .option("--seed <n>", "seed of the random numbers", seed, d.seed)
    .addOption(
      new Option("--workers <n>", "threads; the result does not depend on them")
        .argParser(workerCount)
        .default(availableParallelism(), "one for each processor"),
    )
    .addOption(
      new Option("-s, --storage <type>", "how numbers are kept")
        .choices(["float32", "float16", "int8"])
        .default("float32"),
    )
    .option("--json", "print what was done as JSON")
    .addHelpText(
      "after",
      `
Examples:
  mulrel vectors train-words wiki.jsonl.gz -o words.safetensors
  mulrel vectors train-words reports/*.txt -o words.safetensors -d 50 --min-count 3 --epochs 10`,
    )
    .action(run);
}

function run(inputs: string[], options: Options): Promise<void> {
  return withWriteLock(options.output, "vectors train-words", () => train(inputs, options));
}

async function train(inputs: string[], options: Options): Promise<void> {
  const bar = createProgressBar();
  const signal = abortOnInterrupt();
  try {
    const { dimensions, output, storage, workers, json, ...settings } = options;
    const table = await trainWordVectors({
      inputs,
      settings: { ...settings, d: dimensions },
      workers,
      onProgress: bar.onProgress,
      signal,
    });
    const sha256 = await writeVectorTable(output, convertStorage(table, storage));
    bar.stop();
    if (json) printJson({ output, rows: table.rows, d: table.d, storage, sha256 });
    else warn(`wrote ${output}: ${counted(table.rows, "word")}, ${counted(table.d, "number")} each.`);
  } finally {
    bar.stop();
  }
}
