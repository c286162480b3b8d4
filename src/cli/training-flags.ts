/** Every setting of a training run as a flag: one table, used by train and experiment. */
import { readFile } from "node:fs/promises";
import { type Command, InvalidArgumentError } from "commander";
import { LinkingError, messageOf } from "../errors.js";
import { createTrainingSettings, type TrainingInput, type TrainingSettings } from "../training/settings.js";

type Kind = "number" | "text" | "off" | "on";

/** Flag, its key in the config file, what it takes, help. Defaults are printed from the settings themselves. */
const flags: [string, string, Kind, string][] = [
  ["--normalization <name>", "model.normalization", "text", "ment-norm, rel-norm, both, uniform or local"],
  ["--no-padding", "model.padding", "off", "leave out the padding mention"],
  ["--hidden <n>", "model.hidden", "number", "hidden units of the final score"],
  ["--top-words <n>", "model.topWords", "number", "context words attended to"],
  ["--loops <n>", "model.loops", "number", "rounds of belief propagation"],
  ["--message-mix <x>", "model.messageMix", "number", "share of the new message in the mixed one"],
  ["--margin <x>", "model.margin", "number", "margin of the ranking loss"],
  ["--diversity <x>", "model.diversity", "number", "how strongly relations are pushed apart"],
  ["--dropout <x>", "model.dropout", "number", "dropout on mention features"],
  ["--neighbours <n>", "model.neighbours", "number", "mentions a mention listens to in long documents"],
  ["--relation-deviation <x>", "start.relationDeviation", "number", "spread of the relations' start values"],
  ["--considered <n>", "selection.considered", "number", "candidates looked at"],
  ["--by-prior <n>", "selection.byPrior", "number", "candidates kept by prior"],
  ["--by-context <n>", "selection.byContext", "number", "candidates kept by context"],
  ["--no-fill", "selection.fill", "off", "do not fill up candidates that were chosen twice"],
  ["--rate <x>", "schedule.rate", "number", "learning rate at first"],
  ["--low-rate <x>", "schedule.lowRate", "number", "learning rate after the drop"],
  ["--evaluate-every <n>", "schedule.evaluateEvery", "number", "epochs between evaluations at first"],
  ["--evaluate-every-low <n>", "schedule.evaluateEveryLow", "number", "and after the drop"],
  ["--threshold <x>", "schedule.threshold", "number", "dev F1 (0 to 1) at which the rate drops; 0: never"],
  [
    "--plateau <n>",
    "schedule.plateau",
    "number",
    "epochs without a better dev F1 after which the rate drops",
  ],
  [
    "--patience <n>",
    "schedule.patience",
    "number",
    "epochs at the low rate without a better dev F1 before stopping",
  ],
  ["--most-epochs <n>", "schedule.mostEpochs", "number", "epochs at most"],
  ["--averaging <x>", "averaging", "number", "decay a step of the average of weights; 0: none"],
  ["--longest <n>", "longest", "number", "mentions in one piece of a long document"],
  ["--oracle", "oracle", "on", "train and evaluate with the other mentions' gold entities told"],
  ["--seed <n>", "seed", "number", "seed of the (first) run"],
];

function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value)) throw new InvalidArgumentError("A number is wanted.");
  return value;
}

function valueAt(settings: TrainingSettings, key: string): unknown {
  return key
    .split(".")
    .reduce<unknown>((object, part) => (object as Record<string, unknown>)[part], settings);
}

export function addTrainingFlags(command: Command): Command {
  const defaults = createTrainingSettings();
  command
    .option("--config <file>", "JSON file with settings; flags win over it")
    .option("--as-published", "do what the published code does, in the model and in its training");
  for (const [flag, key, kind, help] of flags) {
    const described = kind === "number" || kind === "text" ? `${help} (${valueAt(defaults, key)})` : help;
    if (kind === "number") command.option(flag, described, parseNumber);
    else command.option(flag, described);
  }
  return command;
}

/** Name under which commander keeps a flag: --by-prior → byPrior, --no-padding → padding. */
function optionName(flag: string): string {
  const name = flag.split(" ")[0].replace(/^--(no-)?/, "");
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function set(input: Record<string, unknown>, key: string, value: unknown): void {
  const parts = key.split(".");
  let object = input;
  for (const part of parts.slice(0, -1)) {
    object[part] = { ...(object[part] as Record<string, unknown>) };
    object = object[part] as Record<string, unknown>;
  }
  object[parts.at(-1)!] = value;
}

/** What the caller asked for: the config file, and the flags given on the command line above it. */
export async function readTrainingInput(command: Command): Promise<TrainingInput> {
  const options = command.opts() as Record<string, unknown>;
  let input: Record<string, unknown> = {};
  if (options.config) {
    try {
      input = JSON.parse(await readFile(options.config as string, "utf8"));
    } catch (error) {
      throw new LinkingError(
        "usage",
        `The config file ${options.config} could not be read: ${messageOf(error)}.`,
      );
    }
  }
  if (options.asPublished) set(input, "model.asPublished", true);
  for (const [flag, key] of flags) {
    const name = optionName(flag);
    if (command.getOptionValueSource(name) === "cli") set(input, key, options[name]);
  }
  return input as TrainingInput;
}

/** "3" or "1-7" or "1,3,5". */
export function parseList(text: string): number[] {
  const numbers = text.split(",").flatMap((part) => {
    const [from, to = from] = part.split("-").map(Number);
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to < from) {
      throw new InvalidArgumentError("Wanted is a number, a range (1-7) or a list (1,3,5).");
    }
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
  return numbers;
}
