/** Arcs from the chosen name to the others: they run in the white above the lines and down the margin, never through words. */
import type { ExplanationJson } from "../../src/formats/links/link-json.js";
import { svg, withProperties } from "./dom.js";
import { relationColour } from "./relations.js";
import type { PageState } from "./state.js";

/** Arcs drawn unasked, and at most. */
const FEW = 4;
const MOST = 40;
/** Weights fainter than this are not drawn when one relation is looked at. */
const FAINTEST = 0.02;
const WIDEST = 2.75;
const THINNEST = 1.25;
/** Lanes side by side above a line and in the margin, in pixels; where lines are near each other the lanes are, too. */
const LANES = 4;
const WIDEST_STEP = 4;
const NARROWEST_STEP = 2;
const LOWEST_LANE = 4;
const MARGIN = 6;
const CORNER = 5;

type VoiceJson = ExplanationJson["voices"][number];

/** A voice to draw: how strong, under which relation, for the link or against it. */
export interface Arc {
  mention: number;
  relation: number;
  strength: number;
  isAgainst: boolean;
}

/** Strongest first. Of all relations a voice has one arc, as strong as what it did; of a single one as strong as α. */
export function arcsOf(voices: VoiceJson[], relation: number): Arc[] {
  return voices
    .filter((v) => v.mention >= 0)
    .map((v) => ({
      mention: v.mention,
      relation: relation < 0 ? v.relation : relation,
      strength: relation < 0 ? Math.abs(v.support) : v.relations[relation].alpha,
      isAgainst: v.support < 0,
    }))
    .filter((arc) => (relation < 0 ? arc.strength > 0 : arc.strength >= FAINTEST))
    .sort((a, b) => b.strength - a.strength || a.mention - b.mention);
}

/** The arcs in sight, and how many there could be. */
export function shownArcs(state: PageState): { arcs: Arc[]; all: number } {
  const link = state.selected === null ? null : state.links[state.selected];
  const arcs = arcsOf(link?.explanation?.voices ?? [], state.relation).filter(
    (arc) => state.links[arc.mention] !== null,
  );
  return { arcs: arcs.slice(0, state.allArcs ? MOST : FEW), all: Math.min(arcs.length, MOST) };
}

interface Box {
  x: number;
  top: number;
}

/** From lane to lane, so that the highest stays in the white between two lines. */
function laneStep(frame: HTMLElement): number {
  const name = frame.querySelector<HTMLElement>(".name");
  const lines = Number.parseFloat(getComputedStyle(frame.querySelector(".text") ?? frame).lineHeight);
  const room = name && lines > 0 ? lines - name.getClientRects()[0].height : 0;
  return Math.min(WIDEST_STEP, Math.max(NARROWEST_STEP, (room - LOWEST_LANE - 1) / (LANES - 1)));
}

/** Draws into the frame around the text, whose names must be laid out already. */
export function drawArcs(frame: HTMLElement, state: PageState): void {
  frame.querySelector("svg.arcs")?.remove();
  const { arcs } = shownArcs(state);
  if (arcs.length === 0) return;
  const box = frame.getBoundingClientRect();
  const boxOf = (place: number): Box | undefined => {
    const rect = frame.querySelector(`[data-place="${place}"]`)?.getClientRects()[0];
    return rect && { x: rect.left + rect.width / 2 - box.left, top: rect.top - box.top };
  };
  const from = boxOf(state.selected!);
  if (!from) return;
  const step = laneStep(frame);
  const layer = svg("svg", { class: "arcs", width: box.width, height: box.height, "aria-hidden": "true" });
  // the weakest first, so that the strongest lies on top
  [...arcs].reverse().forEach((arc, i) => {
    const to = boxOf(arc.mention);
    if (to) layer.append(drawArc(way(from, to, (arcs.length - 1 - i) % LANES, step), arc, arcs[0].strength));
  });
  frame.prepend(layer);
}

/** Up into the lane above the line, along it, down into the other name; between lines by way of the margin. */
function way(from: Box, to: Box, lane: number, step: number): string {
  const up = LOWEST_LANE + lane * step;
  const [start, end] = [from.top - up, to.top - up];
  const out = from.x + (lane - (LANES - 1) / 2) * step;
  if (Math.abs(from.top - to.top) < 4) {
    return rounded([
      [out, from.top],
      [out, Math.min(start, end)],
      [to.x, Math.min(start, end)],
      [to.x, to.top],
    ]);
  }
  const margin = MARGIN + lane * step;
  return rounded([
    [out, from.top],
    [out, start],
    [margin, start],
    [margin, end],
    [to.x, end],
    [to.x, to.top],
  ]);
}

type Point = [x: number, y: number];

/** Straight pieces with round corners. */
function rounded(points: Point[]): string {
  const parts = [`M${points[0].join(",")}`];
  for (let i = 1; i < points.length - 1; i++) {
    const [before, at, after] = [points[i - 1], points[i], points[i + 1]];
    parts.push(`L${toward(at, before).join(",")}`, `Q${at.join(",")} ${toward(at, after).join(",")}`);
  }
  parts.push(`L${points[points.length - 1].join(",")}`);
  return parts.join(" ");
}

/** The point a corner's length from `at` on the way to `other`. */
function toward([x, y]: Point, [ox, oy]: Point): Point {
  const length = Math.hypot(ox - x, oy - y) || 1;
  const share = Math.min(CORNER, length / 2) / length;
  return [x + (ox - x) * share, y + (oy - y) * share];
}

function drawArc(path: string, { relation, strength, isAgainst }: Arc, strongest: number): SVGPathElement {
  const share = strength / strongest;
  const element = svg("path", {
    class: isAgainst ? "arc against" : "arc",
    d: path,
    "data-relation": relation,
    "data-strength": strength,
    "stroke-width": (THINNEST + share * (WIDEST - THINNEST)).toFixed(2),
  });
  return withProperties(element, {
    "--relation": relationColour(relation),
    opacity: (0.55 + 0.4 * share).toFixed(2),
  });
}
