/** What shades, underlines and arcs mean, and which relations and types are shown. */
import { shownArcs } from "./arcs.js";
import { h, withProperties } from "./dom.js";
import { relationColour, relationName, relationNumbers } from "./relations.js";
import type { PageState } from "./state.js";

export interface LegendActions {
  showRelation(relation: number): void;
  showAllArcs(isAll: boolean): void;
  toggleType(type: string): void;
}

/** A sample with what it means. */
function sample(className: string, inside: string, meaning: string): HTMLElement {
  return h(
    "span",
    { class: "legend-item" },
    h("span", { class: className, "aria-hidden": "true" }, inside),
    meaning,
  );
}

function surely(sure: number, meaning: string): HTMLElement {
  const item = sample("shade sample", "Aa", meaning);
  withProperties(item.firstElementChild as HTMLElement, { "--sure": sure });
  return item;
}

/** A colour with the relation it stands for. */
function relationItem(state: PageState, relation: number): HTMLElement {
  const swatch = withProperties(h("i", { class: "swatch", "aria-hidden": "true" }), {
    "--relation": relationColour(relation),
  });
  return h("span", { class: "legend-item" }, swatch, relationName(state, relation));
}

export function drawLegend(state: PageState, actions: LegendActions): HTMLElement {
  const { arcs, all } = shownArcs(state);
  const relations = [...new Set(arcs.map((arc) => arc.relation))];
  const items = [surely(0.15, "unsure"), surely(1, "sure"), sample("shade none sample", "Aa", "no entry")];
  if (state.selected !== null) items.push(sample("word sample", "aa", "word it read"));
  items.push(...relations.map((relation) => relationItem(state, relation)));
  if (arcs.some((arc) => arc.isAgainst)) items.push(sample("dashes", "", "spoke against"));
  const toggle =
    all > arcs.length || state.allArcs
      ? h(
          "button",
          {
            type: "button",
            class: "text-button",
            id: "all-arcs",
            click: () => actions.showAllArcs(!state.allArcs),
          },
          state.allArcs ? "Strongest arcs only" : `All ${all} arcs`,
        )
      : null;
  return h("div", { class: "legend", role: "group", "aria-label": "Legend" }, ...items, toggle);
}

/** Chooses one relation; says so where the chosen name hears nobody under it. */
export function drawRelationChoice(state: PageState, actions: LegendActions): HTMLElement | null {
  const relations = relationNumbers(state);
  if (relations.length < 2) return null;
  const select = h(
    "select",
    {
      id: "relation",
      change: (event) => actions.showRelation(Number((event.target as HTMLSelectElement).value)),
    },
    ...[-1, ...relations].map((k) =>
      h("option", { value: k, selected: k === state.relation }, relationName(state, k)),
    ),
  );
  const swatch = withProperties(h("i", { class: "swatch", "aria-hidden": "true" }), {
    "--relation": relationColour(state.relation),
  });
  return h("label", { class: "relation-choice", for: "relation" }, swatch, "Relation ", select);
}

export function silence(state: PageState): HTMLElement | null {
  if (state.selected === null || state.relation < 0 || shownArcs(state).all > 0) return null;
  const name = state.base[state.selected].mention;
  return h(
    "p",
    { class: "hint" },
    `Under ${relationName(state, state.relation)}, “${name}” listens to no other name.`,
  );
}

/** A switch for each type that the text has. */
export function drawTypes(state: PageState, actions: LegendActions): HTMLElement | null {
  const counts = new Map<string, number>();
  for (const link of state.links) {
    const type = link?.entity?.type;
    if (type) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  if (counts.size < 2) return null;
  const chips = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([type, count]) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          id: `type-${type}`,
          "aria-pressed": String(!state.hiddenTypes.has(type)),
          click: () => actions.toggleType(type),
        },
        `${type.replace("-", " ")} ${count}`,
      ),
    );
  return h("div", { class: "types", role: "group", "aria-label": "Types shown" }, ...chips);
}
