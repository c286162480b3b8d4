/** Names × names: how much each (row) listens to each (column), under one relation. */
import { h, withProperties } from "./dom.js";
import { type PageState, relationCount } from "./state.js";

/** A table of more names would be unreadable; the first ones are shown. */
const MOST = 60;

/** α of every pair, rows by listener; −1 for all relations is their mean. */
export function weightMatrix(state: PageState, relation: number): { places: number[]; weights: number[][] } {
  const places = state.links.flatMap((link, place) => (link ? [place] : [])).slice(0, MOST);
  const column = new Map(places.map((place, i) => [place, i]));
  const weights = places.map((place) => {
    const row = new Array<number>(places.length).fill(0);
    for (const voice of state.links[place]?.explanation?.voices ?? []) {
      const at = column.get(voice.mention);
      if (at === undefined) continue;
      const alphas = voice.relations.map((r) => r.alpha);
      row[at] = relation < 0 ? alphas.reduce((a, b) => a + b, 0) / alphas.length : alphas[relation];
    }
    return row;
  });
  return { places, weights };
}

/** A cell, as dark as its weight is of the strongest. */
function drawWeight(weight: number, strongest: number, sentence: string): HTMLElement {
  const hidden = h("span", { class: "visually-hidden" }, weight.toFixed(2));
  const cell = h("td", { title: `${sentence}: ${weight.toFixed(2)}` }, hidden);
  return withProperties(cell, { "--share": (weight / strongest).toFixed(3) });
}

export function drawMatrix(state: PageState, select: (place: number) => void): HTMLElement {
  const { places, weights } = weightMatrix(state, state.relation);
  if (places.length < 2 || relationCount(state) === 0) {
    return h("p", { class: "empty" }, "The matrix needs at least two names that could mean something.");
  }
  const name = (place: number) => state.base[place].mention;
  const strongest = Math.max(...weights.flat(), 1e-9);
  const colour = state.relation < 0 ? "var(--ink-soft)" : `var(--relation-${state.relation % 7})`;
  const body = weights.map((row, i) => {
    const attributes = {
      type: "button",
      class: "matrix-name",
      "aria-pressed": String(state.selected === places[i]),
      click: () => select(places[i]),
    };
    const cells = row.map((weight, j) =>
      i === j
        ? h("td", { class: "self" })
        : drawWeight(weight, strongest, `${name(places[i])} listens to ${name(places[j])}`),
    );
    return h("tr", {}, h("th", { scope: "row" }, h("button", attributes, name(places[i]))), ...cells);
  });
  const table = h(
    "table",
    { class: "matrix" },
    h("caption", { class: "visually-hidden" }, "How much each name (row) listens to each other (column)"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        ...places.map((place) => h("th", { scope: "col" }, h("span", {}, name(place)))),
      ),
    ),
    h("tbody", {}, ...body),
  );
  const frame = h(
    "div",
    { class: "matrix-frame", tabindex: 0, role: "region", "aria-label": "Matrix of relation weights" },
    table,
  );
  return h(
    "div",
    { class: "matrix-view" },
    h("p", { class: "hint" }, "Each row shows whom a name listens to: the stronger the colour, the more."),
    withProperties(frame, { "--relation": colour }),
  );
}
