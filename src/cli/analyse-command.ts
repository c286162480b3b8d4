/** `mulrel analyse`: what a model's latent relations do, as numbers and as a page. */
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import {
  type EvaluationSet,
  type LoadedModel,
  loadForEvaluation,
  openEvaluationSet,
  outcomesOf,
} from "../evaluation/evaluate-models.js";
import { htmlPage, htmlTable, type Section } from "../evaluation/html-page.js";
import { chooseExample, type MentionWeights, mentionWeights } from "../evaluation/mention-weights.js";
import { computeMetrics } from "../evaluation/metrics.js";
import { barTable } from "../evaluation/picture-tables.js";
import { analyseRelations, type RelationAnalysis } from "../evaluation/relation-analysis.js";
import {
  coreferenceRelation,
  matrixTable,
  profileTable,
  relationSections,
} from "../evaluation/relation-sections.js";
import { percent, textTable } from "../evaluation/text-tables.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { type ConnectedRelation, connectRelations, type WeightShare } from "../linker/connected-relations.js";
import { openAnyKnowledgeBase } from "../loading/open-layer.js";
import { usesMentionFeatures } from "../model/config.js";
import { wholeNumber } from "./numbers.js";
import { printJson, printLine, warn } from "./terminal.js";

interface Options {
  model: string[];
  part: string;
  document?: number;
  mention?: number;
  html?: string;
  kb?: string;
  json?: boolean;
}

function weightsTable(weights: MentionWeights): (string | number)[][] {
  const relations = weights.padding.map((_, k) => `α${k + 1}`);
  return [
    ["mention", "entity", ...relations],
    ...weights.others.map((o) => [
      o.mention,
      o.isSame ? `= ${o.gold}` : o.gold,
      ...o.alpha.map((a) => a.toFixed(3)),
    ]),
    ...(weights.padding.some((share) => share > 0)
      ? [["padding", "", ...weights.padding.map((a) => a.toFixed(3))]]
      : []),
  ];
}

const titleOfRelation = ({ relation, named }: ConnectedRelation) =>
  `Relation ${relation}${named ? `: ${named.name}` : ""}`;

/** Figure 4 with bars: whom one mention looks at; mentions of its own entity stand out. */
function weightsPicture(weights: MentionWeights, connected: ConnectedRelation[]): string {
  const relations = connected.map(titleOfRelation);
  const rows = weights.others.map((o) => ({
    labels: [o.mention, o.gold],
    shares: o.alpha,
    isMarked: o.isSame,
  }));
  const padding = weights.padding.some((share) => share > 0)
    ? [{ labels: ["nobody", "(the padding mention)"], shares: weights.padding }]
    : [];
  return barTable(["mention", "entity", ...relations], [...rows, ...padding]);
}

/** What one relation connects: kinds, words between, strongest pairs. */
function connectionSection(connected: ConnectedRelation): Section {
  const { kinds, pairs, between } = connected;
  const shares = (list: WeightShare[], head: string) =>
    list.length === 0
      ? ""
      : barTable(
          [head, "times as much as of all", "share of its weight"],
          list.map(({ name, share, lift }) => ({ labels: [name, lift.toFixed(1)], shares: [share] })),
        );
  const strongest = barTable(
    ["from", "to", "documents", "mean weight"],
    pairs.map(({ from, to, documents, weight }) => ({
      labels: [from, to, String(documents)],
      shares: [weight],
    })),
  );
  return {
    heading: titleOfRelation(connected),
    html: shares(kinds, "connects") + shares(between, "words between neighbours") + strongest,
  };
}

function connectionTable(connected: ConnectedRelation[]): (string | number)[][] {
  const first = (list: string[]) => list.slice(0, 3).join("; ");
  return [
    ["relation", "stands out by", "words between", "strongest pairs"],
    ...connected.map((c) => [
      `${c.relation}${c.named ? ` ${c.named.name}` : ""}`,
      first(c.kinds.map(({ name, lift }) => `${name} (${lift.toFixed(1)} ×)`)),
      first(c.between.map(({ name }) => name)),
      first(c.pairs.map(({ from, to }) => `${from} → ${to}`)),
    ]),
  ];
}

/** Kinds of entities by title, from a knowledge base. */
function endsIn(kb: KnowledgeBase, titleOf: (row: number) => string) {
  return (row: number) => {
    const found = kb.rowOfTitle(titleOf(row));
    return found < 0 ? undefined : kb.entity(found);
  };
}

/** Figure 3: a model asked with belief propagation and with the oracle, as far as each can be. */
function loopsTable(results: { path: string; oracle: boolean; f1: number }[]): (string | number)[][] {
  return [
    ["model", "inference", "dev F1"],
    ...results.map((r) => [r.path, r.oracle ? "oracle" : "LBP", percent(r.f1)]),
  ];
}

/** All that is found out; what --json prints. */
interface Findings {
  figure3: { path: string; oracle: boolean; f1: number }[];
  analysis: RelationAnalysis;
  coreference: number | undefined;
  connected: ConnectedRelation[];
  weights: MentionWeights;
}

/** The document and mention asked for, or one worth looking at. */
function choosePlace({ model, selected }: LoadedModel, options: Options): { at: number; place: number } {
  const example = chooseExample(model, selected);
  const at = options.document
    ? selected.findIndex((d) => d.source === options.document! - 1)
    : example.document;
  const place = options.mention ? options.mention - 1 : options.document ? 0 : example.mention;
  if (at < 0 || place >= selected[at].mentions.length) {
    throw new LinkingError("usage", `There is no document ${options.document} with a mention ${place + 1}.`);
  }
  return { at, place };
}

/** `subject` is the model whose relations are looked into. */
async function findOut(
  set: EvaluationSet,
  models: LoadedModel[],
  subject: LoadedModel,
  options: Options,
): Promise<Findings> {
  const { model, selected } = subject;
  const { at, place } = choosePlace(subject, options);
  const titleOf = (row: number) => set.tables.entities.name(row);
  const kb = options.kb ? await openAnyKnowledgeBase(options.kb) : undefined;
  const endOf = kb && endsIn(kb, titleOf);
  const connected = connectRelations(model, { selected, prepared: set.prepared, titleOf, endOf });
  kb?.close();
  const analysis = analyseRelations(model, selected);
  return {
    figure3: models.map((m) => ({
      path: m.path,
      oracle: m.oracle,
      f1: computeMetrics(outcomesOf([m], set)).micro.f1,
    })),
    analysis,
    coreference: coreferenceRelation(analysis),
    connected,
    weights: mentionWeights(model, selected[at], set.prepared[selected[at].source], place, titleOf),
  };
}

function pageOf(path: string, { figure3, analysis, connected, weights }: Findings): string {
  return htmlPage(`Relations of ${path}`, [
    { heading: "Belief propagation and oracle", html: htmlTable(loopsTable(figure3)) },
    ...relationSections(analysis),
    ...connected.map(connectionSection),
    {
      heading: `Whom ${weights.mention} (${weights.gold}) looks at, document ${weights.document}`,
      html: weightsPicture(weights, connected),
    },
  ]);
}

function printFindings({ figure3, analysis, coreference, connected, weights }: Findings): void {
  const print = (title: string, rows: (string | number)[][]) => {
    printLine(title);
    for (const line of textTable(rows)) printLine(`  ${line}`);
    printLine();
  };
  print("belief propagation and oracle", loopsTable(figure3));
  print("what each relation looks at", profileTable(analysis));
  print("what each relation connects", connectionTable(connected));
  printLine(
    coreference
      ? `relation ${coreference} behaves most like coreference`
      : "no relation prefers mentions of the same entity",
  );
  printLine();
  if (analysis.distancesR.length > 1) print("distances between R", matrixTable("R", analysis.distancesR));
  if (analysis.distancesD.length > 1) print("distances between D", matrixTable("D", analysis.distancesD));
  print(
    `weights of ${weights.mention} (${weights.gold}), document ${weights.document}`,
    weightsTable(weights),
  );
}

async function run(folder: string, options: Options): Promise<void> {
  const set = await openEvaluationSet(folder, options.part);
  if (options.model.length === 0)
    throw new LinkingError("usage", "Name a model or a training run with --model.");
  const models = await Promise.all(options.model.map((path) => loadForEvaluation(path, set)));
  const subject = models.find((m) => usesMentionFeatures(m.model.config));
  if (!subject)
    throw new LinkingError("bad-input", "None of the models weighs relations by mention features.");
  const findings = await findOut(set, models, subject, options);
  if (options.html) {
    await writeFileAtomically(options.html, pageOf(subject.path, findings));
    warn(`the page is ${options.html}.`);
  }
  if (options.json) printJson(findings);
  else printFindings(findings);
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Shows what a model's latent relations do: weights of one mention on all others, histograms of high weights, distances\n" +
        "between relations, what they connect (kinds of things with --kb, words between names, strongest pairs), and which of\n" +
        "them behaves like coreference. Several models give the paper's figure 3.",
    )
    .argument("<data>", "prepared folder")
    .option(
      "--model <path>",
      "training run or model file; may be repeated",
      (p: string, all: string[]) => [...all, p],
      [] as string[],
    )
    .option("--part <name>", "part of the folder", "dev")
    .option(
      "--kb <path>",
      "knowledge base or linker that tells what kind of thing an entity is, to name relations by",
    )
    .option("--document <n>", "document to show, from 1", wholeNumber(1))
    .option("--mention <n>", "mention of that document to show, from 1", wholeNumber(1))
    .option("--html <file>", "write a page with pictures")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  mulrel analyse prepared/ --model runs/paper/ment-norm-k3/seed1 --kb simple.kb --html relations.html\n",
    )
    .action(run);
}
