/** Tables whose numbers are drawn: a bar in each cell, as long as its share. */
import { escapeHtml, scrollingTable } from "./html-page.js";

/** A row: what it is, and shares of 1 by column. `isMarked` rows stand out. */
export interface BarRow {
  labels: string[];
  shares: number[];
  isMarked?: boolean;
}

/** `heads` name the labels first and the shares after them. */
export function barTable(heads: string[], rows: BarRow[]): string {
  const most = Math.max(1e-9, ...rows.flatMap((r) => r.shares));
  const bar = (share: number) => {
    const width = ((100 * share) / most).toFixed(1);
    return `<td class="n" style="background:linear-gradient(to right,var(--mark) ${width}%,transparent ${width}%)">${(100 * share).toFixed(1)} %</td>`;
  };
  const label = (text: string, isMarked = false) =>
    `<td>${isMarked ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text)}</td>`;
  const head = heads.map((text) => `<th>${escapeHtml(text)}</th>`).join("");
  const body = rows.map(
    ({ labels, shares, isMarked }) =>
      `<tr>${labels.map((text) => label(text, isMarked)).join("")}${shares.map(bar).join("")}</tr>`,
  );
  return scrollingTable(`<thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody>`);
}
