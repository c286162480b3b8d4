/** Arcs over the text from the chosen name to the others: one colour a relation, width α. */
import { svg, withProperties } from "./dom.js";
import type { PageState } from "./state.js";

/** Weights fainter than this are not drawn. */
const FAINTEST = 0.02;
/** Arcs a relation has at most, so that a long text stays readable. */
const MOST = 12;
const WIDEST = 7;

/** Widths are α over the strongest, but a name that listens to nobody in particular shows it by thin arcs. */
const LEAST_SCALE = 0.25;

interface Box {
  x: number;
  top: number;
  bottom: number;
}

/** Draws into the frame around the text, whose names must be laid out already. */
export function drawArcs(frame: HTMLElement, state: PageState): void {
  frame.querySelector("svg.arcs")?.remove();
  const { selected } = state;
  const link = selected === null ? null : state.links[selected];
  if (!link?.explanation) return;
  const box = frame.getBoundingClientRect();
  const boxOf = (place: number): Box | undefined => {
    const rect = frame.querySelector(`[data-place="${place}"]`)?.getClientRects()[0];
    if (!rect) return undefined;
    return {
      x: rect.left + rect.width / 2 - box.left,
      top: rect.top - box.top,
      bottom: rect.bottom - box.top,
    };
  };
  const from = boxOf(selected!);
  if (!from) return;
  const layer = svg("svg", { class: "arcs", width: box.width, height: box.height, "aria-hidden": "true" });
  const voices = link.explanation.voices.filter((v) => v.mention >= 0);
  const strongest = Math.max(...voices.flatMap((v) => v.relations.map((r) => r.alpha)), LEAST_SCALE);
  const relations = voices[0]?.relations.length ?? 0;
  for (let k = 0; k < relations; k++) {
    if (state.relation >= 0 && state.relation !== k) continue;
    const heard = voices
      .filter((v) => v.relations[k].alpha >= FAINTEST)
      .sort((a, b) => b.relations[k].alpha - a.relations[k].alpha)
      .slice(0, MOST);
    for (const voice of heard) {
      const to = boxOf(voice.mention);
      const { alpha } = voice.relations[k];
      const shift = (k - (relations - 1) / 2) * 5;
      if (to) layer.append(arc(curve(from, to, shift), k, alpha, alpha / strongest));
    }
  }
  frame.prepend(layer);
}

/** On one line an arch above it; otherwise from the edge that faces the other name to the edge that faces this one. */
function curve(from: Box, to: Box, shift: number): string {
  const [a, b] = [from.x + shift, to.x + shift];
  if (Math.abs(from.top - to.top) < 4) {
    const peak = from.top - Math.min(46, 12 + Math.abs(a - b) * 0.1) - shift;
    return `M${a},${from.top} C${a},${peak} ${b},${peak} ${b},${to.top}`;
  }
  const isBelow = to.top > from.top;
  const [start, end] = isBelow ? [from.bottom, to.top] : [from.top, to.bottom];
  const bend = (end - start) * 0.5;
  return `M${a},${start} C${a},${start + bend} ${b},${end - bend} ${b},${end}`;
}

function arc(path: string, relation: number, alpha: number, share: number): SVGPathElement {
  const element = svg("path", {
    class: "arc",
    d: path,
    "data-relation": relation,
    "data-alpha": alpha,
    "stroke-width": Math.max(0.75, share * WIDEST).toFixed(2),
  });
  return withProperties(element, {
    "--relation": `var(--relation-${relation % 7})`,
    opacity: (0.35 + 0.55 * share).toFixed(2),
  });
}
