/** A model's links on prepared documents, with what each step of the model thought. */
import type { SelectedDocument, SelectedMention } from "../features/model-documents.js";
import type { PreparedDocument } from "../features/prepared-document.js";
import type { Model } from "../model/model.js";
import type { MentionTrace } from "../model/trace-mention.js";
import { bestPosition } from "../training/dev-score.js";
import type { DocumentOutcome, ErrorKind, MentionOutcome } from "./outcome.js";
import { confidenceAt, fitTemperature, type ScoredMention } from "./temperature.js";

export interface PredictionInput {
  /** The prepared documents, and the same ones as the model takes them. */
  prepared: PreparedDocument[];
  selected: SelectedDocument[];
  /** Name of an entity row. */
  nameOf: (row: number) => string;
  oracle?: boolean;
}

/** ρ of every candidate, by piece and mention: what is averaged over seeds. */
export type ScoreTable = ArrayLike<number>[][];

export function scoreDocuments(models: Model[], selected: SelectedDocument[], oracle = false): ScoreTable {
  return selected.map((doc) => {
    const each = models.map((model) => model.predict(doc, { oracle }).scores);
    if (each.length === 1) return each[0];
    return doc.mentions.map((m, i) =>
      Float64Array.from(
        m.candidates,
        (_, e) => each.reduce((sum, scores) => sum + scores[i][e], 0) / each.length,
      ),
    );
  });
}

function errorOf(
  mention: SelectedMention,
  link: number,
  trace: MentionTrace | undefined,
): ErrorKind | undefined {
  if (mention.goldEntity < 0) return "not-in-kb";
  if (mention.gold < 0) return "not-a-candidate";
  if (link === mention.gold) return undefined;
  if (!trace) return "other";
  if (bestPosition(trace.belief) === mention.gold) return "final";
  return bestPosition(trace.local) === mention.gold ? "turned" : "local";
}

/** Characters shown on each side of a mention. */
const AROUND = 100;

/** What the outcomes of a document have in common. */
interface JudgedDocument {
  id: string;
  source: PreparedDocument;
  nameOf: (row: number) => string;
  temperature: number;
}

function outcomeOf(
  { id, source, nameOf, temperature }: JudgedDocument,
  mention: SelectedMention,
  scores: ArrayLike<number>,
  trace: MentionTrace | undefined,
): MentionOutcome {
  const link = bestPosition(scores);
  const span = source.mentions[mention.source].span;
  const { text } = source;
  const known = text !== undefined && span !== undefined;
  return {
    document: id,
    surface: known ? text.slice(span[0], span[1]) : `mention ${mention.source + 1}`,
    before: known ? text.slice(Math.max(0, span[0] - AROUND), span[0]) : "",
    after: known ? text.slice(span[1], span[1] + AROUND) : "",
    gold: mention.goldEntity < 0 ? "(not in the KB)" : nameOf(mention.goldEntity),
    goldInKb: mention.goldEntity >= 0,
    goldIsCandidate: mention.gold >= 0,
    link: link < 0 ? null : nameOf(mention.candidates[link]),
    confidence: link < 0 ? undefined : confidenceAt(scores, temperature),
    isRight: link >= 0 && link === mention.gold,
    error: errorOf(mention, link, trace),
  };
}

/** Temperatures for the even and the odd documents, each fitted on the others. */
function crossTemperatures(selected: SelectedDocument[], table: ScoreTable): [number, number] {
  const half = (odd: number): ScoredMention[] =>
    selected.flatMap((doc, d) =>
      doc.source % 2 === odd ? doc.mentions.map((m, i) => ({ scores: table[d][i], gold: m.gold })) : [],
    );
  return [fitTemperature(half(1)), fitTemperature(half(0))];
}

/** With several models their scores are averaged; the reasons for errors are then the first one's. */
export function predictOutcomes(models: Model[], input: PredictionInput): DocumentOutcome[] {
  const table = scoreDocuments(models, input.selected, input.oracle);
  const temperatures = crossTemperatures(input.selected, table);
  const documents = input.prepared.map(
    (doc, n): DocumentOutcome => ({ id: doc.id ?? String(n + 1), mentions: [], spurious: 0 }),
  );
  input.selected.forEach((doc, d) => {
    const out = documents[doc.source];
    const trace = input.oracle ? undefined : models[0].predict(doc, { trace: true }).trace;
    const judged = {
      id: out.id,
      source: input.prepared[doc.source],
      nameOf: input.nameOf,
      temperature: temperatures[doc.source % 2],
    };
    doc.mentions.forEach((m, i) => {
      out.mentions.push(outcomeOf(judged, m, table[d][i], trace?.mentions[i]));
    });
  });
  return documents;
}
