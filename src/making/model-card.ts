/** The card of a linker: what it holds, what it was made from, what it reaches on documents it has not seen. */
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { Calibration } from "../linker/calibration.js";
import type { NamedRelation } from "../linker/relation-names.js";
import type { Model } from "../model/model.js";
import type { VectorTable } from "../vectors/vector-table.js";
import type { Accuracy, ConfidenceReport, StrangersReport } from "./judge.js";
import type { MakeSettings } from "./make-options.js";
import type { StepFacts } from "./run-steps.js";

export interface CardInput {
  settings: MakeSettings;
  kb: KnowledgeBase;
  words: VectorTable;
  entities: VectorTable;
  model: Model;
  calibration: Calibration;
  relations: NamedRelation[];
  facts: Record<string, StepFacts>;
  /** File and its bytes. */
  sizes: [string, number][];
}

const percent = (x: number) => (100 * x).toFixed(1);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
const number = (x: number) => x.toLocaleString("en");

export function modelCard(input: CardInput): string {
  const { settings } = input;
  return [
    `# ${settings.name}\n\nA linker made by \`mulrel make\` (language ${settings.language}, seed ${settings.seed}). The same sources and settings give the same bytes.`,
    contents(input),
    sources(input.kb),
    results(input.facts),
    confidence(input),
    ...relationTable(input),
    "",
  ].join("\n\n");
}

function contents({ kb, words, entities, model, settings, sizes }: CardInput): string {
  const { config } = model;
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  return `## Contents
| file | size |
|---|---|
${sizes.map(([file, size]) => `| ${file} | ${megabytes(size)} |`).join("\n")}
| together | ${megabytes(total)} |

- ${number(kb.size)} entities with ${number(kb.info.surfaces)} names.
- ${number(words.rows)} word vectors and ${number(entities.rows)} entity vectors of ${entities.d} numbers, stored as ${settings.storage}.
- Model: ${config.normalization}, K = ${config.relations}, ${config.padding ? "with" : "without"} padding, ${config.loops} loops.`;
}

function sources(kb: KnowledgeBase): string {
  const list = kb.info.sources.map((s) => `- ${s.name}, SHA-256 ${s.sha256}`).join("\n");
  return `## Sources of the knowledge base\n${list}`;
}

function results(facts: CardInput["facts"]): string {
  const accuracy = facts.calibration?.accuracy as Record<string, Accuracy> | undefined;
  if (!accuracy) return "## Results\nNo held-out documents were given: accuracy is not known.";
  const row = (part: string, { inKb, listed, priorRight, modelRight }: Accuracy) =>
    `| ${part} | ${number(inKb)} | ${percent(listed / inKb)} | ${percent(priorRight / inKb)} | ${percent(modelRight / inKb)} |`;
  return `## Results
Names given, entity in the knowledge base, documents that took no part in training ("dev" chose the epoch and calibrates, "test" only judges):

| part | mentions | gold among the candidates (%) | right by prior alone (%) | right (%) |
|---|---|---|---|---|
${Object.entries(accuracy)
  .filter(([, a]) => a.inKb > 0)
  .map(([part, a]) => row(part, a))
  .join("\n")}`;
}

/** What each relation connects more than the others do; how much more is known where that was found out just now. */
export function relationTable({ relations }: Pick<CardInput, "relations">): string[] {
  if (relations.length === 0) return [];
  const about =
    "Each is named after the kind of pair that it connects more often than the other relations do, on held-out texts";
  if (relations.some(({ share }) => share === undefined)) {
    const names = relations.map(({ name }, k) => `${k + 1}. ${name}`);
    return [
      `## Relations\n${about}; the names are those of the linker whose parameters these are.\n\n${names.join("\n")}`,
    ];
  }
  const rows = relations.map(
    ({ name, share = 0, lift = 0 }, k) => `| ${k + 1} | ${name} | ${percent(share)} | ${lift.toFixed(2)} |`,
  );
  return [
    `## Relations
${about}: the share of its weight on such pairs, and that share by the one of all relations.

| relation | connects | share (%) | times as often |
|---|---|---|---|
${rows.join("\n")}`,
  ];
}

interface Judged {
  inKb: ConfidenceReport;
  all: ConfidenceReport;
  strangers: StrangersReport;
}

function confidence({ facts, calibration }: CardInput): string {
  const table = calibration.precisions
    .filter((p) => [0, 0.25, 0.5, 0.75, 0.9].includes(p.threshold))
    .map((p) => `| ${p.threshold} | ${percent(p.precision)} | ${percent(p.recall)} |`)
    .join("\n");
  const judged = (["given", "found"] as const).flatMap((names) => {
    const report = facts.calibration?.[names] as Judged | undefined;
    if (!report || report.all.links === 0) return [];
    const { inKb, all, strangers } = report;
    const above = strangers.above.map(({ links }) => percent(links / Math.max(1, strangers.names)));
    return [
      `| ${names} | ${number(all.links)} | ${inKb.error.toFixed(3)} | ${all.error.toFixed(3)} | ${number(strangers.names)} | ${above.join(" | ")} |`,
    ];
  });
  const reliability =
    judged.length === 0
      ? "It is taken over from another linker."
      : `Judged on other documents, a quarter of whose entities was taken away. Expected calibration error, and names without an entry that were linked all the same:

| names | links | error, entry there | error, all | names without entry | of them linked above 0.5 (%) | above 0.9 (%) |
|---|---|---|---|---|---|---|
${judged.join("\n")}`;
  return `## Confidence
Fitted on held-out documents, for names given and names found, with strangers among them. ${reliability}

Links with a confidence of at least the threshold there:

| threshold | right (%) | share of all right links kept (%) |
|---|---|---|
${table}`;
}
