/** What `makeLinker` is told: what to make a linker from, and how large and how careful it shall be. */
import { MODEL_EVIDENCE } from "../features/choose-candidates.js";
import type { ContextSettings } from "../features/read-features.js";
import { defaultContextSettings } from "../features/read-features.js";
import { defaultSelection, type SelectionSettings } from "../features/selection.js";
import type { NameSettings } from "../mentions/create-finder.js";
import type { TrainingInput } from "../training/settings.js";
import type { OnProgress } from "../types.js";
import type { LinkerStorage } from "./choose-parts.js";
import type { PlannedStep } from "./run-steps.js";

/** What a linker is made from. Of corpora, catalogue and knowledge base at least one. */
export interface MakeSources {
  /** MediaWiki dumps, WikiExtractor lines. Beside a knowledge base their links only teach. */
  corpora?: string[];
  /** Own entities: CSV, JSONL. */
  catalogue?: string[];
  /** A knowledge base that is there already; its texts lie beside it. */
  kb?: string;
  /** Lists that go with corpora, as `mulrel kb build` takes them. */
  redirects?: string[];
  surfaces?: string[];
  popularity?: string[];
  titles?: string[];
  wikidata?: string[];
  /** Word vectors in any format that `mulrel vectors import` reads. Left out: those of `model`, or trained on the corpora, or the shipped ones. */
  words?: string;
  /** Entity vectors in the order of `kb`. Left out: trained from the entities' texts. */
  entities?: string;
  /** Annotated documents in any format: they teach, and some of them judge. */
  annotated?: string[];
  /** Prepared folders with parts "train" and "dev", in the same word vectors, whose texts nobody may pass on. */
  numbers?: string[];
  /** A linker whose words and parameters are taken over: for a newer knowledge base, nothing is trained. */
  model?: string;
  /** A linker whose knowledge base, words and vectors are taken as they are: its parameters and its confidence are made anew, or with `model` its confidence alone. Goes with documents that teach; `words` are then those that `numbers` are in. */
  parts?: string;
  /** A finished training run whose parameters are taken. */
  run?: string;
  /** Weights that score stretches of text as names, trained with the same words (`scripts/train-names.mjs`). */
  nameScorer?: string;
  /** Markdown that is put at the end of the linker's card: terms of the sources, limits. */
  notes?: string;
}

export interface MakeSettings {
  name: string;
  language: string;
  seed: number;
  /** Entities and words in the linker, at most. */
  entityCount: number;
  wordCount: number;
  storage: LinkerStorage;
  /** Keep the entities' first sentences. */
  descriptions: boolean;
  /** Pages with links that teach, at most. */
  pages: number;
  /** Links that a title without a page needs to become an entity. */
  minLinks: number;
  /** Which candidates of a name the linker looks at; training looks at six by prior and six by context at least. */
  selection: SelectionSettings;
  context: ContextSettings;
  /** Links less likely than this are NIL: where names are found, and where the caller vouches for them. */
  nil: number;
  nilGiven: number;
  /** How names are found; "auto" looks at annotated documents and descriptions: does a catalogue have proper names or words? */
  names: "auto" | NameSettings["by"];
  /** Runs from the same start values, each with a seed of its own; the one in the middle on held-out documents is kept. */
  runs: number;
  /** Relations that are set here, or word vectors of one's own, make training start anew instead of from a linker's parameters. */
  training: TrainingInput;
}

/**
 * What holds for all that is not set.
 *
 * ```ts
 * import { defaultMakeSettings } from "mulrel/train";
 *
 * console.log(defaultMakeSettings.nil);
 * ```
 */
export const defaultMakeSettings: MakeSettings = {
  name: "own",
  language: "en",
  seed: 1,
  entityCount: 10_000_000,
  wordCount: 400_000,
  storage: "int8",
  descriptions: true,
  pages: 2200,
  minLinks: 1,
  // context tells more than the prior which are worth a look; a name by rule is told from a name by chance (docs/results.md)
  selection: { ...defaultSelection, byPrior: 3, byContext: 5, leastPrior: 1e-5 },
  context: defaultContextSettings,
  nil: 0.1,
  nilGiven: 0.05,
  names: "auto",
  runs: 1,
  training: {
    model: { normalization: "both", padding: true, evidence: MODEL_EVIDENCE },
    averaging: 0.9999,
    missingGold: "keep",
    // a rate that falls to almost nothing leaves less to chance than one that stays (docs/design.md)
    schedule: { rate: 1e-3, lowRate: 2e-5, evaluateEvery: 1, falls: true, mostEpochs: 6 },
  },
};

export interface MakeOptions {
  out: string;
  /** Folder of the artefacts between; `OUT.work` when left out. It is kept, so that a second call redoes only what changed. */
  work?: string;
  sources: MakeSources;
  settings?: Partial<MakeSettings>;
  /** Threads; one for each processor when left out. */
  workers?: number;
  /** Ceiling for counting and sorting while the knowledge base is built; bytes. */
  memory?: number;
  onProgress?: OnProgress;
  onWarning?: (sentence: string) => void;
  onStep?: (step: PlannedStep, place: number, all: number) => void;
  signal?: AbortSignal;
  /** Seconds from any fixed moment, for the records of how long steps took. */
  now?: () => number;
}
