/** The panel beside the text: what the chosen name means, and why. */
import type { EntityJson, LinkJson } from "../../src/formats/links/link-json.js";
import { drawCandidates } from "./candidates.js";
import { h, percent, withProperties } from "./dom.js";
import { drawLoops, type LoopActions } from "./loops.js";
import { isShown, loopCount, type PageState } from "./state.js";
import { drawStory } from "./story.js";

/** Names listed before one is chosen. */
const LISTED = 14;

export interface InspectorActions extends LoopActions {
  select(place: number | null): void;
  pin(place: number, entity: string): void;
  unpin(place: number): void;
  drop(place: number): void;
  restore(place: number): void;
  correct(place: number, entity: string | null): void;
}

export function drawInspector(panel: HTMLElement, state: PageState, actions: InspectorActions): void {
  const scroll = panel.scrollTop;
  const { selected } = state;
  const opened = [...panel.querySelectorAll("details[open] > summary")].map((summary) => summary.id);
  panel.classList.toggle("open", selected !== null);
  panel.replaceChildren(
    ...(selected === null ? [welcome(state, actions)] : details(state, selected, actions)),
  );
  for (const id of opened) panel.querySelector(`#${id}`)?.parentElement?.setAttribute("open", "");
  panel.scrollTop = scroll;
}

function welcome(state: PageState, actions: InspectorActions): HTMLElement {
  const { base, links, editing, busy } = state;
  if (editing && !busy) return help(state);
  if (busy || base.length === 0) return h("div");
  const linked = links.filter((l) => l?.entity).length;
  const shown = base.flatMap((name, place) => (isShown(state, place) ? [{ name, place }] : []));
  return h(
    "div",
    { class: "welcome" },
    h("h2", {}, `${base.length} ${base.length === 1 ? "name" : "names"}, ${linked} linked`),
    h("p", {}, "Choose one to see what else it could have meant and what decided."),
    h(
      "ul",
      { class: "name-list" },
      ...shown
        .slice(0, LISTED)
        .map(({ name, place }) => listedName(name.mention, links[place], () => actions.select(place))),
    ),
    shown.length > LISTED ? h("p", { class: "hint" }, `and ${shown.length - LISTED} more in the text`) : null,
    h("p", { class: "hint" }, "Keys: ← → from name to name, Enter to what-if, Esc back."),
  );
}

/** Beside the empty page: what can be done with it. */
function help({ model: { limits } }: PageState): HTMLElement {
  const most = limits ? `, up to ${limits.text.toLocaleString("en")} characters` : "";
  const lines = [
    `Paste a text or a web page, or drop a file anywhere on this page${most}.`,
    "Choose a name to see what it means, what else it could have meant, and what decided.",
    "Suppose that it meant something else, and see what that changes.",
    "Compare two settings, correct what is wrong, and download it as training data.",
  ];
  return h(
    "div",
    { class: "welcome help" },
    h("h2", {}, "What this page does"),
    h("ul", {}, ...lines.map((line) => h("li", {}, line))),
  );
}

function listedName(mention: string, link: LinkJson | null, select: () => void): HTMLElement {
  const title = link?.entity?.title ?? (link ? "no entry" : "left out");
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "listed", click: select },
      h("span", { class: "listed-name" }, mention),
      h("span", { class: link?.entity ? "listed-entity" : "listed-entity none" }, title),
      h("span", { class: "listed-sure" }, link?.entity ? percent(link.confidence) : ""),
    ),
  );
}

function closeButton(actions: InspectorActions): HTMLElement {
  return h(
    "button",
    { class: "close", type: "button", "aria-label": "Close the reasons", click: () => actions.select(null) },
    "×",
  );
}

function leftOut(mention: string, restore: () => void, close: HTMLElement): HTMLElement[] {
  return [
    h(
      "div",
      { class: "card head" },
      close,
      h("p", { class: "over" }, `“${mention}”`),
      h("h2", {}, "Left out"),
    ),
    h(
      "div",
      { class: "card" },
      h("p", {}, "The other names are linked as if this one were not there."),
      h("button", { class: "primary", type: "button", click: restore }, "Put it back"),
    ),
  ];
}

function details(state: PageState, place: number, actions: InspectorActions): HTMLElement[] {
  const base = state.base[place];
  const link = state.links[place];
  const close = closeButton(actions);
  if (!link) return leftOut(base.mention, () => actions.restore(place), close);
  if (!link.explanation) {
    return [
      head(state, place, close),
      h("p", { class: "empty", role: "status" }, "Reading this part of the text …"),
    ];
  }
  const pinned = state.pins.get(place);
  const parts = [
    head(state, place, close),
    pinned === undefined ? drawStory(state, place, actions.select) : null,
    h(
      "section",
      { class: "card", "aria-label": "Candidates" },
      h("h3", {}, "What it could have meant"),
      drawCandidates(
        { base, link, pinned, corrected: state.corrections.get(place) },
        {
          pin: (entity) => actions.pin(place, entity),
          unpin: () => actions.unpin(place),
          correct: (entity) => actions.correct(place, entity),
        },
      ),
    ),
    drawLoops(link, { loop: state.loop, loops: loopCount(state) }, actions),
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

function overline(mention: string, isPinned: boolean, entity: EntityJson | null): string {
  if (isPinned) return `“${mention}” is taken to mean`;
  return entity ? `“${mention}” means` : `“${mention}” has no entry`;
}

function head(state: PageState, place: number, close: HTMLElement): HTMLElement {
  const link = state.links[place]!;
  const { entity, confidence } = link;
  const isPinned = state.pins.has(place);
  const meter = withProperties(h("span", { class: "meter-fill" }), { "--share": confidence.toFixed(3) });
  return h(
    "div",
    { class: "card head" },
    close,
    h("p", { class: "over" }, overline(state.base[place].mention, isPinned, entity)),
    entity
      ? h(
          "h2",
          {},
          outside(entity.url, entity.title),
          entity.layer === undefined ? null : h("span", { class: "hint" }, ` ${entity.layer}`),
        )
      : h("h2", { class: "nil-title" }, link.candidates.length > 0 ? "Nothing likely enough" : "Unknown"),
    entity ? entityCard(entity) : null,
    h(
      "div",
      { class: "meter", role: "img", "aria-label": `confidence ${percent(confidence)}` },
      h("span", { class: "meter-track" }, meter),
      h("span", {}, isPinned ? "pinned" : `${percent(confidence)} sure`),
    ),
  );
}

function outside(url: string | undefined, label: string): HTMLElement | string {
  return url ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label) : label;
}

/** What it is, its kind, its identifier and its item in Wikidata. */
function entityCard({ id, title, description, phrase, type, wikidata }: EntityJson): HTMLElement {
  const about = description ?? phrase;
  const facts = [
    type ? h("span", { class: "badge" }, type.replace("-", " ")) : null,
    id === title ? null : h("span", { class: "identifier" }, `id ${id}`),
    wikidata
      ? h("span", { class: "identifier" }, outside(`https://www.wikidata.org/wiki/${wikidata}`, wikidata))
      : null,
  ];
  return h(
    "div",
    { class: "entity-card" },
    about ? h("p", { class: "description" }, about) : null,
    h("p", { class: "facts" }, ...facts),
  );
}
