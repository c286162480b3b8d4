/** `mulrel link`: names in text to entities. */
import { once } from "node:events";
import { Command, InvalidArgumentError, Option } from "commander";
import { messageOf } from "../errors.js";
import type { LinkOptions } from "../linker/link.js";
import { linkOptionRanges } from "../linker/link-call.js";
import { loadLinker } from "../loading/load-linker.js";
import { checkEntityTypes } from "../options.js";
import { type EntityType, entityTypes } from "../types.js";
import { countInputs, type InputDocument, type InputForm, readInputs } from "./link-inputs.js";
import { createOutput, outputFormats } from "./link-outputs.js";
import { realNumber, wholeNumber, workerCount } from "./numbers.js";
import { abortOnInterrupt, createProgressBar } from "./terminal.js";

/** Wrong types are a wrong call. */
function typeList(list: string): EntityType[] {
  try {
    return checkEntityTypes("types", list.split(","))!;
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}

function typesOption(): Option {
  const meaning = `only links to entities of these types, parted by commas: ${entityTypes.join(", ")}`;
  return new Option("-t, --types <list>", meaning).argParser(typeList);
}

interface Options {
  model?: string;
  kb?: string;
  input?: InputForm;
  format: string;
  nil?: number;
  capitals: boolean;
  concepts?: boolean;
  targetPrecision?: number;
  types?: EntityType[];
  explain?: boolean;
  candidates?: number;
  workers: number;
}

async function run(args: string[], options: Options): Promise<void> {
  const signal = abortOnInterrupt();
  const several =
    args.length > 1 || options.input === "jsonl" || args.some((a) => /\.(jsonl|ndjson)$/i.test(a));
  const output = createOutput(options.format, { candidates: options.candidates, several });
  const linkOptions: LinkOptions = {
    explain: options.explain,
    nil: options.nil,
    types: options.types,
    ...(options.capitals ? {} : { capitals: false }),
    concepts: options.concepts,
    targetPrecision: options.targetPrecision,
    signal,
  };
  const bar = createProgressBar();
  const total = countInputs(args, options.input);
  const sources: InputDocument[] = [];
  async function* documents() {
    for await (const input of readInputs(args, options.input)) {
      sources.push(input);
      yield input;
    }
  }
  let done = 0;
  try {
    await print(output.begin());
    for await (const linked of linkDocuments(documents(), options, linkOptions)) {
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
  documents: AsyncIterable<InputDocument>,
  options: Options,
  linkOptions: LinkOptions,
) {
  if (options.workers > 1) {
    const { linkAll } = await import("../loading/link-all.js");
    yield* linkAll(documents, {
      ...linkOptions,
      model: options.model,
      kb: options.kb,
      workers: options.workers,
    });
    return;
  }
  const linker = await loadLinker(options.model, { kb: options.kb });
  try {
    yield* linker.linkAll(documents, linkOptions);
  } finally {
    linker.close();
  }
}

/** Waits while the reader of a pipe is slower than we are. */
async function print(text: string): Promise<void> {
  if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain");
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Links the names in a text to entities. An argument is a file when there is one of that name, standard input when it is -, and a text otherwise.",
    )
    .argument("[text-or-file...]", "texts, files, or - for standard input (the default in a pipe)")
    .option("-m, --model <folder>", "model to link with (default: the one that comes with mulrel)")
    .option(
      "--kb <file>",
      "own knowledge base; vectors trained for it are taken from KB.vectors, entities without any are described by their words",
    )
    .addOption(
      new Option("-i, --input <form>", "what the input is (default: by the file's name)").choices([
        "text",
        "html",
        "jsonl",
      ]),
    )
    .addOption(
      new Option("-f, --format <format>", "what to print").choices([...outputFormats]).default("text"),
    )
    .option(
      "--nil <share>",
      "leave names unlinked whose best entity is less likely than this, 0 to 1",
      realNumber(linkOptionRanges.nil),
    )
    .addOption(
      new Option(
        "--target-precision <share>",
        "choose --nil so that this share of links was right on held-out text",
      )
        .argParser(realNumber(linkOptionRanges.targetPrecision))
        .conflicts("nil"),
    )
    .option(
      "--no-capitals",
      "capitals tell no names here: chat, queries, catalogues (found out by itself where a text has none)",
    )
    .addOption(typesOption())
    .option("--concepts", "link common nouns as well as names: nuclear power, inflation")
    .option(
      "-e, --explain",
      "say how each link was decided: the name alone, the words around, the other names, how sure",
    )
    .option(
      "-c, --candidates <n>",
      "print the n best candidates of each name (default: none in text, all in JSON)",
      wholeNumber(0),
    )
    .option("-w, --workers <n>", "threads for many documents", workerCount, 1)
    .addHelpText(
      "after",
      `
Examples:
  mulrel link "England beat West Germany in the 1966 World Cup final at Wembley."
  mulrel link --explain --candidates 3 "Jordan scored 30 points for the Bulls."
  mulrel link --types person,organisation "Tim Cook of Apple was in Paris."
  mulrel link --format jsonl news/*.txt > links.jsonl
  curl -s https://example.org/ | mulrel link --input html --format html -`,
    )
    .action(run);
}
