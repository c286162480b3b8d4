/** Every setting of a training run, in one object that is a run's config file as it stands. */
import { LinkingError } from "../errors.js";
import type { MissingGold } from "../features/model-documents.js";
import { defaultSelection, type SelectionSettings } from "../features/selection.js";
import { createConfig, type ModelConfig } from "../model/config.js";
import { defaultStartValues, type StartValues } from "../model/parameters.js";
import { asksForDrops, defaultSchedule, publishedSchedule, type ScheduleSettings } from "./schedule.js";

export interface TrainingSettings {
  model: ModelConfig;
  start: StartValues;
  selection: SelectionSettings;
  schedule: ScheduleSettings;
  /** What is done for training mentions whose gold entity is not among the chosen candidates. */
  missingGold: MissingGold;
  /** Mentions in one piece of a longer document. */
  longest: number;
  /** Decay a step of the running average of weights that is evaluated and kept; 0 takes the weights as they are. */
  averaging: number;
  /** Train and evaluate with the others' gold entities told (docs/model.md, section 8). */
  oracle: boolean;
  seed: number;
  /** Draws the start values, where runs with several seeds are to start alike; otherwise `seed` does. */
  startSeed?: number;
}

/**
 * What our training changes in the model's own defaults, chosen by folds (docs/results/paper.md). The
 * paper's best model is ment-norm with the padding mention, its γ is 0.01, its loss counts every mention alike (its code's every
 * document), and its rel-norm does not divide by the number of mentions.
 */
const bestModel: Partial<ModelConfig> = {
  normalization: "both",
  padding: false,
  evenInfluence: true,
  margin: 0.1,
  lengthWeight: 0.5,
};

export type TrainingInput = {
  [K in keyof TrainingSettings]?: TrainingSettings[K] extends object
    ? Partial<TrainingSettings[K]>
    : TrainingSettings[K];
};

/**
 * Defaults, or the published code's values with `model.asPublished`, under what is given.
 *
 * ```ts
 * import { createTrainingSettings } from "mulrel/train";
 *
 * const settings = createTrainingSettings({ model: { dims: 100, relations: 3 }, seed: 7 });
 * const published = createTrainingSettings({ model: { asPublished: true, normalization: "rel-norm" } });
 * ```
 */
export function createTrainingSettings(given: TrainingInput = {}): TrainingSettings {
  const model = createConfig({ ...(given.model?.asPublished ? {} : bestModel), ...given.model });
  const published = model.asPublished;
  const settings: TrainingSettings = {
    model,
    start: { ...defaultStartValues(model), ...given.start },
    selection: { ...defaultSelection, ...given.selection },
    schedule: {
      ...(published ? publishedSchedule(model.normalization) : defaultSchedule),
      ...(asksForDrops(given.schedule ?? {}) && { falls: false }),
      ...given.schedule,
    },
    missingGold: given.missingGold ?? "bring-in",
    longest: given.longest ?? 100,
    averaging: given.averaging ?? (published ? 0 : 0.9995),
    oracle: given.oracle ?? false,
    seed: given.seed ?? 1,
    ...(given.startSeed !== undefined && { startSeed: given.startSeed }),
  };
  for (const name of Object.keys(given)) {
    if (!(name in settings) && name !== "startSeed") {
      const known = Object.keys(settings).join(", ");
      throw new LinkingError("bad-input", `A training run has no setting "${name}"; it has ${known}.`);
    }
  }
  demand(
    settings.averaging >= 0 && settings.averaging < 1,
    "averaging",
    settings.averaging,
    "from 0 to below 1",
  );
  demand(Number.isSafeInteger(settings.seed), "seed", settings.seed, "a whole number");
  demand(
    Number.isInteger(settings.longest) && settings.longest > 0,
    "longest",
    settings.longest,
    "1 or more",
  );
  checkSchedule(settings.schedule);
  checkSelection(settings.selection);
  const { relationDeviation } = settings.start;
  demand(isAtLeastZero(relationDeviation), "start.relationDeviation", relationDeviation, "at least 0");
  return settings;
}

/** Settings that an earlier version wrote down: what the model did not have yet does nothing by the model's defaults. */
export function completeSettings(settings: TrainingSettings): TrainingSettings {
  return { ...settings, model: createConfig(settings.model) };
}

const isAtLeastZero = (x: number) => Number.isFinite(x) && x >= 0;

function checkSchedule(schedule: ScheduleSettings): void {
  for (const name of ["rate", "lowRate"] as const) {
    const rate = schedule[name];
    demand(isAtLeastZero(rate) && rate > 0, `schedule.${name}`, rate, "above 0");
  }
  for (const name of ["evaluateEvery", "evaluateEveryLow", "patience", "mostEpochs"] as const) {
    demandWhole(`schedule.${name}`, schedule[name], 1);
  }
  demandWhole("schedule.plateau", schedule.plateau, 0);
  const { threshold } = schedule;
  demand(threshold >= 0 && threshold <= 1, "schedule.threshold", threshold, "from 0 to 1");
}

function checkSelection({ considered, byPrior, byContext }: SelectionSettings): void {
  demandWhole("selection.considered", considered, 1);
  demandWhole("selection.byPrior", byPrior, 0);
  demandWhole("selection.byContext", byContext, 0);
  demand(byPrior + byContext > 0, "selection.byPrior", byPrior, "above 0 where selection.byContext is 0");
}

function demandWhole(name: string, found: number, least: number): void {
  demand(Number.isInteger(found) && found >= least, name, found, `a whole number of at least ${least}`);
}

function demand(holds: boolean, name: string, found: unknown, wanted: string): void {
  if (!holds) throw new LinkingError("bad-input", `The setting ${name} is ${found}; it must be ${wanted}.`);
}
