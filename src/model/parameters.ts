/** The model's parameters: one flat buffer, with the published code's names for its parts. */
import { LinkingError } from "../errors.js";
import { widthOf } from "../math/graph-layout.js";
import type { Random } from "../math/random.js";
import { type ModelConfig, usesMentionFeatures, usesRelations } from "./config.js";

export interface ParameterShape {
  name: ParameterName;
  shape: number[];
  /** Index of its first number in the flat buffer. */
  offset: number;
  size: number;
}

/**
 * att_mat_diag A, tok_score_mat_diag B, rel_embs R, ew_embs D, ctx_layer.0 W and b of f, score_combine.0/.2 the two layers
 * of g, pad_ent_emb and pad_ctx_vec the padding mention's entity and f.
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
  | "pad_ent_emb"
  | "pad_ctx_vec";

export interface ParameterLayout {
  parts: ParameterShape[];
  /** Length of the flat buffer. */
  size: number;
  /** A part by its name; throws when the variant has no such part. */
  partOf(name: ParameterName): ParameterShape;
  offsetOf(name: ParameterName): number;
  has(name: ParameterName): boolean;
}

/** Parts and their places for one variant. Each part begins at a multiple of 4, so that vectors load aligned. */
export function layOutParameters(config: ModelConfig): ParameterLayout {
  const { dims: d, hidden, relations } = config;
  const wanted: [ParameterName, number[]][] = [
    ["att_mat_diag", [d]],
    ["tok_score_mat_diag", [d]],
    ["score_combine.0.weight", [hidden, 2]],
    ["score_combine.0.bias", [hidden]],
    ["score_combine.2.weight", [1, hidden]],
    ["score_combine.2.bias", [1]],
  ];
  if (usesRelations(config)) wanted.push(["rel_embs", [relations, d]]);
  if (usesMentionFeatures(config)) {
    wanted.push(["ew_embs", [relations, d]], ["ctx_layer.0.weight", [d, 3 * d]], ["ctx_layer.0.bias", [d]]);
    if (config.padding) wanted.push(["pad_ctx_vec", [1, d]]);
  }
  if (config.padding) wanted.push(["pad_ent_emb", [1, d]]);

  const parts: ParameterShape[] = [];
  let offset = 0;
  for (const [name, shape] of wanted) {
    const size = shape.reduce((a, b) => a * b, 1);
    parts.push({ name, shape, offset, size });
    offset += widthOf(size);
  }
  const byName = new Map(parts.map((p) => [p.name, p]));
  const partOf = (name: ParameterName) => {
    const part = byName.get(name);
    if (!part) {
      throw new LinkingError(
        "bad-input",
        `A ${config.normalization} model with padding ${config.padding ? "on" : "off"} has no parameter ${name}.`,
      );
    }
    return part;
  };
  return {
    parts,
    size: offset,
    has: (name) => byName.has(name),
    partOf,
    offsetOf: (name) => partOf(name).offset,
  };
}

/** Standard deviations of the start values (spec section 9). */
export interface StartValues {
  /** Around 1 for R_1 and around 0 for the other R and for D. The paper says 0.1, the published code 0.01 for ment-norm. */
  relationDeviation: number;
  paddingDeviation: number;
}

export function defaultStartValues(config: ModelConfig): StartValues {
  const small = config.asPublished && config.normalization !== "rel-norm";
  return { relationDeviation: small ? 0.01 : 0.1, paddingDeviation: 0.1 };
}

/** Fills `flat` with start values, drawn part by part in layout order. */
export function initialiseParameters(
  flat: Float32Array | Float64Array,
  layout: ParameterLayout,
  config: ModelConfig,
  random: Random,
  start: StartValues = defaultStartValues(config),
): void {
  const d = config.dims;
  flat.fill(0);
  for (const { name, offset, size } of layout.parts) {
    const fill = (draw: (index: number) => number) => {
      for (let i = 0; i < size; i++) flat[offset + i] = draw(i);
    };
    const uniform = (fanIn: number) => fill(() => (2 * random.uniform() - 1) / Math.sqrt(fanIn));
    switch (name) {
      case "att_mat_diag":
      case "tok_score_mat_diag":
        fill(() => 1);
        break;
      case "rel_embs": {
        const first = config.normalization === "rel-norm" ? 0 : 1;
        fill((i) => random.normal(i < d ? first : 0, start.relationDeviation));
        break;
      }
      case "ew_embs":
        fill(() => random.normal(0, start.relationDeviation));
        break;
      case "pad_ent_emb":
      case "pad_ctx_vec":
        fill(() => random.normal(0, start.paddingDeviation));
        break;
      case "ctx_layer.0.weight":
      case "ctx_layer.0.bias":
        uniform(3 * d);
        break;
      case "score_combine.0.weight":
      case "score_combine.0.bias":
        uniform(2);
        break;
      case "score_combine.2.weight":
      case "score_combine.2.bias":
        uniform(config.hidden);
        break;
    }
  }
}
