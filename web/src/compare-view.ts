/** Two settings side by side: each with its switches and its text, and a list of where they differ. */
import type { LinkJson } from "../../src/formats/links/link-json.js";
import {
  type ComparedSettings,
  type ComparedSide,
  type Difference,
  differencesOf,
  linksOf,
} from "./comparison.js";
import { drawThresholdSlider } from "./confidence-slider.js";
import { h, percent, withProperties } from "./dom.js";
import type { PageState } from "./state.js";

export interface CompareActions {
  /** Changes one side's settings. */
  setSide(side: number, settings: Partial<ComparedSettings>): void;
}

const LETTERS = ["A", "B"];

export function drawComparison(state: PageState, actions: CompareActions): HTMLElement {
  const { comparison } = state;
  const [left, right] = comparison.map(linksOf);
  const isReady = comparison.every(({ links }) => links !== null);
  const differences = isReady ? differencesOf(left, right) : [];
  return h(
    "div",
    { class: "comparison" },
    h("p", { class: "hint", role: "status" }, isReady ? summary(left, right, differences) : "Linking …"),
    differences.length > 0 ? differenceTable(differences) : null,
    h(
      "div",
      { class: "sides" },
      ...comparison.map((side, i) =>
        drawSide(state, i, { side, links: [left, right][i], differences, actions }),
      ),
    ),
  );
}

function summary(left: LinkJson[], right: LinkJson[], { length }: Difference[]): string {
  const linked = (links: LinkJson[]) => links.filter((link) => link.entity).length;
  const differ =
    length === 0 ? "no difference" : `${length} ${length === 1 ? "place differs" : "places differ"}`;
  return `A links ${linked(left)}, B ${linked(right)}: ${differ}.`;
}

function differenceTable(differences: Difference[]): HTMLElement {
  const rows = differences.map(({ mention, meanings }) =>
    h("tr", {}, h("th", { scope: "row" }, mention), ...meanings.map((meaning) => h("td", {}, meaning))),
  );
  const heads = ["Name", ...LETTERS].map((label) => h("th", { scope: "col" }, label));
  return h(
    "div",
    { class: "differences", tabindex: 0, role: "region", "aria-label": "Where the two differ" },
    h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)),
  );
}

interface SideView {
  side: ComparedSide;
  links: LinkJson[];
  differences: Difference[];
  actions: CompareActions;
}

function drawSide(
  state: PageState,
  number: number,
  { side, links, differences, actions }: SideView,
): HTMLElement {
  const letter = LETTERS[number];
  const { settings } = side;
  const set = (changes: Partial<ComparedSettings>) => actions.setSide(number, changes);
  const box = (name: "smallLetters" | "concepts", label: string) =>
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "checkbox",
        id: `${name}-${letter}`,
        checked: settings[name],
        change: (event) => set({ [name]: (event.target as HTMLInputElement).checked }),
      }),
      label,
    );
  const sure = h("span", {});
  const slider = drawThresholdSlider(`threshold-${letter}`, settings.threshold ?? state.model.nil ?? 0, {
    preview(threshold) {
      sure.textContent = `at least ${percent(threshold)} sure`;
      return "";
    },
    set: (threshold) => set({ threshold }),
  });
  return h(
    "section",
    { class: "side", "aria-label": `Setting ${letter}` },
    h("h3", {}, letter),
    h(
      "div",
      { class: "side-settings" },
      box("smallLetters", "names in small letters too"),
      box("concepts", "common nouns too"),
      h("label", { class: "switch", for: `threshold-${letter}` }, sure, slider),
    ),
    comparedText(state.text, links, differences),
  );
}

/** The text with its names; those that the other side has otherwise are framed. */
function comparedText(text: string, links: LinkJson[], differences: Difference[]): HTMLElement {
  const different = new Set(differences.map(({ start, end }) => `${start} ${end}`));
  const body = h("div", { class: "text", dir: "auto" });
  let at = 0;
  for (const { start, end, entity, confidence } of [...links].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    const inside = text.slice(start, end);
    const classes = ["name", "compared"];
    if (!entity) classes.push("nil");
    if (different.has(`${start} ${end}`)) classes.push("changed");
    const label = entity ? `${entity.title}, ${percent(confidence)}` : "no entry";
    const mark = h("span", { class: classes.join(" "), title: label }, inside);
    body.append(text.slice(at, start), withProperties(mark, { "--sure": confidence.toFixed(3) }));
    at = end;
  }
  body.append(text.slice(at));
  return body;
}
