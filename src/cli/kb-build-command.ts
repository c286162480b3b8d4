/** `mulrel kb build`: makes a knowledge base out of corpora or own catalogues. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Command, Option } from "commander";
import { buildKnowledgeBase } from "../kb/build/build-knowledge-base.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import { unknownWordsSentence } from "../layers/unknown-words.js";
import { shippedModel } from "../loading/load-linker.js";
import { openModelWords } from "../loading/model-words.js";
import { counted } from "../text/counted.js";
import { byteSize, wholeNumber, workerCount } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, printJson, printLine, warn } from "./terminal.js";

interface Options {
  output: string;
  store: "file" | "lmdb";
  redirects?: string[];
  surfaces?: string[];
  popularity?: string[];
  titles?: string[];
  wikidata?: string[];
  texts: boolean;
  descriptions: boolean;
  minLinks: number;
  entityCount?: number;
  memory: number;
  workers: number;
  urlPrefix?: string;
  language: string;
  rules: boolean;
  similar: boolean;
  json?: boolean;
}

async function run(inputs: string[], { json, ...settings }: Options): Promise<void> {
  const bar = createProgressBar();
  const info = await buildKnowledgeBase({
    ...settings,
    inputs,
    onProgress: bar.onProgress,
    onWarning: warn,
    signal: abortOnInterrupt(),
    now: () => performance.now() / 1000,
  }).finally(bar.stop);
  const entities = counted(info.entities, "entity", "entities");
  if (json) printJson(info);
  else printLine(`${settings.output}: ${entities}, ${counted(info.surfaces, "name")}`);
  if (info.settings.catalogue === true && settings.language === "en") await tellUnknownWords(settings.output);
}

/** An own entity is known by its words: those that the shipped model has no vectors for say nothing of it. */
async function tellUnknownWords(path: string): Promise<void> {
  if (!existsSync(shippedModel())) return;
  const kb = await openKnowledgeBase(path);
  const words = await openModelWords(shippedModel());
  const sentence = unknownWordsSentence(path, kb, words, Number.POSITIVE_INFINITY);
  kb.close();
  if (sentence !== undefined) warn(sentence);
}

function wikidataOption(): Option {
  const meaning =
    "items of Wikidata: lines of a title or page number, a tab and an item like Q42, or the wiki's page_props.sql.gz";
  return new Option("--wikidata <file...>", meaning);
}

/** What goes beside corpora. */
function addLists(command: Command): Command {
  return command
    .option("--redirects <file...>", "lines of a name, a tab and the title it leads to")
    .option("--surfaces <file...>", "lines of a surface, a tab and a title it can mean")
    .option("--popularity <file...>", "lines of a title, a tab and a number, such as its incoming links")
    .addOption(wikidataOption())
    .option(
      "--titles <file...>",
      "a title a line: titles of the wiki as it is now, entities even without a page",
    );
}

function storeOption(): Option {
  const meaning = "one file, loaded whole, or an LMDB folder, read in place, for millions of entities";
  return new Option("--store <kind>", meaning).choices(["file", "lmdb"]).default("file");
}

export function createCommand(): Command {
  const command = new Command()
    .description("Builds a knowledge base: entities, their names and how likely each name means each entity.")
    .argument(
      "<input...>",
      "corpora (MediaWiki XML, WikiExtractor JSON; plain, gz, bz2) or own entities (CSV, JSONL); - is standard input",
    )
    .requiredOption("-o, --output <path>", "where to write the knowledge base")
    .addOption(storeOption());
  return addLists(command)
    .option(
      "--min-links <count>",
      "links that a title without a page needs to become an entity",
      wholeNumber(0),
      1,
    )
    .option("--entity-count <n>", "at most so many entities, the most popular (default: all)", wholeNumber(1))
    .addOption(
      new Option("--memory <size>", "ceiling for what counting keeps in memory, like 2GB")
        .argParser(byteSize(2 ** 16))
        .default(1 << 30, "1GB"),
    )
    .addOption(
      new Option("--workers <n>", "threads that read corpora; the result does not depend on them")
        .argParser(workerCount)
        .default(availableParallelism(), "one for each processor"),
    )
    .option("--url-prefix <url>", "beginning of the entities' URLs (default: the dump's own)")
    .option(
      "--language <code>",
      "language of the corpora or of own entities: en, de, fr, es, it, nl; others work without word lists",
      "en",
    )
    .option(
      "--no-texts",
      "do not write KB.texts, from which entity vectors are trained, nor count names in texts",
    )
    .option("--no-descriptions", "do not keep the first sentence of each page")
    .option("--no-rules", "no names derived from titles (family names, acronyms, …)")
    .option("--no-similar", "own entities: no candidates by similar spelling, which the paper does without")
    .option("--json", "print what was built as JSON")
    .addHelpText(
      "after",
      `
Examples:
  mulrel kb build products.csv -o products.kb
  mulrel kb build simplewiki-latest-pages-articles.xml.bz2 -o simple.kb
  lbzip2 -dc enwiki-latest-pages-articles.xml.bz2 | mulrel kb build - -o en.kb --memory 4GB

A build that was stopped goes on where it was when the same command is given again; until it is done its
intermediate files are in KB.work.
`,
    )
    .action(run);
}
