/** The experiments behind the paper's tables and figures: which models, and what others got with them. */
import type { ModelConfig } from "../model/config.js";
import { createTrainingSettings, type TrainingInput } from "../training/settings.js";
import { type PlannedRun, runsOf } from "../training/train-all.js";
import type { DataPlace } from "../training/training-data.js";

export interface PaperModel {
  name: string;
  title: string;
  model: Partial<ModelConfig>;
  oracle?: boolean;
  /** Trained, too, as the published code does it. */
  publishedTraining?: boolean;
  /** Dev F1 of the published code on the AIDA features, one run: its best evaluation and its mean after the rate change. */
  published?: { best: number; mean: string };
  /** AIDA-B in the paper (its tables 1 and 2; figure 3 for the oracle). */
  paper?: string;
}

export const paperModels: PaperModel[] = [
  {
    name: "ment-norm-k3",
    title: "ment-norm (K = 3)",
    model: { normalization: "ment-norm", relations: 3, padding: true },
    published: { best: 92.6, mean: "91.6 ± 0.5" },
    paper: "93.07 ± 0.27",
  },
  {
    name: "ment-norm-k3-as-published",
    title: "ment-norm (K = 3), --as-published",
    model: { normalization: "ment-norm", relations: 3, padding: true },
    publishedTraining: true,
    published: { best: 92.6, mean: "91.6 ± 0.5" },
    paper: "93.07 ± 0.27",
  },
  {
    name: "ment-norm-k1",
    title: "ment-norm (K = 1)",
    model: { normalization: "ment-norm", relations: 1, padding: true },
    published: { best: 92.7, mean: "92.4 ± 0.2" },
    paper: "92.89 ± 0.21",
  },
  {
    name: "ment-norm-no-pad",
    title: "ment-norm (no pad)",
    model: { normalization: "ment-norm", relations: 3, padding: false },
    paper: "92.37 ± 0.26",
  },
  {
    name: "rel-norm-k6",
    title: "rel-norm (K = 6)",
    model: { normalization: "rel-norm", relations: 6 },
    published: { best: 92.5, mean: "92.2 ± 0.2" },
    paper: "92.41 ± 0.19",
  },
  {
    name: "rel-norm-k6-uneven",
    title: "rel-norm (K = 6), influence as in the paper",
    model: { normalization: "rel-norm", relations: 6, evenInfluence: false },
    paper: "92.41 ± 0.19",
  },
  {
    name: "both-k3",
    title: "both norms (K = 3), no pad: the default",
    model: { normalization: "both", relations: 3, padding: false },
  },
  {
    name: "agnostic",
    title: "relation-agnostic (Ganea & Hofmann)",
    model: { normalization: "uniform" },
    paper: "92.22 ± 0.14",
  },
  { name: "local", title: "local only", model: { normalization: "local" } },
];

/** The one that `mulrel train` trains when nobody says otherwise. */
export const DEFAULT_MODEL = "both-k3";

/** F1 on the paper's test sets (its tables 1 and 2), by the names prepared parts should have. */
export const paperTests: Record<string, Record<string, string>> = {
  "aida-b": {
    agnostic: "92.22",
    "rel-norm-k6": "92.41",
    "ment-norm-k3": "93.07",
    "ment-norm-k1": "92.89",
    "ment-norm-no-pad": "92.37",
  },
  msnbc: {
    agnostic: "93.7",
    "rel-norm-k6": "92.2",
    "ment-norm-k3": "93.9",
    "ment-norm-k1": "93.2",
    "ment-norm-no-pad": "93.6",
  },
  aquaint: {
    agnostic: "88.5",
    "rel-norm-k6": "86.7",
    "ment-norm-k3": "88.3",
    "ment-norm-k1": "88.4",
    "ment-norm-no-pad": "87.8",
  },
  ace2004: {
    agnostic: "88.5",
    "rel-norm-k6": "87.9",
    "ment-norm-k3": "89.9",
    "ment-norm-k1": "88.9",
    "ment-norm-no-pad": "90.0",
  },
  clueweb: {
    agnostic: "77.9",
    "rel-norm-k6": "75.2",
    "ment-norm-k3": "77.5",
    "ment-norm-k1": "77.0",
    "ment-norm-no-pad": "77.0",
  },
  wikipedia: {
    agnostic: "77.5",
    "rel-norm-k6": "76.4",
    "ment-norm-k3": "78.0",
    "ment-norm-k1": "77.2",
    "ment-norm-no-pad": "77.3",
  },
};

/** Figure 3: each model trained and asked with the others' gold entities told. */
export const oracleModels: PaperModel[] = [
  {
    name: "oracle-agnostic",
    title: "oracle, relation-agnostic",
    model: { normalization: "uniform" },
    oracle: true,
    paper: "93.19",
  },
  {
    name: "oracle-rel-norm-k6",
    title: "oracle, rel-norm (K = 6)",
    model: { normalization: "rel-norm", relations: 6 },
    oracle: true,
    paper: "94.15",
  },
  {
    name: "oracle-rel-norm-k6-diagonal",
    title: "oracle, rel-norm (K = 6), told its own answer as published",
    model: { normalization: "rel-norm", relations: 6, asPublished: true },
    oracle: true,
    paper: "94.15",
  },
  {
    name: "oracle-ment-norm-k1",
    title: "oracle, ment-norm (K = 1)",
    model: { normalization: "ment-norm", relations: 1, padding: true },
    oracle: true,
    paper: "93.67",
  },
  {
    name: "oracle-ment-norm-k3",
    title: "oracle, ment-norm (K = 3)",
    model: { normalization: "ment-norm", relations: 3, padding: true },
    oracle: true,
    paper: "94.34",
  },
  {
    name: "oracle-both-k3",
    title: "oracle, both norms (K = 3), no pad: the default",
    model: { normalization: "both", relations: 3, padding: false },
    oracle: true,
  },
];

export interface PaperRounds {
  seeds: number;
  /** Documents of train and dev in this many folds; the parts as they are when left out. */
  folds?: number;
}

/** Seeds (and folds) of every model, round by round, so that a table is there early and fills up. */
export function planPaper(
  models: PaperModel[],
  data: DataPlace,
  dims: number,
  { seeds, folds }: PaperRounds,
  input: TrainingInput = {},
): PlannedRun[] {
  return runsOf(input.seed ?? 1, seeds, folds).flatMap(({ name, seed, fold }) =>
    models.map((m) => ({
      name: `${m.name}/${name}`,
      data: fold ? { ...data, fold } : data,
      settings: settingsFor(m, dims, seed, input),
    })),
  );
}

/** A model that is asked to differ in what it computes only (`asPublished`) still trains as all the others do. */
function settingsFor(m: PaperModel, dims: number, seed: number, input: TrainingInput) {
  const { asPublished, ...model } = { dims, ...input.model, ...m.model };
  const trainsAsPublished = m.publishedTraining || input.model?.asPublished;
  const settings = createTrainingSettings({
    ...input,
    model: { ...model, asPublished: trainsAsPublished },
    oracle: m.oracle ?? false,
    seed,
  });
  return {
    ...settings,
    model: { ...settings.model, asPublished: asPublished ?? settings.model.asPublished },
  };
}
