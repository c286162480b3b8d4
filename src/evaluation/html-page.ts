/** One self-contained HTML page: text, tables and charts, with uPlot inlined; opens without a network. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface Chart {
  title: string;
  kind: "lines" | "bars";
  xLabel: string;
  x: number[];
  /** Values by x; null leaves a gap. */
  series: { label: string; values: (number | null)[] }[];
}

export type Section = { heading?: string; html?: string; chart?: Chart };

export function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** Rows of cells; the first row is the head. Cells that look like numbers stand right. */
export function htmlTable(rows: (string | number)[][]): string {
  const cell = (tag: string, value: string | number) => {
    const text = String(value);
    const isNumber = /^[−+-]?[\d.,]+( ?±.*| ?%| s)?$/.test(text);
    return `<${tag}${isNumber ? ' class="n"' : ""}>${escapeHtml(text)}</${tag}>`;
  };
  const [head, ...body] = rows;
  return (
    `<table><thead><tr>${head.map((c) => cell("th", c)).join("")}</tr></thead><tbody>` +
    `${body.map((row) => `<tr>${row.map((c) => cell("td", c)).join("")}</tr>`).join("")}</tbody></table>`
  );
}

const style = `
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 980px; margin: 2rem auto; padding: 0 1rem; color: #1c2733; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid #d8dee6; }
table { border-collapse: collapse; margin: .8rem 0; } td, th { padding: .25rem .7rem; border-bottom: 1px solid #e6eaf0; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } mark { background: #ffe08a; }
input, select { font: inherit; padding: .2rem .4rem; margin-right: .6rem; } .muted { color: #5b6b7c; }
`;

/** Draws the charts of the page's own data; runs in the reader's browser. */
const drawing = `
const colours = ["#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#4b5563"];
for (const [i, chart] of JSON.parse(document.getElementById("charts").textContent).entries()) {
  const bars = chart.kind === "bars" ? uPlot.paths.bars({ size: [0.8 / chart.series.length, 60], align: 1 }) : undefined;
  new uPlot({
    title: chart.title, width: Math.min(940, innerWidth - 40), height: 300,
    scales: { x: { time: false } },
    axes: [{ label: chart.xLabel }, { size: 70 }],
    series: [{ label: chart.xLabel }, ...chart.series.map((s, n) => ({
      label: s.label, stroke: colours[n % 7], width: 2, spanGaps: true, paths: bars,
      fill: bars ? colours[n % 7] + "99" : undefined, points: { show: !bars && chart.x.length < 60 } }))],
  }, [chart.x, ...chart.series.map((s) => s.values)], document.getElementById("chart" + i));
}`;

function plottingLibrary(): { script: string; css: string } {
  const require = createRequire(import.meta.url);
  return {
    script: readFileSync(require.resolve("uplot/dist/uPlot.iife.min.js"), "utf8"),
    css: readFileSync(require.resolve("uplot/dist/uPlot.min.css"), "utf8"),
  };
}

/** JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}

export function htmlPage(title: string, sections: Section[], script = ""): string {
  const charts = sections.flatMap((s) => (s.chart ? [s.chart] : []));
  let n = 0;
  const body = sections
    .map(
      (s) =>
        (s.heading ? `<h2>${escapeHtml(s.heading)}</h2>` : "") +
        (s.html ?? "") +
        (s.chart ? `<div id="chart${n++}"></div>` : ""),
    )
    .join("\n");
  const library = charts.length > 0 ? plottingLibrary() : { script: "", css: "" };
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<style>${library.css}${style}</style></head><body><h1>${escapeHtml(title)}</h1>`,
    body,
    `<script type="application/json" id="charts">${scriptJson(charts)}</script>`,
    charts.length > 0 ? `<script>${library.script}</script><script>${drawing}</script>` : "",
    script ? `<script>${script}</script>` : "",
    "</body></html>\n",
  ].join("\n");
}
