// What is a choice among models worth on documents that had no say in it? Of each fold the model is taken that the fold's own dev part
// likes best, over seeds, and judged by the documents outside.
//   node scripts/choose-inside.mjs FOLDER … [--against FOLDER]… [--seeds N]
// A folder holds the runs of mulrel train --folds, or of one model of mulrel experiment paper --folds. With --against the same is done for
// others, and the two that come out are compared in pairs.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  compareFolds,
  foldCells,
  foldHeads,
  foldResult,
  formatComparison,
} from "../dist/evaluation/fold-results.js";
import { textTable } from "../dist/evaluation/text-tables.js";
import { readOutside } from "../dist/training/outside.js";
import { readMetrics } from "../dist/training/run-folder.js";

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: "string", multiple: true, default: [] },
    // seeds up to this one only, where not all models have as many
    seeds: { type: "string", default: "1000" },
  },
});
const { against } = values;
if (folders.length === 0) {
  console.error(
    "Name folders with runs of folds: node scripts/choose-inside.mjs FOLDER … [--against FOLDER]…",
  );
  process.exit(2);
}

/** Finished runs of a folder, by fold: where they lie, the seed, F1 on the dev part at the end. */
async function runsOf(folder) {
  const byFold = new Map();
  for (const name of readdirSync(folder).sort()) {
    const [, fold, seed] = /^fold(\d+)-seed(\d+)$/.exec(name) ?? [];
    const path = join(folder, name);
    if (
      !fold ||
      Number(seed) > Number(values.seeds) ||
      !existsSync(join(path, "model.safetensors")) ||
      !(await readOutside(path))
    )
      continue;
    const devF1 = (await readMetrics(path)).at(-1)?.devF1 ?? 0;
    byFold.set(fold, [...(byFold.get(fold) ?? []), { path, seed: Number(seed), devF1 }]);
  }
  return { folder, byFold };
}

const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
const percent = (x) => (100 * x).toFixed(2);

/** Of every fold the runs of the folder with the highest mean on the dev part; equals: the first. */
function choose(candidates) {
  const folds = [...new Set(candidates.flatMap(({ byFold }) => [...byFold.keys()]))].sort();
  return folds.map((fold) => {
    const rated = candidates
      .filter(({ byFold }) => byFold.has(fold))
      .map(({ folder, byFold }) => ({
        fold,
        folder,
        runs: byFold.get(fold),
        dev: mean(byFold.get(fold).map(({ devF1 }) => devF1)),
      }));
    return rated.reduce((a, b) => (b.dev > a.dev ? b : a));
  });
}

/** What runs are worth outside. */
async function judgeRuns(runs) {
  const list = runs.map(({ path, seed }) => ({ name: path, seed, outside: true }));
  const result = await foldResult("", { runs: list, best: "" }, "");
  if (!result) throw new Error("There is no finished run of a fold.");
  return result;
}

/** Chooses, tells what was chosen and what all are worth outside. */
async function judge(list) {
  const candidates = await Promise.all(list.map(runsOf));
  const rows = [];
  for (const { folder, byFold } of candidates) {
    rows.push([folder, ...foldCells(await judgeRuns([...byFold.values()].flat()))]);
  }
  const chosen = choose(candidates);
  const result = await judgeRuns(chosen.flatMap(({ runs }) => runs));
  rows.push(["chosen by each fold's dev part", ...foldCells(result)]);
  for (const line of textTable([["model", ...foldHeads], ...rows])) console.log(line);
  for (const { fold, folder, dev } of chosen) console.log(`fold ${fold}: ${folder} (dev F1 ${percent(dev)})`);
  return result;
}

const first = await judge(folders);
if (against.length > 0) {
  const second = await judge(against);
  console.log(`the first choice has ${formatComparison(compareFolds(first, second))} more than the second`);
}
