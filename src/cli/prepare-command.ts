/** `mulrel prepare`: annotated data sets, vectors and a knowledge base into a folder that train and eval read. */
import { basename } from "node:path";
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { prepareFolder } from "../features/prepare-folder.js";
import { readLines } from "../files/lines.js";
import type { DatasetProblem } from "../formats/annotated/annotated-document.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import { counted } from "../text/counted.js";
import { openVectorTable } from "../vectors/vector-file.js";
import { warnOfProblems } from "./convert-command.js";
import { abortOnInterrupt, createProgressBar, printJson, warn } from "./terminal.js";

interface Options {
  part: string[];
  words: string;
  relationWords?: string;
  cased?: boolean;
  persons?: string;
  entities: string;
  kb?: string;
  text: string[];
  skipBad?: boolean;
  json?: boolean;
}

/** "train=file" or a file whose name is the part's. */
function parsePart(part: string): [name: string, path: string] {
  const at = part.indexOf("=");
  if (at > 0) return [part.slice(0, at), part.slice(at + 1)];
  return [basename(part).replace(/\..*$/, ""), part];
}

/** One title a line, with spaces or underscores. */
async function readPersons(path: string): Promise<Set<string>> {
  const persons = new Set<string>();
  for await (const { text } of readLines(path)) persons.add(text.trim().replace(/_/g, " "));
  return persons;
}

async function run(out: string, options: Options): Promise<void> {
  if (options.part.length === 0) throw new LinkingError("usage", "Name at least one --part NAME=FILE.");
  const signal = abortOnInterrupt();
  const problems: DatasetProblem[] = [];
  const kb = options.kb ? await openKnowledgeBase(options.kb) : undefined;
  const bar = createProgressBar();
  let counts: Awaited<ReturnType<typeof prepareFolder>>;
  try {
    counts = await prepareFolder(out, {
      parts: Object.fromEntries(options.part.map(parsePart)),
      words: await openVectorTable(options.words),
      relationWords: options.relationWords ? await openVectorTable(options.relationWords) : undefined,
      cased: options.cased,
      persons: options.persons ? await readPersons(options.persons) : undefined,
      entities: await openVectorTable(options.entities),
      kb,
      texts: options.text,
      skipBad: options.skipBad,
      onProblem: (p) => problems.push(p),
      onProgress: bar.onProgress,
      signal,
    });
  } finally {
    bar.stop();
    kb?.close();
  }
  warnOfProblems(problems);
  if (options.json) printJson({ ...counts, problems });
  else {
    warn(
      `${counted(counts.documents, "document")} with ${counted(counts.mentions, "mention")} prepared in ${out}; gold among the candidates: ${counts.goldListed}, ` +
        `outside the entity table: ${counts.goldOutside}, without candidates: ${counts.withoutCandidates}.`,
    );
  }
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Turns annotated data sets into the folder that train, eval and analyse read: documents as rows of a word and an entity\n" +
        "table. Candidates come from the files (deep-ed csv) or from a knowledge base.",
    )
    .argument("<out>", "folder to write")
    .option(
      "--part <name=file>",
      "a data set and the name of its part; may be repeated",
      (p: string, all: string[]) => [...all, p],
      [] as string[],
    )
    .requiredOption("--words <file>", "word vectors (mulrel vectors import)")
    .option("--relation-words <file>", "word vectors for the relations, where they have a table of their own")
    .option("--cased", "look words up as they are written first: for tables with capitals")
    .option(
      "--persons <file>",
      "titles of persons, one a line, whose names share their candidates in a document",
    )
    .requiredOption(
      "--entities <file>",
      "entity vectors (mulrel vectors train); in the KB's order when there is one",
    )
    .option("--kb <path>", "knowledge base: candidates, titles and redirects")
    .option(
      "--text <file>",
      "running texts for mentions that come without, for example the AIDA tsv of a deep-ed csv; may be repeated",
      (p: string, all: string[]) => [...all, p],
      [] as string[],
    )
    .option("--skip-bad", "leave out what cannot be read")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  mulrel prepare prepared --part train=aida_train.csv --part dev=aida_testA.csv --text AIDA-YAGO2-dataset.tsv \\\n" +
        "    --words words.safetensors --entities entities.safetensors\n" +
        "  mulrel prepare prepared --part train=own.jsonl --part dev=own-dev.jsonl --kb own.kb --words w.safetensors --entities e.safetensors\n",
    )
    .action(run);
}
