/**
 * What else speaks for a candidate, beyond the paper (docs/model.md, section 7): h(e) = tanh(V x(e) + c) of its evidence x, and
 * log p̂(e) + U₁ h(e) goes into g instead of log p̂(e), Ψ(e) + U₂ h(e) into the beliefs instead of Ψ(e). U starts at zero: then it is the paper's model.
 */
import { type Address, NONE } from "../../math/kernels.js";
import { type ModelConfig, usesEvidence } from "../config.js";
import { type LayerContext, type LayerParameter, startAtZero, startUniform } from "./layer.js";

/** V (units, evidence), c (units) and U (2, units). A constant behind U would be the same for every candidate. */
export function evidenceParameters(config: ModelConfig): LayerParameter[] {
  if (!usesEvidence(config)) return [];
  const { evidence, evidenceUnits: units } = config;
  return [
    { name: "evidence.0.weight", shape: [units, evidence], start: startUniform(evidence) },
    { name: "evidence.0.bias", shape: [units], start: startUniform(evidence) },
    { name: "evidence.2.weight", shape: [2, units], start: startAtZero },
  ];
}

export interface Evidence {
  /** (candidates): log p̂ with what the evidence adds. */
  logPriors: Address;
  /** (scored, units) */
  h: Address;
  /** Length of the candidate index without the padding mention. */
  scored: number;
}

/** Adds into psi (candidates) where there is one. */
export function evidenceForward(layer: LayerContext, psi: Address | undefined): Evidence {
  const { kernels, config, document, parameter } = layer;
  const { evidence: inputs, evidenceUnits: units } = config;
  const scored = document.padding >= 0 ? document.starts[document.padding] : document.candidates;
  const logPriors = kernels.alloc(document.candidates);
  kernels.copy(logPriors, document.logPriors, document.candidates);
  const h = kernels.alloc(scored * units);
  kernels.tanhLayer({
    y: h,
    x: document.evidence,
    w: parameter("evidence.0.weight"),
    b: parameter("evidence.0.bias"),
    rows: scored,
    inputs,
    outputs: units,
  });
  const mark = kernels.mark();
  const added = kernels.alloc(2 * scored);
  kernels.matmulNT({
    out: added,
    ldo: scored,
    a: parameter("evidence.2.weight"),
    lda: units,
    b: h,
    ldb: units,
    m: 2,
    n: scored,
    k: units,
    diag: NONE,
    accumulate: false,
  });
  kernels.addScaled(logPriors, added, 1, scored);
  if (psi !== undefined) kernels.addScaled(psi, added + scored, 1, scored);
  kernels.release(mark);
  return { logPriors, h, scored };
}

/** dlogPriors and dpsi (candidates); no dpsi in the oracle, which has no Ψ. */
export function evidenceBackward(
  layer: LayerContext,
  { h, scored }: Evidence,
  dlogPriors: Address,
  dpsi: Address | undefined,
): void {
  const { kernels, config, document, parameter, gradient } = layer;
  const { evidence: inputs, evidenceUnits: units } = config;
  const mark = kernels.mark();
  const dadded = kernels.allocZero(2 * scored);
  kernels.copy(dadded, dlogPriors, scored);
  if (dpsi !== undefined) kernels.copy(dadded + scored, dpsi, scored);
  const whole = { ldo: units, ldb: units, n: units, diag: NONE };
  kernels.matmulNN({
    out: gradient("evidence.2.weight"),
    a: dadded,
    lda: scored,
    b: h,
    m: 2,
    k: scored,
    accumulate: true,
    ...whole,
  });
  const dh = kernels.alloc(scored * units);
  kernels.matmulTN({
    out: dh,
    a: dadded,
    lda: scored,
    b: parameter("evidence.2.weight"),
    m: scored,
    k: 2,
    accumulate: false,
    ...whole,
  });
  kernels.tanhLayerBackward({
    dx: NONE,
    dw: gradient("evidence.0.weight"),
    db: gradient("evidence.0.bias"),
    dy: dh,
    y: h,
    x: document.evidence,
    w: parameter("evidence.0.weight"),
    rows: scored,
    inputs,
    outputs: units,
  });
  kernels.release(mark);
}
