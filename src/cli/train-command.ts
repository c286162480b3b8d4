/** `mulrel train`: a model from prepared documents. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { foldCells, foldHeads, foldResult } from "../evaluation/fold-results.js";
import { formatInterval, meanWithInterval } from "../evaluation/intervals.js";
import { runReport } from "../evaluation/run-report.js";
import { openPreparedTables } from "../features/prepared-set.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import type { KernelBuild } from "../math/kernels.js";
import { createTrainingSettings } from "../training/settings.js";
import { type AllResult, planRuns, resumeAll, startAll } from "../training/train-all.js";
import { listOfNumbers, wholeNumber, workerCount } from "./numbers.js";
import { abortOnInterrupt, createProgressBar, printJson, printLine, warn } from "./terminal.js";
import { addTrainingFlags, readTrainingInput } from "./training-flags.js";

interface Options {
  resume?: string;
  relations?: number[];
  seeds: number;
  folds?: number;
  workers?: number;
  train: string;
  dev: string;
  build?: KernelBuild;
  json?: boolean;
}

function describeScore({ devF1, bestEpoch, outside }: AllResult["runs"][number]): string {
  const percent = (x: number) => (100 * x).toFixed(2);
  const inside = devF1 === null ? "dev F1 not evaluated" : `dev F1 ${percent(devF1)} at epoch ${bestEpoch}`;
  if (!outside) return inside;
  return `${inside}, outside ${percent(outside.best)}, last ${percent(outside.last)}`;
}

async function printResult(folder: string, { runs, best }: AllResult): Promise<void> {
  const groups = new Map<string, AllResult["runs"]>();
  for (const run of runs) {
    const name = run.name.replace(/-?(fold\d+-)?seed\d+$/, "") || "all";
    groups.set(name, [...(groups.get(name) ?? []), run]);
  }
  for (const run of runs) {
    const seconds = `${run.seconds.toFixed(0)} s`;
    printLine(
      `${(run.name || `seed${run.seed}`).padEnd(14)} ${describeScore(run)} of ${run.epochs} epochs, ${seconds}`,
    );
  }
  const isFolded = runs.some((r) => r.outside);
  for (const [name, group] of runs.length > 1 ? groups : []) {
    const scores = group.map((r) => r.devF1).filter((f1) => f1 !== null);
    printLine(`${name.padEnd(14)} dev F1 ${formatInterval(meanWithInterval(scores))}`);
    const result = isFolded && (await foldResult(folder, { runs: group, best }, ""));
    for (const [i, cell] of result ? foldCells(result).entries() : []) {
      printLine(`${"".padEnd(14)} ${foldHeads[i]} ${cell}`);
    }
  }
  if (isFolded) {
    warn(`folds judge settings and make no model; the report is ${join(folder, "report.html")}.`);
    return;
  }
  if (runs.length > 1) printLine(`best: ${best}`);
  warn(`the best model is ${join(folder, "model.safetensors")}, the report ${join(folder, "report.html")}.`);
}

async function run(data: string | undefined, out: string | undefined, options: Options, command: Command) {
  const signal = abortOnInterrupt();
  const bar = createProgressBar();
  const now = () => performance.now() / 1000;
  const common = { onProgress: bar.onProgress, signal, now, workers: options.workers };
  let result: AllResult;
  const folder = options.resume ?? out;
  try {
    if (options.resume) result = await resumeAll(options.resume, common);
    else {
      if (!data || !out) {
        throw new LinkingError(
          "usage",
          "Name the folder of prepared documents and a folder for the run, or --resume RUN.",
        );
      }
      const input = await readTrainingInput(command);
      const { tables } = await openPreparedTables(data);
      const dims = tables.words.d;
      const relations = options.relations ?? [createTrainingSettings(input).model.relations];
      const settings = createTrainingSettings({ ...input, model: { dims, ...input.model } });
      const place = { folder: data, train: options.train, dev: options.dev };
      const plan = planRuns(
        { settings, data: place, build: options.build },
        relations,
        options.seeds,
        options.folds,
      );
      result = await startAll(out, plan, common);
    }
  } catch (error) {
    if (error instanceof LinkingError && error.code === "cancelled") {
      throw new LinkingError("cancelled", `Stopped; go on with: mulrel train --resume ${folder}`);
    }
    if (error instanceof LinkingError && existsSync(join(folder ?? "", "checkpoint.safetensors"))) {
      const hint = `The last good checkpoint is still there: mulrel train --resume ${folder} goes on from it.`;
      throw new LinkingError(error.code, `${error.message} ${hint}`, { cause: error });
    }
    throw error;
  } finally {
    bar.stop();
  }
  await writeFileAtomically(join(folder!, "report.html"), await runReport(folder!));
  if (options.json) printJson(result);
  else await printResult(folder!, result);
}

export function createCommand(): Command {
  const command = new Command()
    .description(
      "Trains a model on a folder of prepared documents (mulrel prepare). The run is a folder: settings, hashes of the data,\n" +
        "metrics, checkpoint, best model and report.html. Ctrl-C at any moment: --resume goes on and ends in the same bytes.",
    )
    .argument("[data]", "folder with train.jsonl, dev.jsonl, words and entities")
    .argument("[run]", "new folder for the run")
    .option("--resume <run>", "go on with this run")
    .option(
      "--relations <list>",
      "numbers of relations to try: 3, 1-7 or 1,3,6; the best on dev is kept",
      listOfNumbers,
    )
    .option("--seeds <n>", "runs with different seeds", wholeNumber(1, 1000), 1)
    .option(
      "--folds <n>",
      "documents of both parts in n folds: each judges what the others made, and no model is kept",
      wholeNumber(2, 100),
    )
    .option("--workers <n>", "runs at a time (one for each processor)", workerCount)
    .option("--train <part>", "part to train on", "train")
    .option("--dev <part>", "part to choose the best model by", "dev")
    .option("--build <name>", "arithmetic: simd, relaxed-simd, plain-float32")
    .option("--json", "print JSON");
  addTrainingFlags(command);
  command.addHelpText(
    "after",
    "\nExamples:\n  mulrel train prepared/ runs/first\n  mulrel train prepared/ runs/k --relations 1-7 --seeds 5\n  mulrel train --resume runs/k\n  mulrel train prepared/ runs/folds --folds 5 --seeds 3 --no-padding\n",
  );
  return command.action((data, out, options) => run(data, out, options, command));
}
