/** Names × names: how much each (row) listens to each (column), under one relation; a screenful of names at a time. */
import { h, withProperties } from "./dom.js";
import { relationColour } from "./relations.js";
import { type PageState, relationCount } from "./state.js";

/** Names in the rows at once, and in the columns. */
const SCREENFUL = 40;

interface WeightMatrix {
  rows: number[];
  columns: number[];
  /** By row and column. */
  weights: number[][];
  /** Names that there are. */
  names: number[];
}

/** α of each pair, rows by listener; −1 for all relations is their mean. Columns are the names that these rows hear most. */
export function weightMatrix(state: PageState, relation: number): WeightMatrix {
  const names = state.links.flatMap((link, place) => (link?.explanation ? [place] : []));
  const rows = names.slice(state.matrixFrom, state.matrixFrom + SCREENFUL);
  const heard = rows.map((place) => {
    const weights = new Map<number, number>();
    for (const voice of state.links[place]?.explanation?.voices ?? []) {
      const alphas = voice.relations.map((r) => r.alpha);
      const mean = alphas.reduce((a, b) => a + b, 0) / alphas.length;
      if (voice.mention >= 0) weights.set(voice.mention, relation < 0 ? mean : alphas[relation]);
    }
    return weights;
  });
  const columns = names.length <= SCREENFUL ? names : mostHeard(heard);
  const weights = heard.map((weightOf) => columns.map((place) => weightOf.get(place) ?? 0));
  return { rows, columns, weights, names };
}

function mostHeard(heard: Map<number, number>[]): number[] {
  const sums = new Map<number, number>();
  for (const weights of heard)
    for (const [place, weight] of weights) sums.set(place, (sums.get(place) ?? 0) + weight);
  const strongest = [...sums].sort((a, b) => b[1] - a[1]).slice(0, SCREENFUL);
  return strongest.map(([place]) => place).sort((a, b) => a - b);
}

/** A cell, as dark as its weight is of the strongest. */
function drawWeight(weight: number, strongest: number, sentence: string): HTMLElement {
  const hidden = h("span", { class: "visually-hidden" }, weight.toFixed(2));
  const cell = h("td", { title: `${sentence}: ${weight.toFixed(2)}` }, hidden);
  return withProperties(cell, { "--share": (weight / strongest).toFixed(3) });
}

export function drawMatrix(
  state: PageState,
  select: (place: number) => void,
  showFrom: (name: number) => void,
): HTMLElement {
  const matrix = weightMatrix(state, state.relation);
  if (matrix.names.length < 2 || relationCount(state) === 0) {
    return h("p", { class: "empty" }, "The matrix needs at least two names that could mean something.");
  }
  const frame = h(
    "div",
    { class: "matrix-frame", tabindex: 0, role: "region", "aria-label": "Matrix of relation weights" },
    drawTable(state, matrix, select),
  );
  return h(
    "div",
    { class: "matrix-view" },
    h("p", { class: "hint" }, "Each row shows whom a name listens to: the stronger the colour, the more."),
    pager(state, matrix.names.length, showFrom),
    withProperties(frame, { "--relation": relationColour(state.relation) }),
  );
}

function drawTable(
  state: PageState,
  { rows, columns, weights }: WeightMatrix,
  select: (place: number) => void,
): HTMLElement {
  const name = (place: number) => state.base[place].mention;
  const strongest = Math.max(...weights.flat(), 1e-9);
  const body = weights.map((row, i) => {
    const attributes = {
      type: "button",
      class: "matrix-name",
      "aria-pressed": String(state.selected === rows[i]),
      click: () => select(rows[i]),
    };
    const cells = row.map((weight, j) =>
      rows[i] === columns[j]
        ? h("td", { class: "self" })
        : drawWeight(weight, strongest, `${name(rows[i])} listens to ${name(columns[j])}`),
    );
    return h("tr", {}, h("th", { scope: "row" }, h("button", attributes, name(rows[i]))), ...cells);
  });
  const heads = columns.map((place) => h("th", { scope: "col" }, h("span", {}, name(place))));
  return h(
    "table",
    { class: "matrix" },
    h("caption", { class: "visually-hidden" }, "How much each name (row) listens to each other (column)"),
    h("thead", {}, h("tr", {}, h("td", {}), ...heads)),
    h("tbody", {}, ...body),
  );
}

function pager(state: PageState, names: number, showFrom: (name: number) => void): HTMLElement | null {
  if (names <= SCREENFUL) return null;
  const from = state.matrixFrom;
  const last = Math.min(names, from + SCREENFUL);
  const step = (to: number, id: string, label: string) =>
    h(
      "button",
      { class: "quiet", type: "button", id, disabled: to < 0 || to >= names, click: () => showFrom(to) },
      label,
    );
  return h(
    "div",
    { class: "pager" },
    step(from - SCREENFUL, "matrix-back", "← Earlier"),
    h("span", { class: "hint" }, `names ${from + 1} to ${last} of ${names}, against those they hear most`),
    step(from + SCREENFUL, "matrix-on", "Later →"),
  );
}
