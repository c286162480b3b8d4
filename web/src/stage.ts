/** The middle of the page: the linked text with its arcs, or the matrix; and which relation is shown. */
import { drawArcs } from "./arcs.js";
import { h, withProperties } from "./dom.js";
import { drawMatrix } from "./matrix.js";
import { drawReading } from "./reading.js";
import { type PageState, relationCount, type View } from "./state.js";

export interface StageActions {
  select(place: number | null): void;
  show(view: View): void;
  showRelation(relation: number): void;
  copyLink(): void;
  copyJson(): void;
}

export function drawStage(place: HTMLElement, state: PageState, actions: StageActions): void {
  if (state.editing || state.text === "") {
    place.replaceChildren();
    return;
  }
  const frame = h("div", { class: "frame", id: "reading", tabindex: "-1" });
  place.replaceChildren(tabs(state, actions), frame, tools(actions));
  if (state.view === "matrix") frame.append(drawMatrix(state, actions.select));
  else {
    frame.append(drawReading(state, actions.select));
    if (state.base.length === 0 && !state.busy) {
      frame.append(h("p", { class: "empty" }, "No names were found in this text."));
    }
    drawArcs(frame, state);
  }
}

function tools({ copyLink, copyJson }: StageActions): HTMLElement {
  return h(
    "div",
    { class: "tools" },
    h("button", { class: "quiet", type: "button", click: copyLink }, "Copy link"),
    h("button", { class: "quiet", type: "button", click: copyJson }, "Copy JSON"),
  );
}

function tabs(state: PageState, actions: StageActions): HTMLElement {
  const tab = (view: View, label: string) =>
    h(
      "button",
      {
        type: "button",
        class: "tab",
        "aria-pressed": String(state.view === view),
        click: () => actions.show(view),
      },
      label,
    );
  const relations = relationCount(state);
  return h(
    "div",
    { class: "stage-head" },
    h(
      "div",
      { class: "tabs", role: "group", "aria-label": "View" },
      tab("text", "Text"),
      tab("matrix", "Matrix"),
    ),
    relations > 1 ? relationChoice(state, relations, actions) : null,
  );
}

function relationChoice(state: PageState, relations: number, actions: StageActions): HTMLElement {
  const choice = (relation: number, label: string) =>
    withProperties(
      h(
        "button",
        {
          type: "button",
          class: "relation",
          "aria-pressed": String(state.relation === relation),
          click: () => actions.showRelation(relation),
        },
        h("i", { "aria-hidden": "true" }),
        label,
      ),
      { "--relation": relation < 0 ? "var(--ink-soft)" : `var(--relation-${relation % 7})` },
    );
  return h(
    "div",
    { class: "relations", role: "group", "aria-label": "Relation" },
    choice(-1, "all relations"),
    ...Array.from({ length: relations }, (_, k) => choice(k, String(k + 1))),
  );
}
