/** How sure a link must be, with what that was worth on held-out text. */
import { h, percent } from "./dom.js";
import type { PageState } from "./state.js";

export interface HeldOutPrecision {
  threshold: number;
  precision: number;
  recall: number;
}

/** The row of the model card's curve that holds for a threshold. */
export function precisionFor(curve: HeldOutPrecision[], threshold: number): HeldOutPrecision | undefined {
  return curve.findLast((row) => row.threshold <= threshold + 1e-9);
}

export function drawConfidenceSlider(state: PageState, set: (threshold: number) => void): HTMLElement | null {
  const { precisions = [], nil = 0 } = state.model;
  if (precisions.length === 0) return null;
  const threshold = state.threshold ?? nil;
  const row = precisionFor(precisions, threshold);
  const meaning = row
    ? `on held-out text ${percent(row.precision)} of such links were right, ${percent(row.recall)} of the right ones kept`
    : "";
  return h(
    "div",
    { class: "confidence" },
    h("label", { for: "confidence" }, `Links at least ${percent(threshold)} sure`),
    h("input", {
      id: "confidence",
      type: "range",
      min: 0,
      max: 99,
      step: 1,
      value: Math.round(threshold * 100),
      "aria-valuetext": `${percent(threshold)} sure: ${meaning}`,
      input: (event) => set(Number((event.target as HTMLInputElement).value) / 100),
    }),
    h("output", { for: "confidence", class: "hint" }, meaning),
  );
}
