/** `mulrel experiment paper`: everything behind the paper's tables and figure 3, ours beside the paper's. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { loadForEvaluation, openEvaluationSet, outcomesOf } from "../evaluation/evaluate-models.js";
import { htmlPage, htmlTable } from "../evaluation/html-page.js";
import { meanWithInterval } from "../evaluation/intervals.js";
import { computeMetrics } from "../evaluation/metrics.js";
import { oracleModels, type PaperModel, paperModels, planPaper } from "../evaluation/paper-experiment.js";
import {
  collectRows,
  type PaperRow,
  paperTable,
  priorOnlyF1,
  testTable,
} from "../evaluation/paper-results.js";
import { analyseRelations } from "../evaluation/relation-analysis.js";
import { relationSections } from "../evaluation/relation-sections.js";
import { textTable } from "../evaluation/text-tables.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { type AllResult, resumeAll, startAll } from "../training/train-all.js";
import { wholeNumber, workerCount } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, printJson, printLine, warn } from "./terminal.js";
import { addTrainingFlags, readTrainingInput } from "./training-flags.js";

interface Options {
  data: string;
  out: string;
  seeds: number;
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
  let sections: ReturnType<typeof relationSections> = [];
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

async function run(options: Options, command: Command): Promise<void> {
  const bar = createProgressBar();
  const common = { onProgress: bar.onProgress, signal: abortOnInterrupt(), workers: options.workers };
  const models = chooseModels(options);
  let result: AllResult;
  try {
    if (existsSync(join(options.out, "plan.json"))) result = await resumeAll(options.out, common);
    else {
      const place = { folder: options.data, train: options.train, dev: options.dev };
      const { tables } = await openEvaluationSet(options.data, options.dev);
      const input = await readTrainingInput(command);
      const plan = planPaper(models, place, tables.tables.words.d, options.seeds, input);
      result = await startAll(options.out, plan, common);
    }
  } finally {
    bar.stop();
  }
  const rows = collectRows([...paperModels, ...oracleModels], result);
  const { priorOnly, sections } = await lookAtModels(options, rows, result);
  await testModels(options, rows, result);
  const table = paperTable(rows, priorOnly);
  const tests = options.test.length > 0 ? testTable(rows, options.test) : undefined;
  const page = htmlPage("The paper's experiments", [
    { heading: "Dev F1, mean ± 95 % interval over seeds", html: htmlTable(table) },
    ...(tests ? [{ heading: "Test F1, ours (the paper's)", html: htmlTable(tests) }] : []),
    ...sections,
  ]);
  await writeFileAtomically(join(options.out, "report.html"), page);
  await writeFileAtomically(
    join(options.out, "results.json"),
    `${JSON.stringify({ rows, priorOnly }, null, 2)}\n`,
  );
  if (options.json) printJson({ rows, priorOnly });
  else {
    for (const line of textTable(table)) printLine(line);
    if (tests) for (const line of ["", ...textTable(tests)]) printLine(line);
  }
  warn(`the report is ${join(options.out, "report.html")}.`);
}

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Trains every model of the paper with several seeds and prints dev F1 (mean ± 95 % interval), epochs and seconds beside the\n" +
        "paper's numbers and the published code's. Run it again with the same --out to go on after a stop.",
    )
    .requiredOption("--data <folder>", "prepared folder")
    .requiredOption("--out <folder>", "folder for the runs and the report")
    .option("--seeds <n>", "seeds of each model", wholeNumber(1, 1000), 5)
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
      "  mulrel experiment paper --data aida-features --out runs/published --as-published --no-oracles\n",
  );
  return command.action((options) => run(options, command));
}
