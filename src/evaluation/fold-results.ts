/** What folds say of a model: F1 on documents that took no part in making it, and whether two models really differ there. */
import { join } from "node:path";
import { LinkingError } from "../errors.js";
import { type LinkCounts, scoresOf } from "../training/dev-score.js";
import { addOutside, type OutsideRecord, readOutside } from "../training/outside.js";
import type { AllResult } from "../training/train-all.js";
import { formatInterval, type Interval, meanWithInterval } from "./intervals.js";
import { type BootstrapResult, pairedBootstrap } from "./paired-bootstrap.js";

/** A finished run of a fold, and its name inside the plan's folder, "ment-norm-k3/fold2-seed1". */
interface FoldRun {
  seed: number;
  record: OutsideRecord;
}

export interface FoldResult {
  /** Over runs: each fold of each seed is one. What the last weights have, and those that were picked inside. */
  last: Interval;
  best: Interval;
  /** Over seeds, each with all its folds counted together: how steady training is. */
  seeds: Interval;
  /** F1 on mentions whose gold entity was one while training, and on the others; all runs together. */
  familiar: number;
  strangers: number;
  /** By document of all folds, all seeds added up: what is compared in pairs. */
  documents: LinkCounts[];
}

const f1Of = (counts: LinkCounts) => scoresOf(counts).f1;

/** Results of the runs whose names begin with `prefix`; undefined where there is none with a fold. */
export async function foldResult(
  folder: string,
  { runs }: AllResult,
  prefix: string,
): Promise<FoldResult | undefined> {
  const own = runs.filter((r) => r.name.startsWith(prefix) && r.outside);
  const read: FoldRun[] = [];
  for (const { name, seed } of own) {
    const record = await readOutside(join(folder, name));
    if (record) read.push({ seed, record });
  }
  return read.length > 0 ? summarise(read) : undefined;
}

function summarise(runs: FoldRun[]): FoldResult {
  const numbers = [...new Set(runs.map((r) => r.seed))];
  const seeds = numbers.map((seed) => runs.filter((r) => r.seed === seed).flatMap((r) => r.record.last));
  const all = addOutside(seeds.flat());
  const familiar = {
    gold: all.gold - all.strangers.gold,
    linked: all.linked - all.strangers.linked,
    right: all.right - all.strangers.right,
  };
  return {
    last: meanWithInterval(runs.map((r) => f1Of(addOutside(r.record.last)))),
    best: meanWithInterval(runs.map((r) => f1Of(addOutside(r.record.best)))),
    seeds: meanWithInterval(seeds.map((list) => f1Of(addOutside(list)))),
    familiar: f1Of(familiar),
    strangers: f1Of(all.strangers),
    documents: seeds[0].map((_, d) => addOutside(seeds.flatMap((list) => list[d] ?? []))),
  };
}

/** Paired bootstrap over documents, on the last weights. */
export function compareFolds(first: FoldResult, second: FoldResult): BootstrapResult {
  if (first.documents.length !== second.documents.length) {
    throw new LinkingError(
      "shape-mismatch",
      "Two models can be compared once all folds of both are done; go on with the plan.",
    );
  }
  return pairedBootstrap(first.documents, second.documents);
}

export const foldHeads = ["outside F1, last", "picked inside", "over seeds", "seen entities", "new entities"];

export function foldCells({ last, best, seeds, familiar, strangers }: FoldResult): string[] {
  const percent = (x: number) => (100 * x).toFixed(2);
  return [
    formatInterval(last),
    formatInterval(best),
    formatInterval(seeds),
    percent(familiar),
    percent(strangers),
  ];
}

/** "+0.61 (0.20 to 1.02), p = 0.004". */
export function formatComparison({ difference, low, high, pValue }: BootstrapResult): string {
  const points = (x: number) => `${x < 0 ? "−" : "+"}${Math.abs(100 * x).toFixed(2)}`;
  return `${points(difference)} (${points(low)} to ${points(high)}), p = ${pValue.toPrecision(2)}`;
}
