/**
 * Mention features (docs/model.md, section 4): f = tanh(W [mean left; mean mention; mean right] + b), with dropout while training;
 * the padding mention's f is a parameter.
 */
import { type Address, NONE } from "../../math/kernels.js";
import { type ModelConfig, usesMentionFeatures } from "../config.js";
import { type LayerContext, type LayerParameter, startPadding, startUniform } from "./layer.js";

/** W (d, 3d), b (d) and the padding mention's f (d). */
export function mentionFeatureParameters(config: ModelConfig): LayerParameter[] {
  if (!usesMentionFeatures(config)) return [];
  const d = config.dims;
  const layer: LayerParameter[] = [
    { name: "ctx_layer.0.weight", shape: [d, 3 * d], start: startUniform(3 * d) },
    { name: "ctx_layer.0.bias", shape: [d], start: startUniform(3 * d) },
  ];
  return config.padding ? [...layer, { name: "pad_ctx_vec", shape: [1, d], start: startPadding }] : layer;
}

export interface MentionFeatures {
  /** (mentions, d), the padding mention's last. */
  f: Address;
  /** Before dropout; the same as f without it. */
  activations: Address;
  dropoutSeed: number | undefined;
}

export function mentionFeaturesForward(
  { kernels, config, document, parameter }: LayerContext,
  dropoutSeed: number | undefined,
): MentionFeatures {
  const d = config.dims;
  const n = document.positions.length;
  const f = kernels.alloc(document.mentions * d);
  kernels.tanhLayer({
    y: f,
    x: document.surroundings,
    w: parameter("ctx_layer.0.weight"),
    b: parameter("ctx_layer.0.bias"),
    rows: n,
    inputs: 3 * d,
    outputs: d,
  });
  let activations = f;
  if (dropoutSeed !== undefined) {
    activations = kernels.alloc(n * d);
    kernels.copy(activations, f, n * d);
    kernels.dropout({ y: f, x: activations, count: n * d, rate: config.dropout, seed: dropoutSeed });
  }
  if (document.padding >= 0) kernels.copy(f + document.padding * d, parameter("pad_ctx_vec"), d);
  return { f, activations, dropoutSeed };
}

/** `df` is overwritten. */
export function mentionFeaturesBackward(layer: LayerContext, features: MentionFeatures, df: Address): void {
  const { kernels, config, document, parameter, gradient } = layer;
  const d = config.dims;
  const n = document.positions.length;
  if (document.padding >= 0) {
    kernels.addScaled(gradient("pad_ctx_vec"), df + document.padding * d, 1, d);
  }
  if (features.dropoutSeed !== undefined) {
    kernels.dropout({ y: df, x: df, count: n * d, rate: config.dropout, seed: features.dropoutSeed });
  }
  kernels.tanhLayerBackward({
    dx: NONE,
    dw: gradient("ctx_layer.0.weight"),
    db: gradient("ctx_layer.0.bias"),
    dy: df,
    y: features.activations,
    x: document.surroundings,
    w: parameter("ctx_layer.0.weight"),
    rows: n,
    inputs: 3 * d,
    outputs: d,
  });
}
