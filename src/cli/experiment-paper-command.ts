/** `mulrel experiment paper`: everything behind the paper's tables and figure 3, ours beside the paper's. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { loadForEvaluation, openEvaluationSet, outcomesOf } from "../evaluation/evaluate-models.js";
import { foldResult } from "../evaluation/fold-results.js";
import { htmlPage, htmlTable, type Section } from "../evaluation/html-page.js";
import { meanWithInterval } from "../evaluation/intervals.js";
import { modelCurves } from "../evaluation/learning-curves.js";
import { computeMetrics } from "../evaluation/metrics.js";
import { oracleModels, type PaperModel, paperModels, planPaper } from "../evaluation/paper-experiment.js";
import {
  collectRows,
  foldTable,
  type PaperRow,
  paperTable,
  priorOnlyF1,
  testTable,
} from "../evaluation/paper-results.js";
import { analyseRelations } from "../evaluation/relation-analysis.js";
import { relationSections } from "../evaluation/relation-sections.js";
import { textTable } from "../evaluation/text-tables.js";
import { openPreparedTables } from "../features/prepared-set.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { type AllResult, extendAll, startAll } from "../training/train-all.js";
import { wholeNumber, workerCount } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, printJson, printLine, warn } from "./terminal.js";
import { addTrainingFlags, readTrainingInput } from "./training-flags.js";

interface Options {
  data: string;
  out: string;
  seeds: number;
  folds?: number;
  workers?: number;
  only?: string[];
  oracles: boolean;
  test: string[];
  dev: string;
  train: string;
  json?: boolean;
}

function chooseModels(options: Options): PaperModel[] {
  const all = [...paperModels, ...(options.oracles ? oracleModels : [])];
  if (!options.only) return all;
  const names = [...paperModels, ...oracleModels].map((m) => m.name);
  for (const name of options.only) {
    if (!names.includes(name)) {
      throw new LinkingError("usage", `There is no experiment ${name}; there are ${names.join(", ")}.`);
    }
  }
  return [...paperModels, ...oracleModels].filter((m) => options.only!.includes(m.name));
}

/** Averages the scores of each model's seeds, and looks into the relations of the first model that has any. */
async function lookAtModels(options: Options, rows: PaperRow[], result: AllResult) {
  const set = await openEvaluationSet(options.data, options.dev);
  let priorOnly = 0;
  let sections: Section[] = [];
  for (const row of rows) {
    const names = result.runs.filter((r) => r.name.startsWith(`${row.name}/`)).map((r) => r.name);
    const models = await Promise.all(names.map((n) => loadForEvaluation(join(options.out, n), set)));
    priorOnly ||= priorOnlyF1(models[0].selected);
    if (models.length > 1) row.ensemble = computeMetrics(outcomesOf(models, set)).micro.f1;
    const { model, selected } = models[0];
    if (sections.length === 0 && model.config.relations > 1 && !models[0].oracle) {
      sections = relationSections(analyseRelations(model, selected));
    }
  }
  return { priorOnly, sections };
}

/** F1 of every seed of every model on parts that nothing was chosen by. */
async function testModels(options: Options, rows: PaperRow[], result: AllResult): Promise<void> {
  for (const part of options.test) {
    const set = await openEvaluationSet(options.data, part);
    for (const row of rows) {
      const names = result.runs.filter((r) => r.name.startsWith(`${row.name}/`)).map((r) => r.name);
      const scores: number[] = [];
      for (const name of names) {
        const model = await loadForEvaluation(join(options.out, name), set);
        scores.push(computeMetrics(outcomesOf([model], set)).micro.f1);
      }
      row.tests = { ...row.tests, [part]: meanWithInterval(scores) };
    }
  }
}

/** Trains what is not done yet. */
async function trainModels(options: Options, command: Command): Promise<AllResult> {
  const bar = createProgressBar();
  const common = { onProgress: bar.onProgress, signal: abortOnInterrupt(), workers: options.workers };
  const models = chooseModels(options);
  try {
    const place = { folder: options.data, train: options.train, dev: options.dev };
    const { tables } = await openPreparedTables(options.data);
    const input = await readTrainingInput(command);
    const plan = planPaper(models, place, tables.words.d, options, input);
    const isBegun = existsSync(join(options.out, "plan.json"));
    return await (isBegun ? extendAll : startAll)(options.out, plan, common);
  } finally {
    bar.stop();
  }
}

type Table = { heading: string; rows: (string | number)[][] };

interface Findings {
  results: { rows: PaperRow[]; priorOnly?: number };
  tables: Table[];
  sections: Section[];
}

/** Models of folds have been taught documents of every part, so that only the documents outside can judge them. */
async function judgeFolds(options: Options, rows: PaperRow[], result: AllResult): Promise<Findings> {
  for (const row of rows) row.folds = await foldResult(options.out, result, `${row.name}/`);
  const heading = "F1 on documents outside, mean ± 95 % interval over folds and seeds";
  return { results: { rows }, tables: [{ heading, rows: foldTable(rows) }], sections: [] };
}

async function judgeParts(options: Options, rows: PaperRow[], result: AllResult): Promise<Findings> {
  const { priorOnly, sections } = await lookAtModels(options, rows, result);
  await testModels(options, rows, result);
  const tables = [
    { heading: "Dev F1, mean ± 95 % interval over seeds", rows: paperTable(rows, priorOnly) },
    ...(options.test.length > 0
      ? [{ heading: "Test F1, ours (the paper's)", rows: testTable(rows, options.test) }]
      : []),
  ];
  return { results: { rows, priorOnly }, tables, sections };
}

async function run(options: Options, command: Command): Promise<void> {
  const result = await trainModels(options, command);
  const rows = collectRows([...paperModels, ...oracleModels], result);
  const isFolded = result.runs.some((r) => r.outside);
  const { results, tables, sections } = await (isFolded ? judgeFolds : judgeParts)(options, rows, result);
  const page = htmlPage("The paper's experiments", [
    ...tables.map(({ heading, rows }) => ({ heading, html: htmlTable(rows) })),
    ...(await modelCurves(options.out, rows, result.runs)),
    ...sections,
  ]);
  await writeFileAtomically(join(options.out, "report.html"), page);
  await writeFileAtomically(join(options.out, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  if (options.json) printJson(results);
  else printLine(tables.map((table) => textTable(table.rows).join("\n")).join("\n\n"));
  warn(`the report is ${join(options.out, "report.html")}.`);
}

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Trains every model of the paper with several seeds and prints dev F1 (mean ± 95 % interval), epochs and seconds beside the\n" +
        "paper's numbers and the published code's. Run it again with the same --out to go on after a stop,\n" +
        "or to add seeds and models (--seeds, --only).",
    )
    .requiredOption("--data <folder>", "prepared folder")
    .requiredOption("--out <folder>", "folder for the runs and the report")
    .option("--seeds <n>", "seeds of each model", wholeNumber(1, 1000), 5)
    .option(
      "--folds <n>",
      "documents of both parts in n folds, each judged by models that the others made",
      wholeNumber(2, 100),
    )
    .option("--workers <n>", "runs at a time (one for each processor)", workerCount)
    .option("--only <names...>", "only these models, by name")
    .option("--no-oracles", "leave out figure 3's oracle models")
    .option(
      "--test <parts...>",
      "also score these parts: aida-b, msnbc, aquaint, ace2004, clueweb, wikipedia",
      [],
    )
    .option("--train <part>", "part to train on", "train")
    .option("--dev <part>", "part to evaluate on", "dev")
    .option("--json", "print JSON");
  addTrainingFlags(command);
  command.addHelpText(
    "after",
    "\nExamples:\n  mulrel experiment paper --data aida-features --out runs/paper\n" +
      "  mulrel experiment paper --data aida-features --out runs/folds --folds 5 --seeds 3 --no-oracles\n" +
      "  mulrel experiment paper --data aida-features --out runs/published --as-published --no-oracles\n",
  );
  return command.action((options) => run(options, command));
}
