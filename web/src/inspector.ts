/** The panel beside the text: what the chosen name means, and why. */
import type { EntityJson, LinkJson } from "../../src/formats/links/link-json.js";
import { drawCandidates } from "./candidates.js";
import { h, percent, withProperties } from "./dom.js";
import { drawLoops } from "./loops.js";
import { loopCount, type PageState } from "./state.js";
import { drawVoices } from "./voices.js";

/** Names listed before one is chosen. */
const LISTED = 14;

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
  panel.replaceChildren(
    ...(selected === null ? [welcome(state, actions)] : details(state, selected, actions)),
  );
  panel.scrollTop = scroll;
}

function welcome(state: PageState, actions: InspectorActions): HTMLElement {
  const { base, links, editing, busy } = state;
  if (editing || busy || base.length === 0) return h("div");
  const linked = base.filter((l) => l.entity).length;
  return h(
    "div",
    { class: "welcome" },
    h("h2", {}, `${base.length} ${base.length === 1 ? "name" : "names"}, ${linked} linked`),
    h("p", {}, "Choose one to see what else it could have meant and what decided."),
    h(
      "ul",
      { class: "name-list" },
      ...base
        .slice(0, LISTED)
        .map((name, place) => listedName(name.mention, links[place], () => actions.select(place))),
    ),
    base.length > LISTED ? h("p", { class: "hint" }, `and ${base.length - LISTED} more in the text`) : null,
    h("p", { class: "hint" }, "The stronger the yellow, the surer. Keys: ← → from name to name, Esc back."),
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
      h(
        "p",
        { class: "hint" },
        "Prior: the name alone. Words: fit to the text around. Belief: after the names have talked.",
      ),
      drawCandidates(
        { base, link, pinned, loop: state.loop },
        { pin: (entity) => actions.pin(place, entity), unpin: () => actions.unpin(place) },
      ),
    ),
    drawLoops(link, { loop: state.loop, loops }, actions.setLoop),
    pinned === undefined ? drawVoices(state, place, actions.select) : null,
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
          entity.layer === undefined ? null : h("span", { class: "hint" }, ` ${entity.layer}`),
        )
      : h("h2", { class: "nil-title" }, link.candidates.length > 0 ? "Nothing likely enough" : "Unknown"),
    entity && hasMore(entity) ? h("p", { class: "description" }, ...aboutEntity(entity)) : null,
    h(
      "div",
      { class: "meter", role: "img", "aria-label": `confidence ${percent(confidence)}` },
      h("span", { class: "meter-track" }, meter),
      h("span", {}, pinned ? "pinned" : `${percent(confidence)} sure`),
    ),
  );
}

function hasMore({ description, phrase, type, wikidata }: EntityJson): boolean {
  return Boolean(description ?? phrase ?? type ?? wikidata);
}

/** What it is, its kind, and its item in Wikidata. */
function aboutEntity({ description, phrase, type, wikidata }: EntityJson): (string | HTMLElement)[] {
  const about = [description ?? phrase, type?.replace("-", " ")].filter(Boolean).join(" · ");
  if (wikidata === undefined) return [about];
  const address = `https://www.wikidata.org/wiki/${wikidata}`;
  return [about, " · ", h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, wikidata)];
}

/** What the picture cannot say: the name alone, and what the runner-up lacked. Words and voices are drawn. */
function why(lines: string[], pinned: boolean): HTMLElement | null {
  if (pinned || lines.length === 0) return null;
  const chosen = lines.length > 2 ? [lines[1], lines[lines.length - 1]] : lines.slice(-1);
  return h("section", { class: "why", "aria-label": "Why" }, h("p", {}, chosen.join(" ")));
}
