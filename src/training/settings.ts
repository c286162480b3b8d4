/** Every setting of a training run, in one object that is a run's config file as it stands. */
import { defaultSelection, type SelectionSettings } from "../candidates/selection.js";
import { LinkingError } from "../errors.js";
import { createConfig, type ModelConfig } from "../model/config.js";
import { defaultStartValues, type StartValues } from "../model/parameters.js";
import { defaultSchedule, publishedSchedule, type ScheduleSettings } from "./schedule.js";

export interface TrainingSettings {
  model: ModelConfig;
  start: StartValues;
  selection: SelectionSettings;
  schedule: ScheduleSettings;
  /** Mentions in one piece of a longer document. */
  longest: number;
  /** Decay a step of the running average of weights that is evaluated and kept; 0 takes the weights as they are. */
  averaging: number;
  /** Train and evaluate with the others' gold entities told (spec section 8). */
  oracle: boolean;
  seed: number;
}

/** What our training changes in the model's own defaults, the best on dev (docs/results.md). The paper's γ is 0.01. */
const bestModel: Partial<ModelConfig> = { normalization: "both", margin: 0.1 };

export type TrainingInput = {
  [K in keyof TrainingSettings]?: TrainingSettings[K] extends object
    ? Partial<TrainingSettings[K]>
    : TrainingSettings[K];
};

/** Defaults, or the published code's values with `model.asPublished`, under what is given. */
export function createTrainingSettings(given: TrainingInput = {}): TrainingSettings {
  const model = createConfig({ ...(given.model?.asPublished ? {} : bestModel), ...given.model });
  const published = model.asPublished;
  const settings: TrainingSettings = {
    model,
    start: { ...defaultStartValues(model), ...given.start },
    selection: { ...defaultSelection, ...given.selection },
    schedule: {
      ...(published ? publishedSchedule(model.normalization) : defaultSchedule),
      ...given.schedule,
    },
    longest: given.longest ?? 100,
    averaging: given.averaging ?? (published ? 0 : 0.9995),
    oracle: given.oracle ?? false,
    seed: given.seed ?? 1,
  };
  for (const name of Object.keys(given)) {
    if (!(name in settings)) {
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
  demand(settings.schedule.rate > 0, "schedule.rate", settings.schedule.rate, "above 0");
  return settings;
}

function demand(holds: boolean, name: string, found: unknown, wanted: string): void {
  if (!holds) throw new LinkingError("bad-input", `The setting ${name} is ${found}; it must be ${wanted}.`);
}
