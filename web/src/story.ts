/** How a link was decided, step by step, in points: bars that add up to the lead, each with who and what it came from. */

import type { ExplanationJson, LinkJson } from "../../src/formats/links/link-json.js";
import { signedPoints, wholePoints } from "../../src/linker/points.js";
import { h, withProperties } from "./dom.js";
import { relationColour, relationName } from "./relations.js";
import type { PageState } from "./state.js";

/** Words and names listed before the others are summed up. */
const LISTED = 6;

type Step = ExplanationJson["steps"][number];

const titles: Record<Step["step"], string> = {
  name: "The name alone",
  words: "The words around",
  evidence: "Name, title and text together",
  names: "The other names",
};

/** A part of a step: a word, or another name. */
interface Part {
  /** Parts with one key are told once. */
  key: string;
  label: HTMLElement;
  support: number;
}

export function drawStory(
  state: PageState,
  place: number,
  select: (place: number) => void,
): HTMLElement | null {
  const link = state.links[place];
  const explanation = link?.explanation;
  if (!explanation || explanation.steps.length === 0) return aloneNote(link);
  const { steps, candidates, lines } = explanation;
  const points = wholePoints(steps.map((s) => s.support));
  const widest = Math.max(...points.map(Math.abs), 1);
  const lead = points.reduce((a, b) => a + b, 0);
  return h(
    "section",
    { class: "story", "aria-label": "How it was decided" },
    h("h3", {}, "How it was decided"),
    h(
      "p",
      { class: "hint" },
      `In points of the model's score, for ${candidates[0].entity.title} or for ${candidates[1].entity.title}, the runner-up.`,
    ),
    h(
      "ol",
      { class: "steps" },
      ...steps.map((step, i) => drawStep(state, link, { step, points: points[i], widest, select })),
      h(
        "li",
        { class: "step sum" },
        h(
          "div",
          { class: "step-row" },
          h("span", { class: "step-title" }, "Lead"),
          h("strong", { class: "step-points" }, signedPoints(lead)),
        ),
      ),
    ),
    h("p", { class: "told" }, lines.slice(-1)[0]),
  );
}

function aloneNote(link: LinkJson | null): HTMLElement | null {
  const lines = link?.explanation?.lines.slice(1) ?? [];
  if (lines.length === 0) return null;
  return h(
    "section",
    { class: "story", "aria-label": "How it was decided" },
    ...lines.map((line) => h("p", { class: "told" }, line)),
  );
}

interface StepView {
  step: Step;
  points: number;
  /** Points of the longest bar. */
  widest: number;
  select(place: number): void;
}

function drawStep(state: PageState, link: LinkJson, { step, points, widest, select }: StepView): HTMLElement {
  const parts = partsOf(state, link.explanation!, step, select);
  return h(
    "li",
    { class: "step", "data-step": step.step, "data-points": points },
    h(
      "div",
      { class: "step-row", title: step.sentence },
      h("span", { class: "step-title" }, titles[step.step]),
      bar(points, widest),
      h("span", { class: "step-points" }, signedPoints(points)),
    ),
    step.step === "name" ? priorNote(link.explanation!) : null,
    parts.length > 0 ? partList(parts, step, points) : null,
  );
}

function bar(points: number, widest: number): HTMLElement {
  const fill = withProperties(h("span", { class: points < 0 ? "support against" : "support for" }), {
    "--share": (Math.abs(points) / widest).toFixed(3),
  });
  return h("span", { class: "support-track", "aria-hidden": "true" }, fill);
}

function priorNote({ candidates: [winner, runnerUp] }: ExplanationJson): HTMLElement {
  const share = (prior: number) =>
    prior > 0 && prior < 0.005 ? "less than 1 %" : `${Math.round(prior * 100)} %`;
  return h(
    "p",
    { class: "hint" },
    `means ${winner.entity.title} in ${share(winner.prior)} of its uses, ${runnerUp.entity.title} in ${share(runnerUp.prior)}`,
  );
}

function partsOf(
  state: PageState,
  explanation: ExplanationJson,
  { step }: Step,
  select: (place: number) => void,
): Part[] {
  if (step === "words") {
    return explanation.words.map(({ word, support }) => ({ key: word, label: h("span", {}, word), support }));
  }
  if (step !== "names") return [];
  return explanation.voices.map((voice) => ({
    key: `${state.base[voice.mention]?.mention} ${state.links[voice.mention]?.entity?.id} ${voice.relation}`,
    label: voiceLabel(state, voice, select),
    support: voice.support,
  }));
}

function voiceLabel(
  state: PageState,
  voice: ExplanationJson["voices"][number],
  select: (place: number) => void,
): HTMLElement {
  const base = state.base[voice.mention];
  if (!base) return h("span", {}, "nobody in particular");
  const swatch = withProperties(h("i", { class: "swatch", title: relationName(state, voice.relation) }), {
    "--relation": relationColour(voice.relation),
  });
  const title = state.links[voice.mention]?.entity?.title;
  return h(
    "button",
    { class: "voice-name", type: "button", click: () => select(voice.mention) },
    swatch,
    h("strong", {}, base.mention),
    title && title !== base.mention ? h("span", {}, title) : null,
    h("span", { class: "visually-hidden" }, `by ${relationName(state, voice.relation)}`),
  );
}

/** What comes again under one key, with its parts summed up. */
function joined(parts: Part[]): Part[] {
  const sums = new Map<string, Part>();
  for (const part of parts) {
    const before = sums.get(part.key);
    sums.set(part.key, before ? { ...before, support: before.support + part.support } : part);
  }
  return [...sums.values()];
}

/** The largest one by one, the rest as one; whole points that add up to the step's. */
function partList(parts: Part[], step: Step, points: number): HTMLElement {
  const bySize = joined(parts).sort((a, b) => Math.abs(b.support) - Math.abs(a.support));
  const named = bySize.slice(0, LISTED);
  const rest = step.support - named.reduce((sum, part) => sum + part.support, 0);
  const others = { key: "", label: h("span", {}, `${bySize.length - named.length} more`), support: rest };
  const whole = wholePoints(
    [...named, others].map((part) => part.support),
    points,
  );
  const rows = [...named, others]
    .map(({ label }, i) => ({ label, points: whole[i] }))
    .filter((row) => row.points !== 0)
    .map((row) =>
      h(
        "li",
        { "data-points": row.points },
        row.label,
        h("span", { class: "step-points" }, signedPoints(row.points)),
      ),
    );
  return h("ul", { class: step.step === "words" ? "parts words" : "parts" }, ...rows);
}
