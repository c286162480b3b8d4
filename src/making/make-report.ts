/** The page that tells how a linker came out: accuracy against the prior, calibration, times, and its worst errors in their sentences. */
import { escapeHtml, htmlPage, htmlTable, type Section, scrollingTable } from "../evaluation/html-page.js";
import type { MakeContext } from "./choose-steps.js";
import type { Accuracy, ConfidenceReport } from "./judge.js";
import type { Step, StepRecord } from "./run-steps.js";

const percent = (x: number) => `${(100 * x).toFixed(1)} %`;

export function makeReport(context: MakeContext, steps: Step[], records: Record<string, StepRecord>): string {
  const { calibration, training } = records;
  return htmlPage(`Linker ${context.settings.name}`, [
    { heading: "What it holds", html: sizes(records) },
    ...(calibration ? accuracySections(calibration) : []),
    ...(training ? [{ heading: "Training", html: factsTable(training.facts) }] : []),
    { heading: "Steps", html: stepTable(steps, records) },
    ...(calibration ? [{ heading: "Worst errors", html: errorTable(calibration) }] : []),
  ]);
}

function sizes(records: Record<string, StepRecord>): string {
  const rows = Object.entries(records)
    .filter(([name]) => ["words", "knowledge-base", "entities", "parts", "linker"].includes(name))
    .map(([name, { facts }]) => [
      name,
      Object.entries(facts)
        .map(([k, v]) => `${k} ${format(v)}`)
        .join(", "),
    ]);
  return htmlTable([["step", "result"], ...rows]);
}

const format = (value: unknown) => (typeof value === "number" ? value.toLocaleString("en") : String(value));

function factsTable(facts: Record<string, unknown>): string {
  return htmlTable([
    ["", ""],
    ...Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "number" ? round(value) : String(value),
    ]),
  ]);
}

const round = (x: number) => (Number.isInteger(x) ? x : x.toFixed(4));

function accuracySections({ facts }: StepRecord): Section[] {
  const accuracy = facts.accuracy as Record<string, Accuracy>;
  const rows = Object.entries(accuracy)
    .filter(([, a]) => a.inKb > 0)
    .map(([part, a]) => [
      part,
      a.inKb,
      percent(a.listed / a.inKb),
      percent(a.priorRight / a.inKb),
      percent(a.modelRight / a.inKb),
    ]);
  const table = htmlTable([["held out", "mentions", "gold listed", "prior alone", "linker"], ...rows]);
  return [{ heading: "Accuracy, names given", html: table }, ...confidenceSections(facts)];
}

function confidenceSections(facts: Record<string, unknown>): Section[] {
  return (["given", "found"] as const).flatMap((names): Section[] => {
    const report = facts[names] as { inKb: ConfidenceReport; all: ConfidenceReport } | undefined;
    if (!report || report.all.links === 0) return [];
    const x = report.all.bins.map((_, i) => 5 + 10 * i);
    const values = ({ bins }: ConfidenceReport) => bins.map((b) => (b.links > 0 ? 100 * b.accuracy : null));
    return [
      {
        heading: `Confidence, names ${names}`,
        html: `<p>Expected calibration error ${report.inKb.error.toFixed(3)} where the entry is there, ${report.all.error.toFixed(3)} over all (${report.all.links} links; a quarter of the entities was taken away).</p>`,
        chart: {
          title: "Right links by confidence (per cent)",
          kind: "lines",
          xLabel: "confidence",
          xUnit: "per cent",
          yUnit: "per cent",
          x,
          series: [
            { label: "all", values: values(report.all) },
            { label: "entry there", values: values(report.inKb) },
            { label: "perfect", values: x },
          ],
        },
      },
    ];
  });
}

function stepTable(steps: Step[], records: Record<string, StepRecord>): string {
  const rows = steps.map((step) => ({ step, record: records[step.name] }));
  rows.sort((a, b) => b.record.seconds - a.record.seconds);
  return htmlTable([
    ["step, the slowest first", "seconds", "made"],
    ...rows.map(({ step, record }) => [
      step.title,
      record.seconds.toFixed(1),
      Object.entries(record.outputs)
        .map(([file, { bytes }]) => `${file} (${(bytes / 1e6).toFixed(1)} MB)`)
        .join(", "),
    ]),
  ]);
}

interface WorstError {
  document: string;
  before: string;
  surface: string;
  after: string;
  linked: string;
  gold: string;
  confidence: number;
}

function errorTable({ facts }: StepRecord): string {
  const errors = (facts.worst ?? []) as WorstError[];
  if (errors.length === 0) return "<p>None.</p>";
  const cells = errors.map(
    (e) =>
      `<tr><td class="n">${percent(e.confidence)}</td><td>${escapeHtml(e.before)}<mark>${escapeHtml(e.surface)}</mark>${escapeHtml(e.after)}</td>` +
      `<td>${escapeHtml(e.linked)}</td><td>${escapeHtml(e.gold)}</td></tr>`,
  );
  const heads = `<tr><th class="n">confidence</th><th>sentence</th><th>linked</th><th>right</th></tr>`;
  return scrollingTable(heads + cells.join(""));
}
