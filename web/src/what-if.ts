/** The line that says what is supposed, and what it changed. */
import { h } from "./dom.js";
import type { PageState } from "./state.js";

interface Change {
  name: string;
  before: string;
  after: string;
}

/** Links that came out differently, the supposed ones aside. */
export function changesOf(state: PageState): Change[] {
  return state.base.flatMap((base, place): Change[] => {
    const link = state.links[place];
    if (!link || state.pins.has(place) || link.entity?.id === base.entity?.id) return [];
    return [
      {
        name: base.mention,
        before: base.entity?.title ?? "no entity",
        after: link.entity?.title ?? "no entity",
      },
    ];
  });
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
  const changes = changesOf(state);
  place.replaceChildren(
    h(
      "div",
      { class: "what-if" },
      h(
        "p",
        {},
        h("strong", {}, "What if "),
        `${supposed.join(" and ")}? `,
        changes.length === 0 ? "Nothing else changes." : "",
      ),
      changes.length > 0
        ? h(
            "ul",
            {},
            ...changes.map((c) =>
              h("li", {}, h("strong", {}, c.name), ": ", h("s", {}, c.before), " → ", c.after),
            ),
          )
        : null,
      h("button", { class: "quiet", type: "button", click: reset }, "Undo"),
    ),
  );
}
