/** The slider over the loops of message passing, with a line for each candidate's belief. */
import type { LinkJson } from "../../src/formats/links/link-json.js";
import { h, svg, withProperties } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 72;
const EDGE = 4;
const LEAST_TOP = 0.1;

export interface LoopActions {
  /** While the slider moves: everything but the panel it is in, which must stay under the hand. */
  preview(loop: number): void;
  setLoop(loop: number): void;
}

export function drawLoops(
  link: LinkJson,
  { loop, loops }: { loop: number; loops: number },
  { preview, setLoop }: LoopActions,
): HTMLElement | null {
  const candidates = link.explanation?.candidates ?? [];
  if (loops === 0 || candidates.length < 2) return null;
  const shown = Math.min(loop, loops);
  const labelOf = (at: number) => (at === 0 ? "before any message" : `after loop ${at} of ${loops}`);
  const output = h("output", { for: "loop" }, labelOf(shown));
  const loopOf = (slider: EventTarget | null) => {
    const value = Number((slider as HTMLInputElement).value);
    output.textContent = labelOf(value);
    return value >= loops ? Number.POSITIVE_INFINITY : value;
  };
  return h(
    "details",
    { class: "loops", open: Number.isFinite(loop) },
    h("summary", { id: "loops" }, "Beliefs, loop by loop"),
    h(
      "p",
      { class: "hint" },
      "What words and other names make of the candidates while the names talk, before the name's own uses are counted: ",
      output,
    ),
    chart(
      candidates.map((c) => c.beliefs),
      shown,
      loops,
    ),
    h("input", {
      id: "loop",
      type: "range",
      min: 0,
      max: loops,
      step: 1,
      value: shown,
      "aria-label": "Loop of message passing",
      "aria-valuetext": labelOf(shown),
      input: (event) => preview(loopOf(event.target)),
      change: (event) => setLoop(loopOf(event.target)),
    }),
  );
}

function chart(lines: number[][], shown: number, loops: number): SVGSVGElement {
  const x = (loop: number) => EDGE + (loop / loops) * (WIDTH - 2 * EDGE);
  // the highest line reaches the top: many candidates share their beliefs thinly
  const highest = Math.max(...lines.flat(), LEAST_TOP);
  const y = (belief: number) => HEIGHT - EDGE - (belief / highest) * (HEIGHT - 2 * EDGE);
  const drawing = svg("svg", {
    class: "chart",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": "Belief of each candidate by loop",
  });
  drawing.append(
    svg("line", { class: "chart-base", x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0) }),
    svg("line", { class: "chart-now", x1: x(shown), x2: x(shown), y1: 0, y2: HEIGHT }),
  );
  lines.forEach((beliefs, i) => {
    const points = beliefs.map((b, loop) => `${x(loop).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
    const line = svg("polyline", { class: i === 0 ? "chart-line first" : "chart-line", points });
    drawing.append(withProperties(line, { "--faint": (1 - 0.6 * (i / lines.length)).toFixed(2) }));
  });
  return drawing;
}
