/** What the paper's experiments gave, as a table beside the paper's numbers and the published code's. */
import type { SelectedDocument } from "../features/model-documents.js";
import { scoresOf } from "../training/dev-score.js";
import type { AllResult } from "../training/train-all.js";
import { compareFolds, type FoldResult, foldCells, foldHeads, formatComparison } from "./fold-results.js";
import { formatInterval, type Interval, meanWithInterval } from "./intervals.js";
import { DEFAULT_MODEL, type PaperModel, paperTests } from "./paper-experiment.js";

export interface PaperRow {
  name: string;
  title: string;
  /** Of the seeds that kept a model; and of their last evaluations. */
  devF1: Interval;
  lastDevF1: Interval;
  epochs: number;
  seconds: number;
  /** Dev F1 of the seeds' averaged scores. */
  ensemble?: number;
  /** F1 on test parts, by part. */
  tests?: Record<string, Interval>;
  published?: PaperModel["published"];
  paper?: string;
  /** Where documents judge in folds. */
  folds?: FoldResult;
}

const known = (scores: (number | null)[]) => scores.filter((score) => score !== null);

/** Models of which at least one seed is done. */
export function collectRows(models: PaperModel[], { runs }: AllResult): PaperRow[] {
  return models.flatMap((m) => {
    const own = runs.filter((r) => r.name.startsWith(`${m.name}/`));
    if (own.length === 0) return [];
    const mean = (of: (r: (typeof own)[number]) => number) =>
      own.reduce((sum, r) => sum + of(r), 0) / own.length;
    return [
      {
        name: m.name,
        title: m.title,
        devF1: meanWithInterval(known(own.map((r) => r.devF1))),
        lastDevF1: meanWithInterval(known(own.map((r) => r.lastDevF1))),
        epochs: mean((r) => r.epochs),
        seconds: mean((r) => r.seconds),
        published: m.published,
        paper: m.paper,
      },
    ];
  });
}

/** F1 of taking the candidate with the highest prior. */
export function priorOnlyF1(documents: SelectedDocument[]): number {
  const counts = { gold: 0, linked: 0, right: 0 };
  for (const m of documents.flatMap((d) => d.mentions)) {
    if (m.goldEntity < 0) continue;
    counts.gold++;
    if (m.candidates.length > 0) counts.linked++;
    if (m.gold === 0) counts.right++;
  }
  return scoresOf(counts).f1;
}

export function paperTable(rows: PaperRow[], priorOnly: number): (string | number)[][] {
  return [
    [
      "model",
      "dev F1",
      "last",
      "seeds",
      "averaged",
      "epochs",
      "seconds",
      "published code",
      "its mean",
      "paper (AIDA-B)",
    ],
    ...rows.map((r) => [
      r.title,
      formatInterval(r.devF1),
      formatInterval(r.lastDevF1),
      r.devF1.values.length,
      r.ensemble === undefined ? "" : (100 * r.ensemble).toFixed(2),
      r.epochs.toFixed(0),
      r.seconds.toFixed(0),
      r.published?.best ?? "",
      r.published?.mean ?? "",
      r.paper ?? "",
    ]),
    ["prior only", (100 * priorOnly).toFixed(2), "", "", "", "", "", "", "", ""],
  ];
}

/** F1 on documents outside, and what the default of our training (or else the first model) has more than each other. */
export function foldTable(rows: PaperRow[]): (string | number)[][] {
  const judged = rows.flatMap((row) => (row.folds ? [{ ...row, folds: row.folds }] : []));
  const first = judged.find((row) => row.name === DEFAULT_MODEL) ?? judged[0];
  const better = first?.name === DEFAULT_MODEL ? "the default" : (first?.title ?? "the first");
  const difference = (folds: FoldResult) => {
    if (folds === first.folds) return "";
    if (folds.documents.length !== first.folds.documents.length) return "not all folds are done";
    return formatComparison(compareFolds(first.folds, folds));
  };
  return [
    ["model", ...foldHeads, "runs", "seconds", `${better} has more`],
    ...judged.map(({ title, folds, seconds }) => [
      title,
      ...foldCells(folds),
      folds.last.values.length,
      seconds.toFixed(0),
      difference(folds),
    ]),
  ];
}

/** Ours on each test part, with the paper's number behind it where the paper has one. */
export function testTable(rows: PaperRow[], parts: string[]): (string | number)[][] {
  const cell = (row: PaperRow, part: string) => {
    const paper = paperTests[part]?.[row.name];
    const ours = row.tests?.[part];
    return ours ? formatInterval(ours) + (paper ? ` (${paper})` : "") : "";
  };
  return [["model", ...parts], ...rows.map((r) => [r.title, ...parts.map((part) => cell(r, part))])];
}
