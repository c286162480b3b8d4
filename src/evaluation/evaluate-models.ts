/** Trained models on a part of a prepared folder: outcomes, metrics and comparisons. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { LinkingError } from "../errors.js";
import { type SelectedDocument, toModelDocuments } from "../features/model-documents.js";
import { loadPreparedDocuments, type PreparedDocument } from "../features/prepared-document.js";
import { openPreparedTables, type PreparedTables, preparedPart } from "../features/prepared-set.js";
import { defaultSelection, type SelectionSettings } from "../features/selection.js";
import { loadKernels } from "../math/wasm-kernels.js";
import type { Model } from "../model/model.js";
import { loadModel } from "../model/model-file.js";
import { createModelFrom, type StoredModel } from "../model/model-format.js";
import { runFiles } from "../training/run-folder.js";
import type { TrainingSettings } from "../training/settings.js";
import { readPlan } from "../training/train-all.js";
import type { DocumentOutcome } from "./outcome.js";
import { predictOutcomes } from "./predict-outcomes.js";

/** A part of a prepared folder, open for any number of models. */
export interface EvaluationSet {
  prepared: PreparedDocument[];
  tables: PreparedTables;
}

/**
 * Opens a part ("dev") of a prepared folder.
 *
 * ```ts
 * import { computeMetrics, loadForEvaluation, openEvaluationSet, outcomesOf } from "mulrel/train";
 *
 * const set = await openEvaluationSet("prepared", "dev");
 * const model = await loadForEvaluation("run", set);
 * console.log(computeMetrics(outcomesOf([model], set)).micro.f1);
 * ```
 */
export async function openEvaluationSet(folder: string, part: string): Promise<EvaluationSet> {
  const tables = await openPreparedTables(folder);
  return { tables, prepared: await loadPreparedDocuments(preparedPart(folder, part)) };
}

/** A model file, or a training run's folder, whose best model is meant. */
export async function modelPath(path: string): Promise<string> {
  const inRun = runFiles(path).model;
  if (existsSync(inRun)) return inRun;
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) throw new LinkingError("usage", await whyNoModel(path));
  return path;
}

/** Several runs have a model each: the first that is done serves as the example. */
async function whyNoModel(folder: string): Promise<string> {
  const runs = await readPlan(folder).catch(() => []);
  const done = runs.find(({ name }) => existsSync(runFiles(join(folder, name)).model));
  if (!done) return `${folder} holds no trained model; name a model file or a training run that has ended.`;
  const kind = done.data.fold ? "folds, each with a model of its own" : "several models";
  return `${folder} is a folder of ${kind}; name one of them, such as ${join(folder, done.name)}.`;
}

/** How the model's training chose candidates; a model without that record takes the default. */
function selectionOf({ origin }: StoredModel): { selection: SelectionSettings; longest: number } {
  const settings = origin.notes?.settings as TrainingSettings | undefined;
  return { selection: settings?.selection ?? defaultSelection, longest: settings?.longest ?? 100 };
}

export interface LoadedModel {
  path: string;
  model: Model;
  selected: SelectedDocument[];
  /** Trained with the oracle, so to be asked with it. */
  oracle: boolean;
}

/**
 * A model file, or a training run's folder, ready to be asked about the set.
 *
 * ```ts
 * import { computeMetrics, loadForEvaluation, openEvaluationSet, outcomesOf } from "mulrel/train";
 *
 * const set = await openEvaluationSet("prepared", "dev");
 * const model = await loadForEvaluation("run", set);
 * console.log(computeMetrics(outcomesOf([model], set)).micro.f1);
 * ```
 */
export async function loadForEvaluation(path: string, set: EvaluationSet): Promise<LoadedModel> {
  const stored = await loadModel(await modelPath(path));
  const model = createModelFrom(await loadKernels(), stored, set.tables.tables);
  const selected = toModelDocuments(set.prepared, set.tables.tables, {
    ...selectionOf(stored),
    missingGold: "keep",
  });
  const settings = stored.origin.notes?.settings as TrainingSettings | undefined;
  return { path, model, selected, oracle: settings?.oracle ?? false };
}

/**
 * Outcomes of one model, or of several whose scores are averaged (they must choose candidates alike).
 *
 * ```ts
 * import { computeMetrics, loadForEvaluation, openEvaluationSet, outcomesOf } from "mulrel/train";
 *
 * const set = await openEvaluationSet("prepared", "dev");
 * const models = await Promise.all(["run/seed1", "run/seed2"].map((path) => loadForEvaluation(path, set)));
 * console.log(computeMetrics(outcomesOf(models, set)).micro.f1); // of both together
 * ```
 */
export function outcomesOf(models: LoadedModel[], set: EvaluationSet): DocumentOutcome[] {
  const [first] = models;
  return predictOutcomes(
    models.map((m) => m.model),
    {
      prepared: set.prepared,
      selected: first.selected,
      nameOf: (row) => set.tables.entities.name(row),
      oracle: first.oracle,
    },
  );
}
