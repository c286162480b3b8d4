/** `mulrel eval`: how good links are, for models on prepared folders, for a linker or another system on data sets. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { compareDatasets } from "../evaluation/compare-datasets.js";
import { loadForEvaluation, openEvaluationSet, outcomesOf } from "../evaluation/evaluate-models.js";
import { type EvaluatedSet, evaluationPage } from "../evaluation/evaluation-page.js";
import { meanWithInterval } from "../evaluation/intervals.js";
import { computeMetrics, documentCounts } from "../evaluation/metrics.js";
import { pairedBootstrap } from "../evaluation/paired-bootstrap.js";
import { computeReliability } from "../evaluation/reliability.js";
import {
  errorTable,
  intervalLine,
  metricsTable,
  percent,
  reliabilityTable,
  textTable,
} from "../evaluation/text-tables.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import type { DatasetProblem } from "../formats/annotated/annotated-document.js";
import { loadDataset } from "../formats/annotated/dataset-formats.js";
import { evaluateLinker } from "../linker/evaluate-linker.js";
import { warnOfProblems } from "./convert-command.js";
import { abortOnInterrupt, printJson, printLine, warn } from "./terminal.js";

interface Options {
  model: string[];
  against?: string;
  ensemble?: boolean;
  predictions?: string;
  part: string;
  kb?: string;
  skipBad?: boolean;
  json?: boolean;
  html?: string;
}

const isPrepared = (path: string) =>
  existsSync(join(path, "words.npy")) || existsSync(join(path, "words.safetensors"));

/** Each model by itself (seeds of one plan give an interval), or all of them averaged. */
async function evaluatePrepared(folder: string, options: Options): Promise<EvaluatedSet[]> {
  if (options.model.length === 0) {
    throw new LinkingError("usage", "Name a model or a training run with --model.");
  }
  const set = await openEvaluationSet(folder, options.part);
  const models = await Promise.all(options.model.map((path) => loadForEvaluation(path, set)));
  const groups = options.ensemble ? [models] : models.map((m) => [m]);
  return groups.map((group) => ({
    name: group.length > 1 ? `${group.length} models averaged` : group[0].path,
    documents: outcomesOf(group, set),
  }));
}

async function evaluateDatasets(paths: string[], options: Options): Promise<EvaluatedSet[]> {
  const problems: DatasetProblem[] = [];
  const reading = {
    skipBad: options.skipBad,
    onProblem: (p: DatasetProblem) => problems.push(p),
    signal: abortOnInterrupt(),
  };
  const sets: EvaluatedSet[] = [];
  if (options.predictions) {
    if (paths.length !== 1)
      throw new LinkingError("usage", "--predictions goes with one data set of gold annotations.");
    const gold = await loadDataset(paths[0], reading);
    const found = await loadDataset(options.predictions, reading);
    sets.push({ name: basename(options.predictions), documents: compareDatasets(gold, found) });
  } else {
    const { loadLinker } = await import("../loading/load-linker.js");
    const linker = await loadLinker(options.model[0], { kb: options.kb });
    for (const path of paths) {
      sets.push({
        name: basename(path),
        documents: evaluateLinker(await loadDataset(path, reading), linker),
      });
    }
    linker.close();
  }
  warnOfProblems(problems);
  return sets;
}

function printSets(sets: EvaluatedSet[], areRuns: boolean): void {
  const results = sets.map(({ name, documents }) => ({
    name,
    documents,
    metrics: computeMetrics(documents),
  }));
  for (const line of textTable(metricsTable(results))) printLine(line);
  const scores = meanWithInterval(results.map((r) => r.metrics.micro.f1));
  if (results.length > 1) {
    printLine(
      areRuns ? intervalLine("micro F1, mean ± 95 %:", scores) : `average micro F1: ${percent(scores.mean)}`,
    );
  }
  for (const { name, documents, metrics } of results.slice(0, 3)) {
    printLine(`\n${name}`);
    for (const line of textTable(errorTable(metrics))) printLine(`  ${line}`);
    const reliability = computeReliability(documents);
    if (!reliability) continue;
    printLine(`  expected calibration error ${percent(reliability.ece)} %`);
    for (const line of textTable(reliabilityTable(reliability))) printLine(`    ${line}`);
  }
}

async function run(paths: string[], options: Options): Promise<void> {
  const prepared = paths.length === 1 && isPrepared(paths[0]);
  const sets = prepared ? await evaluatePrepared(paths[0], options) : await evaluateDatasets(paths, options);
  let comparison: ReturnType<typeof pairedBootstrap> | undefined;
  if (options.against) {
    const other = prepared
      ? await evaluatePrepared(paths[0], { ...options, model: [options.against] })
      : await evaluateDatasets(paths, { ...options, predictions: options.against });
    comparison = pairedBootstrap(documentCounts(sets[0].documents), documentCounts(other[0].documents));
  }
  if (options.html) {
    await writeFileAtomically(
      options.html,
      evaluationPage(`Evaluation: ${paths.map((p) => basename(p)).join(", ")}`, sets),
    );
    warn(`the page is ${options.html}.`);
  }
  if (options.json) {
    printJson({
      results: sets.map(({ name, documents }) => ({
        name,
        ...computeMetrics(documents),
        reliability: computeReliability(documents),
      })),
      comparison,
    });
    return;
  }
  printSets(sets, prepared);
  if (comparison) {
    printLine(
      `\nagainst ${options.against}: F1 ${percent(comparison.difference)} points apart ` +
        `(95 %: ${percent(comparison.low)} to ${percent(comparison.high)}), p = ${comparison.pValue.toFixed(4)}, paired bootstrap`,
    );
  }
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Scores links: trained models on a prepared folder, a linker on annotated data sets, or another system's output.\n" +
        "Micro F1 counts mentions whose gold entity is in the knowledge base; all-gold F1 counts all of them.",
    )
    .argument("<data...>", "prepared folder, or data sets with gold annotations")
    .option(
      "--model <path>",
      "training run, model file, or linker folder; may be repeated",
      (p: string, all: string[]) => [...all, p],
      [] as string[],
    )
    .option("--ensemble", "average the models' scores instead of evaluating each")
    .option("--against <path>", "second model (or predictions): paired bootstrap significance")
    .option("--predictions <file>", "score another system's links, in any format of mulrel convert")
    .option("--kb <file>", "own knowledge base for the linker")
    .option("--part <name>", "part of the prepared folder", "dev")
    .option("--skip-bad", "leave out what cannot be read")
    .option("--html <file>", "write a page with every wrong mention in its sentence")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  mulrel eval prepared/ --model runs/first --html errors.html\n" +
        "  mulrel eval prepared/ --model runs/k/seed1 --against runs/base\n  mulrel eval wned/msnbc wned/aquaint\n" +
        "  mulrel eval gold.jsonl --predictions rel-output.jsonl\n",
    )
    .action(run);
}
