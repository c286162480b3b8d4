/** Arcs over the text from the chosen name to the others: one colour a relation, width α. */
import { svg, withProperties } from "./dom.js";
import type { PageState } from "./state.js";

/** Weights fainter than this are not drawn. */
const FAINTEST = 0.02;
/** Arcs a relation has at most, so that a long text stays readable. */
const MOST = 12;
const WIDEST = 7;

interface Point {
  x: number;
  y: number;
}

/** Draws into the frame around the text, whose names must be laid out already. */
export function drawArcs(frame: HTMLElement, state: PageState): void {
  frame.querySelector("svg.arcs")?.remove();
  const { selected } = state;
  const link = selected === null ? null : state.links[selected];
  if (!link?.explanation) return;
  const box = frame.getBoundingClientRect();
  const top = (place: number): Point | undefined => {
    const rect = frame.querySelector(`[data-place="${place}"]`)?.getClientRects()[0];
    return rect && { x: rect.left + rect.width / 2 - box.left, y: rect.top - box.top };
  };
  const from = top(selected!);
  if (!from) return;
  const layer = svg("svg", {
    class: "arcs",
    width: box.width,
    height: box.height,
    viewBox: `0 0 ${box.width} ${box.height}`,
    "aria-hidden": "true",
  });
  const { voices } = link.explanation;
  const relations = voices[0]?.relations.length ?? 0;
  for (let k = 0; k < relations; k++) {
    if (state.relation >= 0 && state.relation !== k) continue;
    const heard = voices
      .filter((v) => v.mention >= 0 && v.relations[k].alpha >= FAINTEST)
      .sort((a, b) => b.relations[k].alpha - a.relations[k].alpha)
      .slice(0, MOST);
    for (const voice of heard) {
      const to = top(voice.mention);
      if (to) layer.append(arc(from, to, k, voice.relations[k].alpha));
    }
  }
  frame.append(layer);
}

function arc(from: Point, to: Point, relation: number, alpha: number): SVGPathElement {
  const shift = (relation - 1) * 5;
  const [a, b] = [from.x + shift, to.x + shift];
  const height = Math.min(64, 14 + Math.abs(a - b) * 0.12) + relation * 6;
  const peak = Math.min(from.y, to.y) - height;
  // over the same line an arch; to another line the curve leaves upwards and comes down from above
  const path = `M${a},${from.y} C${a},${peak} ${b},${Math.max(peak, to.y - height)} ${b},${to.y}`;
  const element = svg("path", { class: "arc", d: path, "data-relation": relation, "data-alpha": alpha });
  return withProperties(element, {
    "--relation": `var(--relation-${relation % 7})`,
    "stroke-width": Math.max(0.75, alpha * WIDEST).toFixed(2),
    opacity: (0.35 + 0.6 * Math.min(1, alpha * 2)).toFixed(2),
  });
}
