/** The panel beside the text: what the chosen name means, and why. */
import { drawCandidates } from "./candidates.js";
import { h, percent, withProperties } from "./dom.js";
import { drawLoops } from "./loops.js";
import { loopCount, type PageState } from "./state.js";
import { drawVoices } from "./voices.js";

export interface InspectorActions {
  select(place: number | null): void;
  setLoop(loop: number): void;
  pin(place: number, entity: string): void;
  unpin(place: number): void;
  drop(place: number): void;
  restore(place: number): void;
}

export function drawInspector(panel: HTMLElement, state: PageState, actions: InspectorActions): void {
  const scroll = panel.scrollTop;
  const { selected } = state;
  panel.classList.toggle("open", selected !== null);
  panel.replaceChildren(...(selected === null ? [welcome(state)] : details(state, selected, actions)));
  panel.scrollTop = scroll;
}

function welcome({ base, editing, busy }: PageState): HTMLElement {
  if (editing || busy || base.length === 0) return h("div");
  const linked = base.filter((l) => l.entity).length;
  return h(
    "div",
    { class: "welcome" },
    h("h2", {}, `${base.length} ${base.length === 1 ? "name" : "names"}, ${linked} linked`),
    h("p", {}, "Choose a name in the text to see what else it could have meant and what decided."),
    h(
      "ul",
      { class: "legend" },
      h(
        "li",
        {},
        withProperties(h("span", { class: "name sample" }, "sure"), { "--sure": 0.95 }),
        " to ",
        withProperties(h("span", { class: "name sample" }, "unsure"), { "--sure": 0.3 }),
        ": the shade is the confidence",
      ),
      h("li", {}, h("span", { class: "name nil sample" }, "unknown"), ": no entry in the knowledge base"),
    ),
    h("p", { class: "hint" }, "Keys: Tab or ← → to move between names, Esc to go back."),
  );
}

function details(state: PageState, place: number, actions: InspectorActions): HTMLElement[] {
  const base = state.base[place];
  const link = state.links[place];
  const close = h(
    "button",
    { class: "close", type: "button", "aria-label": "Close the reasons", click: () => actions.select(null) },
    "×",
  );
  if (!link) {
    return [
      h(
        "div",
        { class: "card head" },
        close,
        h("p", { class: "over" }, `“${base.mention}”`),
        h("h2", {}, "Left out"),
      ),
      h(
        "div",
        { class: "card" },
        h("p", {}, "The other names are linked as if this one were not there."),
        h("button", { class: "primary", type: "button", click: () => actions.restore(place) }, "Put it back"),
      ),
    ];
  }
  const loops = loopCount(state);
  const pinned = state.pins.get(place);
  const parts = [
    head(state, place, close),
    why(link.explanation?.lines ?? [], pinned !== undefined),
    h(
      "section",
      { class: "card", "aria-label": "Candidates" },
      h("h3", {}, "What it could have meant"),
      drawCandidates(
        { base, link, pinned, loop: state.loop },
        { pin: (entity) => actions.pin(place, entity), unpin: () => actions.unpin(place) },
      ),
    ),
    drawLoops(link, { loop: state.loop, loops }, actions.setLoop),
    drawVoices(state, place, actions.select),
    h(
      "div",
      { class: "card-foot" },
      h(
        "button",
        { class: "quiet", type: "button", click: () => actions.drop(place) },
        "What if this name were not there?",
      ),
    ),
  ];
  return parts.filter((p): p is HTMLElement => p !== null);
}

function head(state: PageState, place: number, close: HTMLElement): HTMLElement {
  const base = state.base[place];
  const link = state.links[place]!;
  const { entity, confidence } = link;
  const pinned = state.pins.has(place);
  const meter = withProperties(h("span", { class: "meter-fill" }), { "--share": confidence.toFixed(3) });
  return h(
    "div",
    { class: "card head" },
    close,
    h(
      "p",
      { class: "over" },
      `“${base.mention}” ${pinned ? "is taken to mean" : entity ? "means" : "has no entry"}`,
    ),
    entity
      ? h(
          "h2",
          {},
          entity.url
            ? h("a", { href: entity.url, target: "_blank", rel: "noopener noreferrer" }, entity.title)
            : entity.title,
        )
      : h("h2", { class: "nil-title" }, link.candidates.length > 0 ? "Nothing likely enough" : "Unknown"),
    entity?.description ? h("p", { class: "description" }, entity.description) : null,
    h(
      "div",
      { class: "meter", role: "img", "aria-label": `confidence ${percent(confidence)}` },
      h("span", { class: "meter-track" }, meter),
      h("span", {}, pinned ? "pinned" : `${percent(confidence)} sure`),
    ),
  );
}

/** The first line repeats the heading; the others are the reasons. */
function why(lines: string[], pinned: boolean): HTMLElement | null {
  if (pinned || lines.length === 0) return null;
  const [first, ...rest] = lines;
  return h(
    "section",
    { class: "why", "aria-label": "Why" },
    ...(rest.length > 0 ? rest : [first]).map((line) => h("p", {}, line)),
  );
}
