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

/** What a threshold was worth, in words. */
function meaningOf({ precisions = [] }: PageState["model"], threshold: number): string {
  const row = precisionFor(precisions, threshold);
  return row
    ? `on held-out text ${percent(row.precision)} of such links were right, ${percent(row.recall)} of the right ones kept`
    : "";
}

export function drawConfidenceSlider(state: PageState, set: (threshold: number) => void): HTMLElement | null {
  const { precisions = [], nil = 0 } = state.model;
  if (precisions.length === 0) return null;
  const label = h("label", { for: "confidence" });
  const output = h("output", { for: "confidence", class: "hint" });
  const slider = drawThresholdSlider("confidence", state.threshold ?? nil, {
    preview(threshold) {
      const meaning = meaningOf(state.model, threshold);
      label.textContent = `Links at least ${percent(threshold)} sure`;
      output.textContent = meaning;
      return meaning;
    },
    set,
  });
  return h("div", { class: "confidence" }, label, slider, output);
}

interface ThresholdActions {
  /** Tells what the value means, also while the slider moves. */
  preview(threshold: number): string;
  set(threshold: number): void;
}

/** A slider of confidences: its words follow while it moves, the page when it is let go, since drawing anew would take it from the hand. */
export function drawThresholdSlider(
  id: string,
  threshold: number,
  actions: ThresholdActions,
): HTMLInputElement {
  const chosen = () => Number(slider.value) / 100;
  const tell = (value: number) => {
    const meaning = actions.preview(value);
    slider.setAttribute("aria-valuetext", `${percent(value)} sure${meaning ? `: ${meaning}` : ""}`);
  };
  const slider = h("input", {
    id,
    type: "range",
    min: 0,
    max: 99,
    step: 1,
    value: Math.round(threshold * 100),
    input: () => tell(chosen()),
    change: () => actions.set(chosen()),
  });
  tell(threshold);
  return slider;
}
