/** How runs learn, as charts: dev F1 and loss by epoch, run by run or model by model. */
import { join } from "node:path";
import { type Metrics, readMetrics } from "../training/run-folder.js";
import type { Chart, Section } from "./html-page.js";

export interface RunCurve {
  name: string;
  metrics: Metrics[];
}

/** A line for each run. */
export function learningCurves(
  runs: RunCurve[],
  { title, yUnit }: Pick<Chart, "title" | "yUnit">,
  pick: (m: Metrics) => number,
): Section {
  const x = epochsOf(runs);
  const series = runs.map(({ name, metrics }) => {
    const at = new Map(metrics.map((m) => [m.epoch, pick(m)]));
    return { label: name, values: x.map((epoch) => at.get(epoch) ?? null) };
  });
  return { chart: { title, kind: "lines", xLabel: "epoch", x, series, yUnit } };
}

const epochsOf = (runs: RunCurve[]) =>
  [...new Set(runs.flatMap((r) => r.metrics.map((m) => m.epoch)))].sort((a, b) => a - b);

/** Of each model the middle run and the worst one: a model that falls over in one seed shows in the second. */
export async function modelCurves(
  folder: string,
  models: { name: string; title: string }[],
  runs: { name: string }[],
): Promise<Section[]> {
  const all = await Promise.all(
    models.map(async ({ name, title }) => {
      const own = runs.filter((r) => r.name.startsWith(`${name}/`));
      return {
        title,
        runs: await Promise.all(
          own.map(async (r) => ({ name: r.name, metrics: await readMetrics(join(folder, r.name)) })),
        ),
      };
    }),
  );
  const x = epochsOf(all.flatMap((model) => model.runs));
  const chart = (title: string, share: number): Section => ({
    chart: {
      title,
      kind: "lines",
      xLabel: "epoch",
      x,
      yUnit: "share",
      series: all.map((model) => ({
        label: model.title,
        values: x.map((epoch) => quantile(scoresAt(model.runs, epoch), share)),
      })),
    },
  });
  return [
    { heading: "How they learn", ...chart("Dev F1, the middle run of each model", 0.5) },
    chart("Dev F1, the worst run of each model", 0),
  ];
}

const scoresAt = (runs: RunCurve[], epoch: number) =>
  runs.flatMap((r) => r.metrics.filter((m) => m.epoch === epoch).map((m) => m.devF1));

/** The lower one where two are in the middle; null of none. */
function quantile(values: number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? null;
}
