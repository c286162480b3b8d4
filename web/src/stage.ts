/** The middle of the page: the linked text with its arcs, or the matrix; what is shown of them, and what they mean. */
import { drawArcs } from "./arcs.js";
import { type CompareActions, drawComparison } from "./compare-view.js";
import { drawConfidenceSlider } from "./confidence-slider.js";
import { h } from "./dom.js";
import { drawLegend, drawRelationChoice, drawTypes, type LegendActions, silence } from "./legend.js";
import { drawMatrix } from "./matrix.js";
import { drawReading } from "./reading.js";
import type { PageState, View } from "./state.js";

export interface StageActions extends LegendActions, CompareActions {
  select(place: number | null, byKey?: boolean): void;
  show(view: View): void;
  showMatrixFrom(name: number): void;
  setThreshold(threshold: number): void;
  copyLink(): void;
  copyJson(): void;
  downloadAnnotations(): void;
}

export function drawStage(place: HTMLElement, state: PageState, actions: StageActions): void {
  if (state.editing || state.text === "") {
    place.replaceChildren();
    return;
  }
  const frame = h("div", { class: "frame", id: "reading", tabindex: "-1" });
  const isText = state.view === "text";
  const isCompared = state.view === "compare";
  const parts = [
    head(state, actions),
    isText ? drawLegend(state, actions) : null,
    isText ? silence(state) : null,
    frame,
    isText ? drawTypes(state, actions) : null,
    isText && state.base.length > 0 ? drawConfidenceSlider(state, actions.setThreshold) : null,
    state.base.length > 0 ? tools(state, actions) : null,
  ];
  place.replaceChildren(...parts.filter((part) => part !== null));
  if (isText) drawText(frame, state, actions);
  else if (isCompared) frame.append(drawComparison(state, actions));
  else frame.append(drawMatrix(state, actions.select, actions.showMatrixFrom));
  frame.classList.toggle("wide", !isText);
}

function drawText(frame: HTMLElement, state: PageState, actions: StageActions): void {
  frame.append(drawReading(state, actions.select));
  if (state.base.length === 0 && !state.busy) {
    const advice = state.settings.smallLetters
      ? "Another text may have some."
      : "If they are written in small letters, choose “names in small letters too” under Own text.";
    frame.append(h("p", { class: "empty" }, `No names were found in this text. ${advice}`));
  }
  drawArcs(frame, state);
}

function tools(state: PageState, { copyLink, copyJson, downloadAnnotations }: StageActions): HTMLElement {
  const { size } = state.corrections;
  const corrected = size === 0 ? "" : `, ${size} ${size === 1 ? "correction" : "corrections"}`;
  return h(
    "div",
    { class: "tools" },
    h("button", { class: "quiet", type: "button", click: copyLink }, "Copy link"),
    h("button", { class: "quiet", type: "button", click: copyJson }, "Copy JSON"),
    h(
      "button",
      { class: "quiet", type: "button", click: downloadAnnotations },
      `Download annotations${corrected}`,
    ),
  );
}

function head(state: PageState, actions: StageActions): HTMLElement {
  const tab = (view: View, label: string) =>
    h(
      "button",
      {
        type: "button",
        class: "tab",
        id: `view-${view}`,
        "aria-pressed": String(state.view === view),
        click: () => actions.show(view),
      },
      label,
    );
  return h(
    "div",
    { class: "stage-head" },
    h(
      "div",
      { class: "tabs", role: "group", "aria-label": "View" },
      tab("text", "Text"),
      tab("matrix", "Matrix"),
      tab("compare", "Compare"),
    ),
    state.view === "compare" ? null : drawRelationChoice(state, actions),
  );
}
