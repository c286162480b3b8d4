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
  /** Shares of 1 and per cents are written as per cents along the axis. */
  xUnit?: "share" | "per cent";
  yUnit?: "share" | "per cent";
}

export type Section = { heading?: string; html?: string; chart?: Chart };

export function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

const isNumber = (value: string | number) => /^[−+-]?[\d.,]+( ?±.*| ?%| s)?$/.test(String(value));

/** A table, its inner HTML given, that scrolls by itself where the page is too narrow, by keys too. */
export function scrollingTable(html: string): string {
  return `<div class="table" tabindex="0"><table>${html}</table></div>`;
}

/** Rows of cells; the first row is the head. Cells that look like numbers stand right, with the heads of columns that have them. Paths may be broken behind a slash. */
export function htmlTable(rows: (string | number)[][]): string {
  const cell = (tag: string, value: string | number, isRight: boolean) =>
    `<${tag}${isRight ? ' class="n"' : ""}>${escapeHtml(String(value)).replace(/\//g, "/<wbr>")}</${tag}>`;
  const [head, ...body] = rows;
  const heads = head.map((c, column) =>
    cell(
      "th",
      c,
      body.some((row) => column < row.length && isNumber(row[column])),
    ),
  );
  const lines = body.map((row) => `<tr>${row.map((c) => cell("td", c, isNumber(c))).join("")}</tr>`);
  return scrollingTable(`<thead><tr>${heads.join("")}</tr></thead><tbody>${lines.join("")}</tbody>`);
}

/** The look of the linking page: paper and ink, light and dark, from a phone's width on. */
const style = `
:root { color-scheme: light dark; --paper: #fbf9f5; --ink: #23211d; --soft: #635d53; --line: #e4dfd5; --mark: #ffe08a; --accent: #1f4e79; }
@media (prefers-color-scheme: dark) { :root { --paper: #15171a; --ink: #ece7dd; --soft: #a8a196; --line: #2e3237; --mark: #6b5310; --accent: #8fc1ee; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 980px; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
h1 { font: 600 1.6rem/1.2 Georgia, serif; } h2 { font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid var(--line); } a { color: var(--accent); }
.table { overflow-x: auto; } table { border-collapse: collapse; margin: .8rem 0; overflow-wrap: break-word; } td, th { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } td.n { white-space: nowrap; } mark { background: var(--mark); color: inherit; }
@media (max-width: 500px) { td, th { padding: .25rem .35rem; } }
pre { white-space: pre-wrap; } input, select { font: inherit; padding: .2rem .4rem; margin-right: .6rem; max-width: 100%; } .muted { color: var(--soft); }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; } .u-title { font-size: .9rem; } .u-legend { font-size: .8rem; margin-bottom: 1rem; }
`;

/** Draws the charts of the page's own data, anew when the window's width or the colours change; runs in the reader's browser. */
const drawing = `
const colours = matchMedia("(prefers-color-scheme: dark)");
const dark = ["#6fb1ea", "#f0935a", "#5cc4b2", "#ee7f9f", "#bf9be0", "#cfc94f", "#9fb0c0"];
const light = ["#1f6fb2", "#c8571b", "#1d7a6d", "#a3284f", "#7b4fa3", "#6d6a00", "#3d4a57"];
const all = JSON.parse(document.getElementById("charts").textContent);
// as many digits as the step between two ticks has
const digits = (step) => [0, 1, 2, 3].find((n) => Math.abs(step * 10 ** n - Math.round(step * 10 ** n)) < 1e-6) ?? 4;
const percent = (of) => of && ((_, ticks, axis, space, step) => ticks.map((t) => of === "share" ? (100 * t).toFixed(digits(100 * step)) + " %" : t.toFixed(digits(step)) + " %"));
// no half epochs
const steps = (x) => x.every(Number.isInteger) && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] };
function plot(place, chart, series, width, numbers) {
  const css = getComputedStyle(document.documentElement);
  const [ink, line] = [css.getPropertyValue("--soft"), css.getPropertyValue("--line")];
  const palette = colours.matches ? dark : light;
  const bars = chart.kind === "bars" ? uPlot.paths.bars({ size: [0.8, 60] }) : undefined;
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  new uPlot({
    title: chart.kind === "bars" ? series[0].label : chart.title, width, height: chart.kind === "bars" ? 180 : 300, legend: { show: !bars },
    scales: { x: { time: false }, y: { range: numbers } },
    axes: [{ ...axis, label: chart.xLabel, values: percent(chart.xUnit), ...steps(chart.x) }, { ...axis, size: 60, values: percent(chart.yUnit) }],
    series: [{ label: chart.xLabel }, ...series.map((s, n) => ({
      label: s.label, stroke: palette[n % 7], width: 2, spanGaps: true, paths: bars,
      fill: bars ? palette[n % 7] + "99" : undefined, points: { show: !bars && chart.x.length < 60 } }))],
  }, [chart.x, ...series.map((s) => s.values)], place);
}
function draw() {
  for (const [i, chart] of all.entries()) {
    const place = document.getElementById("chart" + i);
    place.replaceChildren();
    const room = Math.min(940, document.documentElement.clientWidth - 40);
    if (chart.kind === "lines") { plot(place, chart, chart.series, room); continue; }
    // one small chart for each series, with one scale: bars of several would stand in each other's way
    const most = Math.max(1e-9, ...chart.series.flatMap((s) => s.values));
    for (const one of chart.series) plot(place.appendChild(document.createElement("div")), chart, [one], Math.min(room, 300), [0, most]);
  }
}
draw();
addEventListener("resize", draw);
colours.addEventListener("change", draw);`;

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
        (s.chart ? `<div class="charts" id="chart${n++}"></div>` : ""),
    )
    .join("\n");
  const library = charts.length > 0 ? plottingLibrary() : { script: "", css: "" };
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>`,
    `<style>${library.css}${style}</style></head><body><h1>${escapeHtml(title)}</h1>`,
    body,
    `<script type="application/json" id="charts">${scriptJson(charts)}</script>`,
    charts.length > 0 ? `<script>${library.script}</script><script>${drawing}</script>` : "",
    script ? `<script>${script}</script>` : "",
    "</body></html>\n",
  ].join("\n");
}
