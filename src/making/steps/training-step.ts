/** The parameters, trained on the documents in a run's folder that can be stopped and taken up again. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openPreparedTables } from "../../features/prepared-set.js";
import { loadModel } from "../../model/model-file.js";
import { runFiles } from "../../training/run-folder.js";
import { createTrainingSettings } from "../../training/settings.js";
import { carryOn, holdsRun } from "../../training/train-run.js";
import type { MakeContext } from "../choose-steps.js";
import type { Step } from "../run-steps.js";
import { documentFile } from "./documents-step.js";
import { LINKER_ENTITIES, LINKER_WORDS } from "./parts-step.js";

export const RUN = "run";
export const TRAINED_MODEL = runFiles(RUN).model;

/** Where nobody says otherwise: enough for small corpora. */
const RELATIONS = 4;

export function trainingStep({ settings, base }: MakeContext): Step {
  const { training, selection, seed } = settings;
  // words taken over from a linker are the space its parameters know: they are where training starts
  const startsAnew = !base || training.model?.relations !== undefined;
  const from = startsAnew ? undefined : join(base.folder, base.manifest.files.model);
  return {
    name: "training",
    title: "training the model",
    version: 2,
    settings: { training, selection, seed },
    sources: from === undefined ? [] : [from],
    made: [LINKER_WORDS, LINKER_ENTITIES, documentFile("train"), documentFile("dev")],
    outputs: [TRAINED_MODEL],
    async run({ path, onProgress, signal, now }) {
      const { tables } = await openPreparedTables(path("prepared"));
      const known = from === undefined ? {} : (await loadModel(from)).config;
      const relations = training.model?.relations ?? RELATIONS;
      const run = createTrainingSettings({
        ...training,
        model: { ...training.model, relations, dims: tables.words.d, ...known },
        selection,
        seed,
      });
      const data = { folder: path("prepared"), train: "train", dev: "dev" };
      const plan = { settings: run, data, from };
      if (!(await holdsRun(path(RUN), plan))) await rm(path(RUN), { recursive: true, force: true });
      const result = await carryOn(path(RUN), plan, { onProgress, signal, now });
      const { normalization } = run.model;
      return {
        devF1: result.devF1,
        bestEpoch: result.bestEpoch,
        epochs: result.epochs,
        relations: run.model.relations,
        normalization,
      };
    },
  };
}
