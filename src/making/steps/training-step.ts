/** The parameters, trained on the documents in a run's folder that can be stopped and taken up again. */
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openPreparedTables } from "../../features/prepared-set.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { loadModel } from "../../model/model-file.js";
import { runFiles } from "../../training/run-folder.js";
import { createTrainingSettings } from "../../training/settings.js";
import { extendAll, type PlannedRun, planRuns, startAll } from "../../training/train-all.js";
import { holdsRun, type RunOptions, type RunResult } from "../../training/train-run.js";
import type { MakeContext } from "../choose-steps.js";
import type { Step } from "../run-steps.js";
import { documentFile } from "./documents-step.js";
import { LINKER_ENTITIES, LINKER_WORDS } from "./parts-step.js";

export const RUN = "run";
export const TRAINED_MODEL = runFiles(RUN).model;

/** Where nobody says otherwise: enough for small corpora. */
const RELATIONS = 4;

/** What linkers are made with, whatever `train` has by default. */
const MADE_WITH = { padding: true, evenInfluence: false, lengthWeight: 0.5 };
/** How they are taught. The likelihood is a hundred times as large as the ranking loss, and so is λ beside it. */
const BY_LIKELIHOOD = { sharpness: 10, diversity: 1e-5 };
const BY_RANKING = { margin: 0.1 };

/** Candidates that training looks at, at least: losers teach, and linking with fewer is as good and faster (docs/results/links.md). */
const TAUGHT_WITH = { byPrior: 6, byContext: 6 };

export function trainingStep({ settings, base, workers }: MakeContext): Step {
  const { training, seed, runs } = settings;
  const selection = {
    ...settings.selection,
    byPrior: Math.max(settings.selection.byPrior, TAUGHT_WITH.byPrior),
    byContext: Math.max(settings.selection.byContext, TAUGHT_WITH.byContext),
  };
  const taught = training.model?.sharpness === 0 ? BY_RANKING : BY_LIKELIHOOD;
  // words taken over from a linker are the space its parameters know: they are where training starts
  const startsAnew = !base || training.model?.relations !== undefined;
  const from = startsAnew ? undefined : join(base.folder, base.manifest.files.model);
  return {
    name: "training",
    title: "training the model",
    version: 6,
    settings: { training, selection, seed, ...(runs > 1 && { runs }) },
    sources: from === undefined ? [] : [from],
    made: [LINKER_WORDS, LINKER_ENTITIES, documentFile("train"), documentFile("dev")],
    outputs: [TRAINED_MODEL],
    async run({ path, onProgress, signal, now }) {
      const { tables } = await openPreparedTables(path("prepared"));
      const known = from === undefined ? {} : (await loadModel(from)).config;
      const relations = training.model?.relations ?? RELATIONS;
      const run = createTrainingSettings({
        ...training,
        model: { ...MADE_WITH, ...taught, ...training.model, relations, dims: tables.words.d, ...known },
        selection,
        seed,
        ...(runs > 1 && { startSeed: seed }),
      });
      const data = { folder: path("prepared"), train: "train", dev: "dev" };
      const planned = planRuns({ settings: run, data, from }, [run.model.relations], runs);
      const all = await trainAll(path(RUN), planned, { onProgress, signal, now, workers });
      const result = middleRun(all.runs);
      if (runs > 1)
        await writeFileAtomically(path(TRAINED_MODEL), await readFile(runFiles(result.folder).model));
      const { normalization } = run.model;
      return {
        devF1: result.devF1,
        ...(runs > 1 && { seed: result.seed, devF1OfRuns: all.runs.map(({ devF1 }) => devF1) }),
        bestEpoch: result.bestEpoch,
        epochs: result.epochs,
        relations: run.model.relations,
        normalization,
      };
    },
  };
}

/** Goes on where the folder holds some of these runs on these files, and starts anew otherwise; others that it holds do not count. */
async function trainAll(folder: string, runs: PlannedRun[], options: RunOptions & { workers?: number }) {
  const begun = runs.filter(({ name }) => existsSync(runFiles(join(folder, name)).config));
  const held = await Promise.all(begun.map(({ name, ...plan }) => holdsRun(join(folder, name), plan)));
  if (begun.length > 0 && !held.includes(false)) {
    const all = await extendAll(folder, runs, options);
    return { ...all, runs: all.runs.filter(({ name }) => runs.some((run) => run.name === name)) };
  }
  await rm(folder, { recursive: true, force: true });
  return startAll(folder, runs, options);
}

/** The one in the middle by dev F1: neither luck nor bad luck with the seed. */
function middleRun(runs: RunResult[]): RunResult {
  const inOrder = [...runs].sort((a, b) => (a.devF1 ?? 0) - (b.devF1 ?? 0));
  return inOrder[Math.floor((inOrder.length - 1) / 2)];
}
