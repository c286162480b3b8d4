/** Which steps lead from the sources to a linker: decided once, from what was given. */
import { existsSync } from "node:fs";
import { LinkingError } from "../errors.js";
import { type BaseLinker, openBase } from "./base-linker.js";
import {
  defaultMakeSettings,
  type MakeOptions,
  type MakeSettings,
  type MakeSources,
} from "./make-options.js";
import type { Step } from "./run-steps.js";
import { calibrationStep } from "./steps/calibration-step.js";
import { documentsStep } from "./steps/documents-step.js";
import { entitiesStep } from "./steps/entities-step.js";
import { knowledgeBaseStep } from "./steps/knowledge-base-step.js";
import { linkerStep } from "./steps/linker-step.js";
import { partsStep } from "./steps/parts-step.js";
import { takenPartsStep } from "./steps/taken-parts-step.js";
import { trainingStep } from "./steps/training-step.js";
import { wordsStep } from "./steps/words-step.js";

/** Everything the steps need to know. */
export interface MakeContext {
  out: string;
  work: string;
  sources: MakeSources;
  settings: MakeSettings;
  workers?: number;
  memory?: number;
  /** The linker that words or parameters are taken over from. */
  base?: BaseLinker;
  /** Where the word vectors come from. */
  wordsFrom: "given" | "base" | "corpora";
  /** Where the parameters come from. */
  parametersFrom: "training" | "base" | "run";
  /** The knowledge base's file: given, or in the work folder. */
  kbPath: string;
  /** Are there documents with linked names to teach, calibrate and judge with? */
  hasDocuments: boolean;
}

export async function chooseSteps(options: MakeOptions): Promise<{ context: MakeContext; steps: Step[] }> {
  const context = await decide(options);
  const steps = [
    ...(await partSteps(context)),
    ...(context.hasDocuments ? [documentsStep(context)] : []),
    ...(context.parametersFrom === "training" ? [trainingStep(context)] : []),
    ...(context.hasDocuments ? [calibrationStep(context)] : []),
    linkerStep(context),
  ];
  return { context, steps };
}

/** Those that lead to the linker's knowledge base, words and vectors. */
async function partSteps(context: MakeContext): Promise<Step[]> {
  const { parts, kb, words } = context.sources;
  if (parts) return [...(words ? [wordsStep(context)] : []), await takenPartsStep(parts)];
  return [
    wordsStep(context),
    ...(kb ? [] : [knowledgeBaseStep(context)]),
    entitiesStep(context),
    partsStep(context),
  ];
}

async function decide(options: MakeOptions): Promise<MakeContext> {
  const { out, sources, workers, memory } = options;
  const settings = { ...defaultMakeSettings, ...options.settings };
  const work = options.work ?? `${out}.work`;
  if (sources.parts) checkParts(sources);
  else checkSources(sources);
  const hasCorpora = Boolean(sources.corpora?.length);
  const teaches = hasCorpora || Boolean(sources.annotated?.length) || Boolean(sources.numbers?.length);
  const from = sources.model ?? sources.parts;
  const wordsFrom = sources.words ? "given" : from || !hasCorpora ? "base" : "corpora";
  const parametersFrom = sources.run ? "run" : sources.model || !teaches ? "base" : "training";
  const needsBase = sources.parts || wordsFrom === "base" || parametersFrom === "base" || !teaches;
  const base = needsBase ? await openBase(from) : undefined;
  // parameters that are taken over choose as they did, whatever this version would have them do
  const chosen = parametersFrom === "base" ? base?.manifest.settings.candidates : undefined;
  return {
    out,
    work,
    sources,
    settings: chosen && !options.settings?.selection ? { ...settings, selection: chosen } : settings,
    workers,
    memory,
    base,
    wordsFrom,
    parametersFrom,
    kbPath: sources.kb ?? `${work}/full.kb`,
    hasDocuments: teaches,
  };
}

/** A linker's parts bring entities; corpora beside them teach. */
function checkParts({ parts, corpora, annotated, numbers, words, ...others }: MakeSources): void {
  const given = (["catalogue", "kb", "entities", "run"] as const).filter((kind) => others[kind]?.length);
  if (given.length > 0) {
    throw new LinkingError(
      "usage",
      `--parts ${parts} brings knowledge base, words and vectors; --${given.join(" and --")} cannot be given beside it.`,
    );
  }
  if (!corpora?.length && !annotated?.length && !numbers?.length) {
    throw new LinkingError(
      "usage",
      `Nothing to train with beside --parts ${parts}; name corpora with links, annotated documents (--annotated) or prepared ones (--numbers).`,
    );
  }
  if (numbers?.length && !words) {
    throw new LinkingError("usage", "Documents as numbers (--numbers) need the --words they are numbers of.");
  }
}

function checkSources(sources: MakeSources): void {
  const kinds = (["corpora", "catalogue", "kb"] as const).filter((kind) => sources[kind]?.length);
  if (kinds.length === 0) {
    throw new LinkingError(
      "usage",
      "Nothing to make a linker from; name corpora, a catalogue (--catalogue FILE), a knowledge base (--kb KB) or a linker's parts (--parts LINKER).",
    );
  }
  if (sources.catalogue?.length && kinds.length > 1) {
    throw new LinkingError(
      "usage",
      `A catalogue makes a linker alone; ${kinds.join(" and ")} were given. Build a knowledge base from the corpora, add the catalogue with \`mulrel kb add\`, then give it with --kb.`,
    );
  }
  if (sources.model && sources.run) {
    throw new LinkingError("usage", "Parameters come from --model or from --run; both were given.");
  }
  if (sources.run && !(sources.words && sources.kb)) {
    throw new LinkingError(
      "usage",
      "A training run holds parameters only; give the --kb and the --words that it was prepared with.",
    );
  }
  if (sources.kb && !existsSync(sources.kb)) {
    throw new LinkingError("not-found", `There is no knowledge base ${sources.kb}.`);
  }
}
