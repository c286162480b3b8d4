/** Every setting of the model, its default, and what values it takes. */
import { LinkingError } from "../errors.js";

/**
 * How relation weights α are normalised (docs/model.md, section 4): over mentions, over relations, by both at once,
 * all equal (Ganea & Hofmann 2017), or no relations at all (each mention alone).
 */
export type Normalization = "ment-norm" | "rel-norm" | "both" | "uniform" | "local";

export interface ModelConfig {
  normalization: Normalization;
  /** K, the number of latent relations. */
  relations: number;
  /** One more mention, whose f and whose only entity are parameters, to soak up weight nobody else deserves. */
  padding: boolean;
  /**
   * rel-norm: Φ times 2 / (mentions − 1), so that a mention hears as much in a long document as in a short one, which the other
   * variants have by their α. The paper leaves it out.
   */
  evenInfluence: boolean;
  /** d, the length of word and entity vectors. */
  dims: number;
  /** Hidden units of the final score g. */
  hidden: number;
  /** Context words that the local score attends to. */
  topWords: number;
  /** Rounds of belief propagation. */
  loops: number;
  /** δ: the share of the new message in the mixed one. */
  messageMix: number;
  /** γ of the ranking loss. */
  margin: number;
  /** s: above 0, training makes the gold entities likely, by a softmax of s ρ over the candidates, and γ counts for nothing; 0: the ranking loss. */
  sharpness: number;
  /**
   * How much more a long document counts in training: its loss, a mean over mentions, times (mentions / 20) to this power. 0: all
   * documents count alike (the published code); 1: all mentions do (the paper).
   */
  lengthWeight: number;
  /** λ: how strongly relations are pushed apart. */
  diversity: number;
  /** Dropout on f while training. */
  dropout: number;
  /** Longer documents keep for each mention only this many strongest neighbours per relation. */
  neighbours: number;
  /** Numbers that speak for a candidate beside its vector and its prior; 0 in the paper. */
  evidence: number;
  /** Hidden units that weigh them. */
  evidenceUnits: number;
  /** Do what the published code does where it differs from the paper. */
  asPublished: boolean;
}

export const defaultConfig: ModelConfig = {
  normalization: "ment-norm",
  relations: 3,
  padding: true,
  evenInfluence: false,
  dims: 100,
  hidden: 100,
  topWords: 25,
  loops: 10,
  messageMix: 0.3,
  margin: 0.01,
  sharpness: 0,
  lengthWeight: 0,
  diversity: 1e-7,
  dropout: 0.3,
  neighbours: 100,
  evidence: 0,
  evidenceUnits: 16,
  asPublished: false,
};

const WHOLE_FROM_1 = ["relations", "dims", "hidden", "topWords", "neighbours", "evidenceUnits"] as const;

/** Fills in defaults and refuses what cannot work. */
export function createConfig(settings: Partial<ModelConfig> = {}): ModelConfig {
  for (const name of Object.keys(settings)) {
    if (!(name in defaultConfig)) {
      throw new LinkingError(
        "bad-input",
        `The model has no setting "${name}"; it has ${Object.keys(defaultConfig).join(", ")}.`,
      );
    }
  }
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const config: ModelConfig = { ...defaultConfig, ...given };
  if (!usesRelations(config)) config.padding = false;
  if (config.normalization === "rel-norm") config.padding = false;
  else config.evenInfluence = false;
  if (config.normalization === "uniform") Object.assign(config, { relations: 1, padding: false });
  const isWhole = (name: keyof ModelConfig, least: number) =>
    demand(
      Number.isInteger(config[name]) && (config[name] as number) >= least,
      name,
      config,
      `a whole number of at least ${least}`,
    );
  for (const name of WHOLE_FROM_1) isWhole(name, 1);
  for (const name of ["loops", "evidence"] as const) isWhole(name, 0);
  demand(config.messageMix > 0 && config.messageMix <= 1, "messageMix", config, "above 0 and at most 1");
  demand(config.dropout >= 0 && config.dropout < 1, "dropout", config, "at least 0 and below 1");
  demand(Number.isFinite(config.margin) && config.margin >= 0, "margin", config, "at least 0");
  demand(Number.isFinite(config.sharpness) && config.sharpness >= 0, "sharpness", config, "at least 0");
  const { lengthWeight } = config;
  demand(lengthWeight >= 0 && lengthWeight <= 1, "lengthWeight", config, "from 0 to 1");
  demand(Number.isFinite(config.diversity), "diversity", config, "a number");
  demand(
    ["ment-norm", "rel-norm", "both", "uniform", "local"].includes(config.normalization),
    "normalization",
    config,
    "one of ment-norm, rel-norm, both, uniform, local",
  );
  return config;
}

function demand(holds: boolean, name: keyof ModelConfig, config: ModelConfig, wanted: string): void {
  if (!holds) {
    throw new LinkingError(
      "bad-input",
      `The model setting ${name} is ${JSON.stringify(config[name])}; it must be ${wanted}.`,
    );
  }
}

/** Whether mentions talk to each other at all. */
export function usesRelations(config: ModelConfig): boolean {
  return config.normalization !== "local";
}

/** Whether weights α are computed from mention features f (and so W, b and D are parameters). */
export function usesMentionFeatures(config: ModelConfig): boolean {
  return ["ment-norm", "rel-norm", "both"].includes(config.normalization);
}

/** Whether candidates bring evidence beside their vectors and priors. */
export function usesEvidence(config: ModelConfig): boolean {
  return config.evidence > 0;
}
