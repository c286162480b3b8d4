/** Every setting of a training run as a flag: one table, used by train and experiment. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { LinkingError, messageOf } from "../errors.js";
import { createTrainingSettings, type TrainingInput, type TrainingSettings } from "../training/settings.js";
import { type NumberParser, realNumber, seed, share, wholeNumber } from "./numbers.js";

/** A number in its range, a word, or a switch. */
type Kind = NumberParser | "text" | "off" | "on";

const count = wholeNumber(1);
const countOrNone = wholeNumber(0);
const positive = realNumber({ above: 0 });
const fromZero = realNumber({ least: 0 });
const belowOne = realNumber({ least: 0, below: 1 });

/** Flag, its key in the config file, what it takes, help. Defaults are printed from the settings themselves. */
const flags: [string, string, Kind, string][] = [
  ["--normalization <name>", "model.normalization", "text", "ment-norm, rel-norm, both, uniform or local"],
  [
    "--padding",
    "model.padding",
    "on",
    "add the padding mention, which soaks up weight (as published: it is there)",
  ],
  ["--no-padding", "model.padding", "off", "leave out the padding mention (the default)"],
  [
    "--no-even-influence",
    "model.evenInfluence",
    "off",
    "rel-norm as in the paper: more mentions, more influence",
  ],
  ["--hidden <n>", "model.hidden", count, "hidden units of the final score"],
  ["--top-words <n>", "model.topWords", count, "context words attended to"],
  ["--loops <n>", "model.loops", countOrNone, "rounds of belief propagation"],
  [
    "--message-mix <x>",
    "model.messageMix",
    realNumber({ above: 0, most: 1 }),
    "share of the new message in the mixed one",
  ],
  [
    "--margin <x>",
    "model.margin",
    fromZero,
    "margin of the ranking loss; counts for nothing with --sharpness",
  ],
  [
    "--sharpness <x>",
    "model.sharpness",
    fromZero,
    "train on the likelihood of a softmax of so many times the scores; 0: on the ranking loss",
  ],
  [
    "--length-weight <x>",
    "model.lengthWeight",
    share,
    "0: documents count alike in training; 1: mentions do, so that a long document counts more",
  ],
  ["--diversity <x>", "model.diversity", realNumber(), "how strongly relations are pushed apart"],
  ["--dropout <x>", "model.dropout", belowOne, "dropout on mention features"],
  ["--neighbours <n>", "model.neighbours", count, "mentions a mention listens to in long documents"],
  ["--relation-deviation <x>", "start.relationDeviation", fromZero, "spread of the relations' start values"],
  ["--considered <n>", "selection.considered", count, "candidates looked at"],
  ["--by-prior <n>", "selection.byPrior", countOrNone, "candidates kept by prior"],
  ["--by-context <n>", "selection.byContext", countOrNone, "candidates kept by context"],
  ["--no-fill", "selection.fill", "off", "do not fill up candidates that were chosen twice"],
  ["--rate <x>", "schedule.rate", positive, "learning rate at first"],
  ["--low-rate <x>", "schedule.lowRate", positive, "learning rate at the end, or after the drop"],
  [
    "--no-falls",
    "schedule.falls",
    "off",
    "keep the rate until it drops; --threshold, --plateau and --patience ask for that too",
  ],
  ["--evaluate-every <n>", "schedule.evaluateEvery", count, "epochs between evaluations at first"],
  ["--evaluate-every-low <n>", "schedule.evaluateEveryLow", count, "and after the drop"],
  ["--threshold <x>", "schedule.threshold", share, "dev F1 (0 to 1) at which the rate drops; 0: never"],
  [
    "--plateau <n>",
    "schedule.plateau",
    countOrNone,
    "epochs without a better dev F1 after which the rate drops",
  ],
  [
    "--patience <n>",
    "schedule.patience",
    count,
    "epochs at the low rate without a better dev F1 before stopping",
  ],
  ["--most-epochs <n>", "schedule.mostEpochs", count, "epochs at most"],
  ["--averaging <x>", "averaging", belowOne, "decay a step of the average of weights; 0: none"],
  ["--longest <n>", "longest", count, "mentions in one piece of a long document"],
  ["--oracle", "oracle", "on", "train and evaluate with the other mentions' gold entities told"],
  ["--seed <n>", "seed", seed, "seed of the (first) run"],
];

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
    const described = kind === "on" || kind === "off" ? help : `${help} (${valueAt(defaults, key)})`;
    if (typeof kind === "function") command.option(flag, described, kind);
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

async function readConfig(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const missing = error.code === "ENOENT";
    throw new LinkingError(
      missing ? "not-found" : "disk",
      missing
        ? `There is no config file ${path}; check the path.`
        : `The config file ${path} could not be read: ${messageOf(error)}.`,
      { cause: error },
    );
  });
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    throw new LinkingError("bad-file", `The config file ${path} is no JSON: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  if (typeof config === "object" && config !== null && !Array.isArray(config)) {
    return config as Record<string, unknown>;
  }
  throw new LinkingError("bad-file", `The config file ${path} holds no JSON object of settings.`);
}

/** What the caller asked for: the config file, and the flags given on the command line above it. */
export async function readTrainingInput(command: Command): Promise<TrainingInput> {
  const options = command.opts() as Record<string, unknown>;
  let input: Record<string, unknown> = {};
  if (options.config) {
    input = await readConfig(options.config as string);
  }
  if (options.asPublished) set(input, "model.asPublished", true);
  for (const [flag, key] of flags) {
    const name = optionName(flag);
    if (command.getOptionValueSource(name) === "cli") set(input, key, options[name]);
  }
  return input as TrainingInput;
}
