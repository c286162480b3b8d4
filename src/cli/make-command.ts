/** `mulrel make`: a linker out of corpora, a catalogue or a knowledge base, by one command. */
import { basename } from "node:path";
import { Command, Option } from "commander";
import { openInput } from "../corpus/input-format.js";
import type { Accuracy } from "../making/judge.js";
import { makeLinker, planMake } from "../making/make-linker.js";
import {
  defaultMakeSettings,
  type MakeOptions,
  type MakeSettings,
  type MakeSources,
} from "../making/make-options.js";
import type { PlannedStep, StepRecord } from "../making/run-steps.js";
import { byteSize, seed, share, wholeNumber, workerCount } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, printJson, printLine, warn } from "./terminal.js";

interface Options extends Omit<MakeSources, "corpora"> {
  work?: string;
  name?: string;
  language: string;
  entityCount: number;
  wordCount: number;
  storage: MakeSettings["storage"];
  descriptions: boolean;
  pages: number;
  minLinks: number;
  relations?: number;
  epochs?: number;
  nil: number;
  nilGiven: number;
  names: MakeSettings["names"];
  seed: number;
  runs: number;
  workers?: number;
  memory?: number;
  plan?: boolean;
  json?: boolean;
}

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Makes a linker that `link -m`, `serve -m` and the page read: knowledge base, word and entity vectors, trained parameters and\n" +
        "calibrated confidence. Links of the corpora teach, and annotated documents where there are some; pages held out judge.",
    )
    .argument("<out>", "folder of the linker")
    .argument(
      "[input...]",
      "corpora (MediaWiki XML, WikiExtractor JSON; plain, gz, bz2), or catalogues of own entities",
    );
  addSources(command);
  addContents(command);
  addTraining(command);
  return command
    .option("--workers <n>", "threads (one for each processor)", workerCount)
    .addOption(
      new Option("--memory <size>", "ceiling for counting while the knowledge base is built").argParser(
        byteSize(2 ** 16),
      ),
    )
    .option("--work <folder>", "folder of what is made between (OUT.work)")
    .option("--plan", "print what would be done and how long it took last time; do nothing")
    .option("--json", "print the steps and their results as JSON")
    .addHelpText("after", examples)
    .action(run);
}

/** What goes into the linker. */
function addContents(command: Command): void {
  const d = defaultMakeSettings;
  command
    .option("--name <name>", "the linker's name (the folder's)")
    .option("--language <code>", "language of texts and names", d.language)
    .option(
      "--entity-count <n>",
      "entities in the linker, at most, the best known first",
      wholeNumber(1),
      d.entityCount,
    )
    .option(
      "--word-count <n>",
      "words in the linker, at most, the most used first",
      wholeNumber(1),
      d.wordCount,
    )
    .addOption(
      new Option("--storage <kind>", "vectors in the linker; packed and 4bit also pack its files")
        .choices(["packed", "4bit", "int8", "float32"])
        .default(d.storage),
    )
    .option("--no-descriptions", "do not keep the entities' first sentences")
    .option(
      "--min-links <n>",
      "links that a title without a page needs to become an entity",
      wholeNumber(0),
      d.minLinks,
    )
    .addOption(
      new Option(
        "--names <how>",
        "how a catalogue's names are found in texts: as proper names, or as words whatever their case",
      )
        .choices(["auto", "capitals", "catalogue"])
        .default(d.names),
    );
}

/** How it is taught and how sure it shall be. */
function addTraining(command: Command): void {
  const d = defaultMakeSettings;
  command
    .option("--pages <n>", "pages with links that teach, at most", wholeNumber(1), d.pages)
    .option(
      "--relations <k>",
      "latent relations (4, or those of the linker whose parameters training starts from)",
      wholeNumber(1, 64),
    )
    .option(
      "--epochs <n>",
      `passes over the training documents, at most (${d.training.schedule?.mostEpochs})`,
      wholeNumber(1),
    )
    .option("--nil <share>", "found names less sure than this have no entity", share, d.nil)
    .option(
      "--nil-given <share>",
      "names given by the caller less sure than this have none",
      share,
      d.nilGiven,
    )
    .option("--seed <n>", "seed of training", seed, d.seed)
    .option(
      "--runs <n>",
      "runs of training, each with a seed of its own; the one in the middle on held-out documents is kept",
      wholeNumber(1, 100),
      d.runs,
    );
}

function addSources(command: Command): void {
  command
    .option("--catalogue <file...>", "own entities: CSV or JSONL with id, title, aliases, description, count")
    .option("--kb <kb>", "a knowledge base that is there already")
    .option("--redirects <file...>", "with corpora: lines of a name, a tab and the title it leads to")
    .option("--surfaces <file...>", "with corpora: lines of a surface, a tab and a title it can mean")
    .option("--popularity <file...>", "with corpora: lines of a title, a tab and a number")
    .option("--titles <file...>", "with corpora: a title a line, entities even without a page")
    .option("--wikidata <file...>", "with corpora: items of Wikidata, as `kb build` takes them")
    .option(
      "--words <file>",
      "word vectors (any format of `vectors import`); else trained on the corpora, or the shipped ones",
    )
    .option("--entities <file>", "entity vectors in the order of --kb; else trained")
    .option(
      "--annotated <file...>",
      "annotated documents in any format that `convert` reads: eight tenths teach, two judge",
    )
    .option(
      "--numbers <folder...>",
      "prepared folders in the same word vectors, for documents whose text may not be passed on",
    )
    .option("--model <linker>", "take over words and parameters of this linker; nothing is trained")
    .option(
      "--parts <linker>",
      "take over knowledge base, words and vectors of this linker as they are; parameters and confidence are made anew (with --model: confidence alone)",
    )
    .option("--run <run>", "take the parameters of this training run; goes with --kb and --words")
    .option("--name-scorer <file>", "weights that score stretches of text as names, made with the same words")
    .option("--notes <file>", "Markdown for the end of the linker's card: terms of the sources, limits");
}

const examples = `
Examples:
  mulrel make products.linker --catalogue products.csv                      own entities, parameters of the shipped model
  mulrel make diseases.linker --catalogue mesh.csv --annotated train.pubtator
  mulrel make italian.linker itwiki-latest-pages-articles.xml.bz2 --language it
  mulrel make newer.linker enwiki.xml.bz2 --model models/default            a newer knowledge base, no training
  mulrel make tuned.linker --parts models/default --annotated mine.jsonl    the same entities, parameters trained on with own documents
  mulrel make mine.linker --run runs/best --kb own.kb --words words.safetensors

What is between lies in OUT.work with hashes of what it was made from: given again, the command makes only what has changed, and goes on
where it was stopped. The report is OUT.work/report.html.
`;

/** Inputs by kind: all corpora, or all catalogues. */
async function sortInputs(inputs: string[]): Promise<Pick<MakeSources, "corpora" | "catalogue">> {
  const corpora: string[] = [];
  const catalogue: string[] = [];
  for (const path of inputs) {
    const { format, close } = await openInput(path);
    close();
    (format === "entity-csv" || format === "entity-jsonl" ? catalogue : corpora).push(path);
  }
  return { ...(corpora.length > 0 && { corpora }), ...(catalogue.length > 0 && { catalogue }) };
}

async function toMakeOptions(out: string, inputs: string[], options: Options): Promise<MakeOptions> {
  const sorted = await sortInputs(inputs);
  const { catalogue, kb, redirects, surfaces, popularity, titles, wikidata, words, entities } = options;
  const { annotated, numbers, model, parts, run, nameScorer, notes } = options;
  const catalogues = [...(sorted.catalogue ?? []), ...(catalogue ?? [])];
  const { training } = defaultMakeSettings;
  const { language, entityCount, wordCount, storage, descriptions, pages, minLinks, nil, nilGiven, names } =
    options;
  return {
    out,
    work: options.work,
    sources: {
      corpora: sorted.corpora,
      ...(catalogues.length > 0 && { catalogue: catalogues }),
      kb,
      redirects,
      surfaces,
      popularity,
      titles,
      wikidata,
      words,
      entities,
      annotated,
      numbers,
      model,
      parts,
      run,
      nameScorer,
      notes,
    },
    settings: {
      name: options.name ?? basename(out).replace(/\.linker$/, ""),
      language,
      entityCount,
      wordCount,
      storage,
      descriptions,
      pages,
      minLinks,
      nil,
      nilGiven,
      names,
      seed: options.seed,
      runs: options.runs,
      training: {
        ...training,
        model: { ...training.model, ...(options.relations && { relations: options.relations }) },
        schedule: { ...training.schedule, ...(options.epochs && { mostEpochs: options.epochs }) },
      },
    },
    workers: options.workers,
    memory: options.memory,
  };
}

async function run(out: string, inputs: string[], options: Options): Promise<void> {
  const signal = abortOnInterrupt();
  const make = await toMakeOptions(out, inputs, options);
  if (options.plan) {
    printPlan(await planMake({ ...make, signal }), options.json);
    return;
  }
  const bar = createProgressBar();
  try {
    const made = await makeLinker({
      ...make,
      signal,
      now: () => performance.now() / 1000,
      onProgress: bar.onProgress,
      onWarning: warn,
      onStep: (step, place, all) => {
        bar.stop();
        warn(`${place + 1}/${all} ${step.title}${step.state === "done" ? ": nothing has changed" : ""}`);
      },
    });
    bar.stop();
    if (options.json) printJson(made);
    else printResult(made.out, made.report, made.steps);
  } finally {
    bar.stop();
  }
}

const states: Record<PlannedStep["state"], string> = {
  done: "nothing has changed",
  new: "to do",
  changed: "to do again: its inputs or settings have changed",
  follows: "to do again: a step before it will be",
  damaged: "to do again: its files are gone or damaged",
};

function printPlan(steps: PlannedStep[], json?: boolean): void {
  if (json) {
    printJson(steps);
    return;
  }
  for (const { title, state, seconds } of steps) {
    const time = seconds === undefined ? "" : ` (${seconds.toFixed(0)} s last time)`;
    printLine(`${title.padEnd(36)} ${states[state]}${time}`);
  }
}

function printResult(out: string, report: string, steps: Record<string, StepRecord>): void {
  const accuracy = steps.calibration?.facts.accuracy as Record<string, Accuracy> | undefined;
  for (const [part, { inKb, listed, priorRight, modelRight }] of Object.entries(accuracy ?? {})) {
    if (inKb === 0) continue;
    const of = (n: number) => `${((100 * n) / inKb).toFixed(1)} %`;
    printLine(
      `${part.padEnd(5)} ${inKb} held-out names: right ${of(modelRight)}, by prior alone ${of(priorRight)}, listed ${of(listed)}`,
    );
  }
  printLine(`${out}: ${((steps.linker.facts.bytes as number) / 1e6).toFixed(1)} MB; report: ${report}`);
  printLine(`try it: mulrel link -m ${out} "…"   or   mulrel serve -m ${out}`);
}
