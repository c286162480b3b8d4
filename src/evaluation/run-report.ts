/** report.html of a training run: curves, final table, relation weights and distances. */
import { join } from "node:path";
import { loadKernels } from "../math/wasm-kernels.js";
import { usesMentionFeatures } from "../model/config.js";
import { loadModel } from "../model/model-file.js";
import { createModelFrom } from "../model/model-format.js";
import { type Metrics, readMetrics, readRunConfig, runFiles } from "../training/run-folder.js";
import { readPlan } from "../training/train-all.js";
import { loadTrainingData } from "../training/training-data.js";
import { escapeHtml, htmlPage, htmlTable, type Section } from "./html-page.js";
import { learningCurves } from "./learning-curves.js";
import { analyseRelations } from "./relation-analysis.js";
import { relationSections } from "./relation-sections.js";

/** Weights of a run's model on its dev documents; nothing for models without mention features. */
async function modelSections(runFolder: string): Promise<Section[]> {
  const { settings, data } = await readRunConfig(runFolder);
  if (!usesMentionFeatures(settings.model)) return [];
  const { tables, dev } = await loadTrainingData(data, settings);
  const model = createModelFrom(await loadKernels(), await loadModel(runFiles(runFolder).model), tables);
  return relationSections(analyseRelations(model, dev));
}

export async function runReport(folder: string): Promise<string> {
  const plan = await readPlan(folder);
  const runs = await Promise.all(
    plan.map(async ({ name, settings }) => ({
      name: name || `seed ${settings.seed}`,
      metrics: await readMetrics(join(folder, name)),
      folder: join(folder, name),
    })),
  );
  const bestOf = (m: Metrics[]) => m.filter((x) => x.isBest).at(-1);
  const scoreOf = (m: Metrics | undefined) => (m ? (100 * m.devF1).toFixed(2) : "not evaluated");
  const table = htmlTable([
    ["run", "dev F1", "last", "best epoch", "epochs", "seconds"],
    ...runs.map(({ name, metrics }) => [
      name,
      scoreOf(bestOf(metrics)),
      scoreOf(metrics.at(-1)),
      bestOf(metrics)?.epoch ?? "",
      metrics.at(-1)?.epoch ?? 0,
      (metrics.at(-1)?.seconds ?? 0).toFixed(0),
    ]),
  ]);
  const winner = runs.reduce((a, b) =>
    (bestOf(b.metrics)?.devF1 ?? 0) > (bestOf(a.metrics)?.devF1 ?? 0) ? b : a,
  );
  const config = await readRunConfig(winner.folder);
  return htmlPage(`Training run ${folder}`, [
    { heading: "Result", html: table },
    { heading: "Curves", ...learningCurves(runs, { title: "Dev F1", yUnit: "share" }, (m) => m.devF1) },
    learningCurves(runs, { title: "Loss of a document" }, (m) => m.loss),
    ...(await modelSections(winner.folder)),
    {
      heading: "Settings and data",
      html: `<pre>${escapeHtml(JSON.stringify({ settings: config.settings, data: config.data, hashes: config.hashes }, null, 2))}</pre>`,
    },
  ]);
}
