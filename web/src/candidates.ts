/** What the chosen name could have meant: each candidate with its score, and what one can do with it. */

import type { EntityJson, LinkJson } from "../../src/formats/links/link-json.js";
import { signedPoints, wholePoints } from "../../src/linker/points.js";
import { h } from "./dom.js";

/** Candidates in sight at once. */
const SHOWN = 4;

export interface CandidateActions {
  pin(entity: string): void;
  unpin(): void;
  /** The reader says that this is what the name means; null for none of them. */
  correct(entity: string | null): void;
}

export interface CandidateView {
  /** Has every candidate, even while the name is pinned to one. */
  base: LinkJson;
  /** Under the what-if. */
  link: LinkJson;
  pinned: string | undefined;
  /** What the reader said; undefined where nothing was said. */
  corrected: string | null | undefined;
}

interface Row {
  entity: EntityJson;
  /** Points behind the best. */
  behind: number;
}

function rowsOf({ base, link, pinned }: CandidateView): Row[] {
  const source = (pinned === undefined ? link : base).explanation?.candidates ?? [];
  return source.map(({ entity, score }) => ({ entity, behind: wholePoints([score - source[0].score])[0] }));
}

export function drawCandidates(view: CandidateView, actions: CandidateActions): HTMLElement {
  const rows = rowsOf(view);
  if (rows.length === 0) {
    return h("p", { class: "empty" }, "The knowledge base has no entry of this name.");
  }
  const draw = (row: Row, i: number) => drawRow(row, i, view, actions);
  const list = h("ol", { class: "candidates" }, ...rows.slice(0, SHOWN).map(draw));
  const rest = rows.slice(SHOWN);
  // a pin or a correction among the others must stay in sight
  const open = rest.some(({ entity }) => entity.id === view.pinned || entity.id === view.corrected);
  const more = h("ol", { class: "candidates" }, ...rest.map((row, i) => draw(row, SHOWN + i)));
  return h(
    "div",
    {},
    list,
    rest.length === 0
      ? null
      : h("details", { open }, h("summary", { id: "more-candidates" }, `${rest.length} more`), more),
    correctButton("none of these", null, view, actions),
  );
}

function correctButton(
  label: string,
  entity: string | null,
  { corrected }: CandidateView,
  actions: CandidateActions,
): HTMLElement {
  const isChosen = corrected === entity;
  return h(
    "button",
    {
      class: "text-button",
      type: "button",
      id: `right-${entity ?? "none"}`,
      "aria-pressed": String(isChosen),
      click: () => actions.correct(entity),
    },
    isChosen ? `✓ ${label}` : label,
  );
}

function drawRow(
  { entity, behind }: Row,
  rank: number,
  view: CandidateView,
  actions: CandidateActions,
): HTMLElement {
  const isPinned = view.pinned === entity.id;
  const isWinner = entity.id === view.link.entity?.id;
  const about = entity.description ?? entity.phrase ?? entity.type ?? "";
  return h(
    "li",
    { class: `candidate${isWinner ? " winner" : ""}${isPinned ? " pinned" : ""}` },
    h(
      "div",
      { class: "candidate-head" },
      entity.url
        ? h("a", { href: entity.url, target: "_blank", rel: "noopener noreferrer" }, entity.title)
        : h("span", { class: "candidate-title" }, entity.title),
      h("span", { class: "step-points" }, rank === 0 ? "first" : signedPoints(behind)),
    ),
    about ? h("p", { class: "candidate-text" }, about) : null,
    h(
      "div",
      { class: "candidate-actions" },
      isWinner && !isPinned ? null : whatIf(entity, isPinned, actions),
      correctButton("this is right", entity.id, view, actions),
    ),
  );
}

function whatIf({ id, title }: EntityJson, isPinned: boolean, actions: CandidateActions): HTMLElement {
  return h(
    "button",
    {
      class: "pin",
      type: "button",
      "aria-pressed": String(isPinned),
      "aria-label": isPinned ? `Unpin ${title}` : `What if it meant ${title}?`,
      click: () => (isPinned ? actions.unpin() : actions.pin(id)),
    },
    isPinned ? "unpin" : "what if?",
  );
}
