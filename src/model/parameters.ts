/** The model's parameters: one flat buffer, with the published code's names for its parts, which the layers list. */
import { LinkingError } from "../errors.js";
import { widthOf } from "../math/graph-layout.js";
import type { Random } from "../math/random.js";
import type { ModelConfig } from "./config.js";
import { evidenceParameters } from "./layers/evidence.js";
import { finalScoreParameters } from "./layers/final-score.js";
import type { LayerParameter, ParameterName, StartValues } from "./layers/layer.js";
import { localScoreParameters } from "./layers/local-score.js";
import { mentionFeatureParameters } from "./layers/mention-features.js";
import { paddingEntityParameters, pairScoreParameters } from "./layers/pair-scores.js";
import { relationWeightParameters } from "./layers/relation-weights.js";

export type { ParameterName, StartValues };

export interface ParameterPart extends LayerParameter {
  /** Index of its first number in the flat buffer. */
  offset: number;
  size: number;
}

export interface ParameterLayout {
  parts: ParameterPart[];
  /** Length of the flat buffer. */
  size: number;
  /** A part by its name; throws when the variant has no such part. */
  partOf(name: ParameterName): ParameterPart;
  offsetOf(name: ParameterName): number;
  has(name: ParameterName): boolean;
}

/** In the order of the buffer, in which start values are drawn; checkpoints hold the buffer as it is. */
const LAYERS: ((config: ModelConfig) => LayerParameter[])[] = [
  localScoreParameters,
  finalScoreParameters,
  pairScoreParameters,
  relationWeightParameters,
  mentionFeatureParameters,
  paddingEntityParameters,
  evidenceParameters,
];

/** Parts and their places for one variant. Each part begins at a multiple of 4, so that vectors load aligned. */
export function layOutParameters(config: ModelConfig): ParameterLayout {
  const parts: ParameterPart[] = [];
  let offset = 0;
  for (const parameter of LAYERS.flatMap((parametersOf) => parametersOf(config))) {
    const size = parameter.shape.reduce((a, b) => a * b, 1);
    parts.push({ ...parameter, offset, size });
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

export function defaultStartValues(config: ModelConfig): StartValues {
  const small = config.asPublished && config.normalization !== "rel-norm";
  return { relationDeviation: small ? 0.01 : 0.1, paddingDeviation: 0.1 };
}

/** Fills `flat` with start values, drawn part by part in layout order. */
export function initialiseParameters(
  flat: Float32Array | Float64Array,
  layout: ParameterLayout,
  random: Random,
  values: StartValues,
): void {
  flat.fill(0);
  for (const { start, offset, size } of layout.parts) {
    for (let i = 0; i < size; i++) flat[offset + i] = start(random, i, values);
  }
}
