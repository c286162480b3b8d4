/** The line that says what is supposed, and what it changed. */
import type { LinkJson } from "../../src/formats/links/link-json.js";
import { h, percent } from "./dom.js";
import type { PageState } from "./state.js";

interface Change {
  name: string;
  before: string;
  after: string;
}

/** Confidence that moved by less is not worth a word. */
const LEAST_SHIFT = 0.01;
const SHIFTS_NAMED = 4;

function others(state: PageState): [base: LinkJson, link: LinkJson][] {
  return state.base.flatMap((base, place): [LinkJson, LinkJson][] => {
    const link = state.links[place];
    return link && !state.pins.has(place) ? [[base, link]] : [];
  });
}

/** Links that came out differently, the supposed ones aside. */
function changedLinks(state: PageState): Change[] {
  return others(state)
    .filter(([base, link]) => link.entity?.id !== base.entity?.id)
    .map(([base, link]) => ({
      name: base.mention,
      before: base.entity?.title ?? "no entity",
      after: link.entity?.title ?? "no entity",
    }));
}

/** Links that stayed but became surer or less sure, the largest shifts first. */
function shiftedLinks(state: PageState): Change[] {
  return others(state)
    .filter(([base, link]) => link.entity?.id === base.entity?.id)
    .map(([base, link]) => ({ base, link, shift: Math.abs(link.confidence - base.confidence) }))
    .filter(({ shift }) => shift >= LEAST_SHIFT)
    .sort((a, b) => b.shift - a.shift)
    .slice(0, SHIFTS_NAMED)
    .map(({ base, link }) => ({
      name: base.mention,
      before: percent(base.confidence),
      after: percent(link.confidence),
    }));
}

export function drawWhatIf(place: HTMLElement, state: PageState, reset: () => void): void {
  if (state.editing || state.pins.size + state.dropped.size === 0) {
    place.replaceChildren();
    return;
  }
  const supposed = [
    ...[...state.pins].map(([i, id]) => {
      const candidate = state.base[i].candidates.find((c) => c.entity.id === id);
      return `“${state.base[i].mention}” meant ${candidate?.entity.title ?? id}`;
    }),
    ...[...state.dropped].map((i) => `“${state.base[i].mention}” were not there`),
  ];
  const changed = changedLinks(state);
  const listed = changed.length > 0 ? changed : shiftedLinks(state);
  const sum =
    changed.length > 0 ? "" : listed.length > 0 ? "The others keep their entities:" : "Nothing else changes.";
  const items = listed.map((c) =>
    h("li", {}, h("strong", {}, c.name), ": ", h("s", {}, c.before), " → ", c.after),
  );
  place.replaceChildren(
    h(
      "div",
      { class: "what-if" },
      h("p", {}, h("strong", {}, "What if "), `${supposed.join(" and ")}? ${sum}`),
      items.length > 0 ? h("ul", {}, ...items) : null,
      h("button", { class: "quiet", type: "button", click: reset }, "Undo"),
    ),
  );
}
