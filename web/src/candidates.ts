/** The candidates of the chosen name with prior, local score and belief as bars. */
import type { LinkJson } from "../../src/formats/links/link-json.js";
import { h, percent, withProperties } from "./dom.js";
import { beliefsAt } from "./state.js";

/** Candidates in sight at once. */
const SHOWN = 4;

export interface CandidateActions {
  pin(entity: string): void;
  unpin(): void;
}

export interface CandidateView {
  /** Has every candidate, even while the name is pinned to one. */
  base: LinkJson;
  /** Under the what-if. */
  link: LinkJson;
  pinned: string | undefined;
  loop: number;
}

interface Row {
  id: string;
  title: string;
  url?: string;
  description?: string;
  phrase?: string;
  type?: string;
  prior: number;
  local: number;
  belief: number;
}

function rowsOf({ base, link, pinned, loop }: CandidateView): Row[] {
  const source = pinned === undefined ? link : base;
  const beliefs = beliefsAt(source, loop);
  return (source.explanation?.candidates ?? []).map((c, i) => ({
    ...c.entity,
    prior: c.prior,
    local: c.local,
    belief: beliefs[i],
  }));
}

/** Local scores have no fixed scale: the bars run from the lowest to the highest among the candidates. */
function localShare(rows: Row[], row: Row): number {
  const all = rows.map((r) => r.local);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return high > low ? 0.06 + 0.94 * ((row.local - low) / (high - low)) : 1;
}

function bar(kind: string, label: string, share: number, value: string): HTMLElement {
  const fill = withProperties(h("span", { class: "bar-fill" }), { "--share": share.toFixed(4) });
  return h(
    "div",
    { class: `bar ${kind}`, title: `${label}: ${value}` },
    h("span", { class: "bar-label" }, label),
    h("span", { class: "bar-track" }, fill),
    h("span", { class: "bar-value" }, value),
  );
}

/** What it is, in as many words as there are. */
function aboutRow({ description, phrase, type }: Row): string {
  return description ?? phrase ?? type ?? "";
}

export function drawCandidates(view: CandidateView, actions: CandidateActions): HTMLElement {
  const rows = rowsOf(view);
  if (rows.length === 0) {
    return h("p", { class: "empty" }, "The knowledge base has no entry of this name.");
  }
  const draw = (row: Row) => drawRow(rows, row, view, actions);
  const list = h("ol", { class: "candidates" }, ...rows.slice(0, SHOWN).map(draw));
  const rest = rows.slice(SHOWN);
  if (rest.length === 0) return list;
  // a pin among the others must stay in sight
  const open = rest.some((row) => row.id === view.pinned);
  const more = h("ol", { class: "candidates" }, ...rest.map(draw));
  return h(
    "div",
    {},
    list,
    h("details", { open }, h("summary", { id: "more-candidates" }, `${rest.length} more`), more),
  );
}

function drawRow(rows: Row[], row: Row, view: CandidateView, actions: CandidateActions): HTMLElement {
  const isPinned = view.pinned === row.id;
  const isWinner = row.id === view.link.entity?.id;
  return h(
    "li",
    { class: `candidate${isWinner ? " winner" : ""}${isPinned ? " pinned" : ""}` },
    h(
      "div",
      { class: "candidate-head" },
      row.url
        ? h("a", { href: row.url, target: "_blank", rel: "noopener noreferrer" }, row.title)
        : h("span", { class: "candidate-title" }, row.title),
      h(
        "button",
        {
          class: "pin",
          type: "button",
          "aria-pressed": String(isPinned),
          "aria-label": isPinned ? `Unpin ${row.title}` : `What if it meant ${row.title}?`,
          click: () => (isPinned ? actions.unpin() : actions.pin(row.id)),
        },
        isPinned ? "unpin" : "what if?",
      ),
    ),
    aboutRow(row) ? h("p", { class: "candidate-text" }, aboutRow(row)) : null,
    bar("prior", "prior", row.prior, percent(row.prior)),
    bar("local", "words", localShare(rows, row), row.local.toFixed(2)),
    bar("belief", "belief", row.belief, percent(row.belief)),
  );
}
