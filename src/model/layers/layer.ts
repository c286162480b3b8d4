/**
 * What the layers of the model have in common. A layer is one file: its equation, its parameters with their start values, its
 * forward, whose record holds all its backward needs, and its backward, which takes the gradient of what came out, adds
 * into the gradients of its parameters and gives back the gradient of what went in.
 */
import { LinkingError } from "../../errors.js";
import type { Address, Kernels } from "../../math/kernels.js";
import type { Random } from "../../math/random.js";
import type { ModelConfig } from "../config.js";
import type { EncodedDocument } from "../encode-document.js";

/** What a layer works on: one document in kernel memory, the settings, and where parameters and their gradients lie. */
export interface LayerContext {
  readonly kernels: Kernels;
  readonly config: ModelConfig;
  readonly document: EncodedDocument;
  parameter(name: ParameterName): Address;
  /** Where a parameter's gradient is added up; only while training. */
  gradient(name: ParameterName): Address;
}

/**
 * The published code's names. att_mat_diag A, tok_score_mat_diag B, rel_embs R, ew_embs D, ctx_layer.0 W and b of f,
 * score_combine.0/.2 the two layers of g, evidence.0/.2 those that weigh evidence (our own), pad_ent_emb and pad_ctx_vec the padding mention's entity and f.
 */
export type ParameterName =
  | "att_mat_diag"
  | "tok_score_mat_diag"
  | "rel_embs"
  | "ew_embs"
  | "ctx_layer.0.weight"
  | "ctx_layer.0.bias"
  | "score_combine.0.weight"
  | "score_combine.0.bias"
  | "score_combine.2.weight"
  | "score_combine.2.bias"
  | "evidence.0.weight"
  | "evidence.0.bias"
  | "evidence.2.weight"
  | "pad_ent_emb"
  | "pad_ctx_vec";

/** Standard deviations of the start values (docs/model.md, section 9). */
export interface StartValues {
  /** Around 1 for R_1 and around 0 for the other R and for D. The paper says 0.1, the published code 0.01 for ment-norm. */
  relationDeviation: number;
  paddingDeviation: number;
}

/** Draws the number at `index` of a parameter. */
export type DrawStart = (random: Random, index: number, values: StartValues) => number;

export interface LayerParameter {
  name: ParameterName;
  shape: number[];
  start: DrawStart;
}

export const startAtOne: DrawStart = () => 1;
export const startAtZero: DrawStart = () => 0;

/** Uniform ±1/√fan-in. */
export function startUniform(fanIn: number): DrawStart {
  return (random) => (2 * random.uniform() - 1) / Math.sqrt(fanIn);
}

export const startPadding: DrawStart = (random, _, { paddingDeviation }) =>
  random.normal(0, paddingDeviation);

/** The message kernels pass over NaN, so what goes into them is looked at as well as what comes out. */
export function checkFinite({ kernels, document }: LayerContext, at: Address, count: number): void {
  if (kernels.allFinite(at, count)) return;
  throw new LinkingError(
    "not-a-number",
    `The scores of a document of ${document.documentMentions} mentions came out as NaN or infinity; check the vector tables and the parameters for such values, or train with a lower rate.`,
  );
}
