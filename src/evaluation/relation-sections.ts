/** The analysis of relations as sections of a page: distances, profiles, histograms. */
import { htmlTable, type Section } from "./html-page.js";
import type { RelationAnalysis } from "./relation-analysis.js";

export function matrixTable(name: string, matrix: number[][]): (string | number)[][] {
  const numbers = matrix.map((_, k) => `${name}${k + 1}`);
  return [["", ...numbers], ...matrix.map((row, k) => [numbers[k], ...row.map((x) => x.toFixed(2))])];
}

const percent = (x: number) => `${(100 * x).toFixed(1)} %`;

/** Models without a padding mention have no column for it. */
export function profileTable({ perRelation }: RelationAnalysis): (string | number)[][] {
  const hasPadding = perRelation.some((p) => p.padding > 0);
  return [
    [
      "relation",
      "share of all weight",
      ...(hasPadding ? ["to padding"] : []),
      "to the same entity",
      "by chance",
      "mentions sharing the weight",
    ],
    ...perRelation.map((p) => [
      p.relation,
      percent(p.share),
      ...(hasPadding ? [percent(p.padding)] : []),
      percent(p.sameEntity),
      percent(p.sameEntityByChance),
      p.spread.toFixed(1),
    ]),
  ];
}

/** The relation whose weight exceeds chance on mentions of the same entity the most. */
export function coreferenceRelation(analysis: RelationAnalysis): number | undefined {
  const lift = (p: RelationAnalysis["perRelation"][number]) => p.sameEntity - p.sameEntityByChance;
  const best = analysis.perRelation.reduce((a, b) => (lift(b) > lift(a) ? b : a));
  return lift(best) > 0 ? best.relation : undefined;
}

export function relationSections(analysis: RelationAnalysis): Section[] {
  const sections: Section[] = [];
  if (analysis.distancesR.length > 1) {
    const note = "<p>Euclidean distances between the unit vectors of the relations.</p>";
    sections.push({
      heading: "Relation distances",
      html:
        note +
        htmlTable(matrixTable("R", analysis.distancesR)) +
        (analysis.distancesD.length > 0 ? htmlTable(matrixTable("D", analysis.distancesD)) : ""),
    });
  }
  const { binEdges } = analysis;
  sections.push(
    { heading: "What each relation looks at", html: htmlTable(profileTable(analysis)) },
    {
      heading: "High weights",
      chart: {
        title: "Relation weights α above 0.25",
        kind: "bars",
        xLabel: "α",
        xUnit: "share",
        x: binEdges.slice(0, -1).map((e, b) => (e + binEdges[b + 1]) / 2),
        series: analysis.perRelation.map((p) => ({ label: `relation ${p.relation}`, values: p.histogram })),
      },
    },
  );
  return sections;
}
