/** Mention features f = tanh(W [left; mention; right] + b) with dropout, and the padding mention's own (spec section 4). */
import { type Address, type Kernels, NONE } from "../math/kernels.js";
import type { ModelConfig } from "./config.js";
import type { EncodedDocument } from "./encode-document.js";
import type { ParameterLayout } from "./parameters.js";

export interface MentionFeatures {
  /** (mentions, d), the padding mention's last. */
  f: Address;
  /** Before dropout; the same as f without it. */
  activations: Address;
  dropoutSeed: number | undefined;
}

export function mentionFeaturesForward(
  kernels: Kernels,
  config: ModelConfig,
  layout: ParameterLayout,
  parameters: Address,
  document: EncodedDocument,
  dropoutSeed: number | undefined,
): MentionFeatures {
  const d = config.dims;
  const n = document.positions.length;
  const f = kernels.alloc(document.mentions * d);
  kernels.tanhLayer({
    y: f,
    x: document.surroundings,
    w: parameters + layout.offsetOf("ctx_layer.0.weight"),
    b: parameters + layout.offsetOf("ctx_layer.0.bias"),
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
  if (document.padding >= 0) {
    kernels.copy(f + document.padding * d, parameters + layout.offsetOf("pad_ctx_vec"), d);
  }
  return { f, activations, dropoutSeed };
}

/** Adds into the gradients of W, b and the padding feature. `df` is overwritten. */
export function mentionFeaturesBackward(
  kernels: Kernels,
  config: ModelConfig,
  layout: ParameterLayout,
  parameters: Address,
  gradients: Address,
  document: EncodedDocument,
  features: MentionFeatures,
  df: Address,
): void {
  const d = config.dims;
  const n = document.positions.length;
  if (document.padding >= 0) {
    kernels.addScaled(gradients + layout.offsetOf("pad_ctx_vec"), df + document.padding * d, 1, d);
  }
  if (features.dropoutSeed !== undefined) {
    kernels.dropout({ y: df, x: df, count: n * d, rate: config.dropout, seed: features.dropoutSeed });
  }
  kernels.tanhLayerBackward({
    dx: NONE,
    dw: gradients + layout.offsetOf("ctx_layer.0.weight"),
    db: gradients + layout.offsetOf("ctx_layer.0.bias"),
    dy: df,
    y: features.activations,
    x: document.surroundings,
    w: parameters + layout.offsetOf("ctx_layer.0.weight"),
    rows: n,
    inputs: 3 * d,
    outputs: d,
  });
}
