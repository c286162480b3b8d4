/** How a model does on the documents outside its fold, document by document, so that two models can be compared in pairs. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { SelectedDocument } from "../features/model-documents.js";
import { writeFileAtomically } from "../files/atomic-file.js";
import { openSealedJson, sealJson } from "../files/sealed-json.js";
import type { Model, PredictOptions } from "../model/model.js";
import { countLinks, type LinkCounts, scoresOf } from "./dev-score.js";
import { runFiles } from "./run-folder.js";
import type { Trainer } from "./trainer.js";

/** `strangers` are the mentions whose gold entity was nobody's gold entity while training. */
export interface OutsideCounts extends LinkCounts {
  strangers: LinkCounts;
}

/** By document, in order: the model that was picked inside, and the one that training ended with. */
export interface OutsideRecord {
  best: OutsideCounts[];
  last: OutsideCounts[];
}

/** Pieces of one document are counted together. */
export function countOutside(
  model: Model,
  documents: SelectedDocument[],
  taught: ReadonlySet<number>,
  options: PredictOptions,
): OutsideCounts[] {
  const byDocument = new Map<number, SelectedDocument[]>();
  for (const piece of documents) {
    byDocument.set(piece.source, [...(byDocument.get(piece.source) ?? []), piece]);
  }
  return [...byDocument.values()].map((pieces) => {
    const goldOf = (mention: object) => (mention as SelectedDocument["mentions"][number]).goldEntity;
    const [all, known] = [() => true, (gold: number) => taught.has(gold)].map((counts) =>
      countLinks(model, pieces, (m) => goldOf(m) >= 0 && counts(goldOf(m)), options),
    );
    const strangers = {
      gold: all.gold - known.gold,
      linked: all.linked - known.linked,
      right: all.right - known.right,
    };
    return { ...all, strangers };
  });
}

/** Judges both models of a finished training and keeps the result in the run's folder. */
export async function judgeOutside(
  folder: string,
  trainer: Trainer,
  { train, outside }: { train: SelectedDocument[]; outside: SelectedDocument[] },
): Promise<OutsideRecord> {
  const { model, settings } = trainer;
  const taught = new Set(train.flatMap((d) => d.mentions.map((m) => m.goldEntity)));
  const judge = (weights: Float32Array) => {
    model.parameters.set(weights);
    return countOutside(model, outside, taught, { oracle: settings.oracle });
  };
  // both before either is judged: without an average the last weights are the model's own, which judging overwrites
  const { bestParameters, lastParameters } = trainer;
  const record = { best: judge(bestParameters), last: judge(lastParameters) };
  await writeFileAtomically(runFiles(folder).outside, sealJson(record));
  return record;
}

/** Undefined for a run without folds. */
export async function readOutside(folder: string): Promise<OutsideRecord | undefined> {
  const path = runFiles(folder).outside;
  if (!existsSync(path)) return undefined;
  return openSealedJson(await readFile(path, "utf8"), path) as unknown as OutsideRecord;
}

export function addOutside(list: OutsideCounts[]): OutsideCounts {
  const sum = (of: (c: OutsideCounts) => LinkCounts): LinkCounts => ({
    gold: list.reduce((n, c) => n + of(c).gold, 0),
    linked: list.reduce((n, c) => n + of(c).linked, 0),
    right: list.reduce((n, c) => n + of(c).right, 0),
  });
  return { ...sum((c) => c), strangers: sum((c) => c.strangers) };
}

export interface OutsideScores {
  best: number;
  last: number;
}

export function outsideScores({ best, last }: OutsideRecord): OutsideScores {
  const f1 = (list: OutsideCounts[]) => scoresOf(addOutside(list)).f1;
  return { best: f1(best), last: f1(last) };
}
