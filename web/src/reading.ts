/** The text with its names: confidence as shade, the chosen one marked, the words it attended to underlined. */
import type { LinkJson } from "../../src/formats/links/link-json.js";
import { h, percent, withProperties } from "./dom.js";
import { beliefsAt, isShown, type PageState } from "./state.js";

/** Shade of a name before the last loop: the belief of the leader at that moment. */
function certainty(link: LinkJson, loop: number): number {
  if (loop === Number.POSITIVE_INFINITY) return link.confidence;
  return Math.max(0, ...beliefsAt(link, loop));
}

/** Title of the entity that leads at this loop. */
export function leaderAt(link: LinkJson, loop: number): string | null {
  if (loop === Number.POSITIVE_INFINITY) return link.entity?.title ?? null;
  const beliefs = beliefsAt(link, loop);
  if (beliefs.length === 0) return null;
  return link.explanation!.candidates[beliefs.indexOf(Math.max(...beliefs))].entity.title;
}

/** `byKey`: by keyboard, so that the focus may follow. */
type Select = (place: number, byKey: boolean) => void;

interface Piece {
  start: number;
  end: number;
  /** Of a name; words have none. */
  place?: number;
  draw(inside: string): HTMLElement;
}

export function drawReading(state: PageState, select: Select): HTMLElement {
  const pieces: Piece[] = state.base
    .map((base, place) => ({
      place,
      start: base.start,
      end: base.end,
      draw: (inside: string) => drawName(state, place, inside, select),
    }))
    .filter(({ place }) => isShown(state, place!));
  const chosen = state.selected === null ? null : state.links[state.selected];
  // with nothing to choose between, no word decided anything
  const words = (chosen?.explanation?.candidates.length ?? 0) > 1 ? chosen!.explanation!.words : [];
  const strongest = Math.max(...words.map((w) => w.weight), 0);
  for (const { start, end, weight } of words) {
    pieces.push({
      start,
      end,
      draw: (inside) =>
        withProperties(h("mark", { class: "word", title: `attended to: ${percent(weight)}` }, inside), {
          "--weight": (weight / strongest).toFixed(3),
        }),
    });
  }
  pieces.sort((a, b) => a.start - b.start || b.end - a.end);
  const text = h("div", { class: "text", id: "text-body", dir: "auto" });
  let at = 0;
  for (const { start, end, place, draw } of pieces) {
    if (start < at) continue; // a word inside a name: the name is shown
    const signs = place === undefined ? "" : signsAfter(state.text, end);
    const drawn = draw(state.text.slice(start, end));
    // a button may be parted from the comma behind it, words are not
    text.append(
      state.text.slice(at, start),
      signs === "" ? drawn : h("span", { class: "kept" }, drawn, signs),
    );
    at = end + signs.length;
  }
  text.append(state.text.slice(at));
  return text;
}

/** What closes a name's sentence or bracket, up to the next blank. */
function signsAfter(text: string, end: number): string {
  const signs = /[,.;:!?)\]\u2019\u201d]*/y;
  signs.lastIndex = end;
  return signs.exec(text)?.[0] ?? "";
}

function drawName(state: PageState, place: number, inside: string, select: Select): HTMLElement {
  const link = state.links[place];
  const leader = link && leaderAt(link, state.loop);
  const isChanged = (link?.entity?.id ?? null) !== (state.base[place].entity?.id ?? null);
  const classes = ["name"];
  if (!link) classes.push("dropped");
  else if (!leader) classes.push("nil");
  if (state.pins.has(place)) classes.push("pinned");
  if (isChanged && link) classes.push("changed");
  if (state.corrections.has(place)) classes.push("corrected");
  const label = link
    ? `${inside}: ${leader ?? "no entity"}${leader ? `, ${percent(certainty(link, state.loop))}` : ""}`
    : `${inside}: left out`;
  const button = h(
    "button",
    {
      type: "button",
      class: classes.join(" "),
      "data-place": place,
      "aria-pressed": String(state.selected === place),
      "aria-label": label,
      title: label,
      // a click without a button of the mouse is a key
      click: (event) => select(place, (event as MouseEvent).detail === 0),
    },
    inside,
  );
  return withProperties(button, { "--sure": link ? certainty(link, state.loop).toFixed(3) : 0 });
}
