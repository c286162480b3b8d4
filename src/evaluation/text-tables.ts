/** Evaluation results as lines of text for a terminal. */
import { formatInterval, type Interval } from "./intervals.js";
import type { Metrics } from "./metrics.js";
import { type ErrorKind, errorKinds } from "./outcome.js";
import type { Reliability } from "./reliability.js";

/** Columns as wide as their widest cell; the first column stands left, the others right. */
export function textTable(rows: (string | number)[][]): string[] {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => String(row[c] ?? "").length)));
  return rows.map((row) =>
    row
      .map((value, c) => (c === 0 ? String(value).padEnd(widths[c]) : String(value).padStart(widths[c])))
      .join("  ")
      .trimEnd(),
  );
}

export const percent = (x: number | null, digits = 2) => (x === null ? "–" : (100 * x).toFixed(digits));

/** One row a data set or system. */
export function metricsTable(results: { name: string; metrics: Metrics }[]): (string | number)[][] {
  return [
    [
      "",
      "documents",
      "mentions",
      "in KB",
      "micro P",
      "micro R",
      "micro F1",
      "macro F1",
      "all-gold F1",
      "cand. recall",
    ],
    ...results.map(({ name, metrics: m }) => [
      name,
      m.documents,
      m.mentions,
      percent(m.inKb, 1),
      percent(m.micro.precision),
      percent(m.micro.recall),
      percent(m.micro.f1),
      percent(m.macro.f1),
      percent(m.overall.f1),
      percent(m.candidateRecall),
    ]),
  ];
}

export function errorTable(metrics: Metrics): (string | number)[][] {
  const kinds = Object.entries(metrics.errors) as [ErrorKind, number][];
  return [
    ["errors", "mentions", "%"],
    ...kinds.map(([kind, count]) => [errorKinds[kind], count, percent(count / metrics.mentions)]),
  ];
}

export function reliabilityTable({ bins }: Reliability): (string | number)[][] {
  return [
    ["confidence", "links", "mean", "right"],
    ...bins
      .filter((b) => b.links > 0)
      .map((b) => [
        `${b.from.toFixed(1)}–${b.to.toFixed(1)}`,
        b.links,
        b.confidence.toFixed(3),
        b.accuracy.toFixed(3),
      ]),
  ];
}

export function intervalLine(name: string, interval: Interval): string {
  return `${name} ${formatInterval(interval)} (${interval.values.length} runs)`;
}
