/** The page of an evaluation: tables, reliability diagram, and every wrong mention in its sentence, filterable. */
import { htmlPage, htmlTable, type Section, scriptJson, scrollingTable } from "./html-page.js";
import { computeMetrics } from "./metrics.js";
import { type DocumentOutcome, errorKinds } from "./outcome.js";
import { computeReliability, type Reliability } from "./reliability.js";
import { errorTable, metricsTable } from "./text-tables.js";

export interface EvaluatedSet {
  name: string;
  documents: DocumentOutcome[];
}

function reliabilitySection(reliability: Reliability): Section {
  const bins = reliability.bins.filter((b) => b.links > 0);
  return {
    heading: "Reliability",
    html: `<p>Expected calibration error ${(100 * reliability.ece).toFixed(2)} %. A point on the diagonal is an honest confidence.</p>`,
    chart: {
      title: "Share of right links by confidence",
      kind: "lines",
      xLabel: "confidence",
      xUnit: "share",
      yUnit: "share",
      x: bins.map((b) => b.confidence),
      series: [
        { label: "right", values: bins.map((b) => b.accuracy) },
        { label: "honest", values: bins.map((b) => b.confidence) },
      ],
    },
  };
}

/** Shows the rows that match; runs in the reader's browser. */
const filtering = `
const rows = JSON.parse(document.getElementById("wrong").textContent);
const kind = document.getElementById("kind"), words = document.getElementById("words"), body = document.getElementById("rows");
const cell = (row, text) => row.insertCell().append(text);
function show() {
  const wanted = words.value.toLowerCase();
  const found = rows.filter((r) => (!kind.value || r.kind === kind.value) && (!wanted || r.search.includes(wanted)));
  document.getElementById("count").textContent = found.length + " of " + rows.length;
  body.replaceChildren();
  for (const r of found.slice(0, 1000)) {
    const row = body.insertRow();
    cell(row, r.document);
    const sentence = row.insertCell(), mark = document.createElement("mark");
    mark.textContent = r.surface;
    sentence.append(r.before, mark, r.after);
    cell(row, r.gold); cell(row, r.link); cell(row, r.confidence); cell(row, r.kind);
  }
}
for (const r of rows) r.search = [r.document, r.surface, r.before, r.after, r.gold, r.link].join(" ").toLowerCase();
kind.onchange = words.oninput = show;
show();`;

function wrongSection(sets: EvaluatedSet[]): Section {
  const wrong = sets.flatMap(({ name, documents }) =>
    documents.flatMap((doc) =>
      doc.mentions
        .filter((m) => m.error !== undefined)
        .map((m) => ({
          document: sets.length > 1 ? `${name}: ${m.document}` : m.document,
          surface: m.surface,
          before: m.before,
          after: m.after,
          gold: m.gold ?? "NIL",
          link: m.link ?? "(no link)",
          confidence: m.confidence === undefined ? "" : m.confidence.toFixed(2),
          kind: errorKinds[m.error!],
        })),
    ),
  );
  const kinds = [...new Set(wrong.map((w) => w.kind))];
  return {
    heading: "Every wrong mention",
    html:
      `<p><select id="kind"><option value="">all kinds</option>${kinds.map((k) => `<option>${k}</option>`).join("")}</select>` +
      `<input id="words" placeholder="words, entity, document"> <span id="count" class="muted"></span></p>` +
      scrollingTable(
        `<thead><tr><th>document</th><th>mention</th><th>gold</th><th>link</th><th>confidence</th><th>kind</th></tr></thead><tbody id="rows"></tbody>`,
      ) +
      `<script type="application/json" id="wrong">${scriptJson(wrong)}</script>`,
  };
}

export function evaluationPage(title: string, sets: EvaluatedSet[]): string {
  const results = sets.map(({ name, documents }) => ({ name, metrics: computeMetrics(documents) }));
  const everything = sets.flatMap((s) => s.documents);
  const reliability = computeReliability(everything);
  return htmlPage(
    title,
    [
      { heading: "Scores", html: htmlTable(metricsTable(results)) },
      ...results.map((r) => ({ heading: `Errors: ${r.name}`, html: htmlTable(errorTable(r.metrics)) })),
      ...(reliability ? [reliabilitySection(reliability)] : []),
      wrongSection(sets),
    ],
    filtering,
  );
}
