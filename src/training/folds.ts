/** Documents in parts that take turns: one judges, a piece of the next picks the model, the rest teaches. */
import { LinkingError } from "../errors.js";

/** One turn: which of the parts judges, counted from 1. */
export interface Fold {
  folds: number;
  fold: number;
}

export interface FoldedDocuments<T> {
  train: T[];
  /** Picks the model. */
  dev: T[];
  /** Judges it, and takes no part in anything else. */
  outside: T[];
}

/**
 * Parts are stretches of the documents in their order, not draws: news of one day tell the same stories, and a part drawn at
 * random would be judged by a model that has been taught its stories. The second half of the part that follows picks.
 */
export function splitByFold<T>(documents: readonly T[], { folds, fold }: Fold): FoldedDocuments<T> {
  if (!Number.isInteger(folds) || folds < 2 || !Number.isInteger(fold) || fold < 1 || fold > folds) {
    throw new LinkingError("bad-input", `There is no fold ${fold} of ${folds}; there must be two or more.`);
  }
  if (documents.length < 3 * folds) {
    throw new LinkingError(
      "bad-input",
      `${documents.length} documents are too few for ${folds} folds; give at least three for each.`,
    );
  }
  const startOf = (part: number) => Math.ceil((part * documents.length) / folds);
  const outside = { from: startOf(fold - 1), to: startOf(fold) };
  const next = fold % folds;
  const dev = { from: Math.floor((startOf(next) + startOf(next + 1)) / 2), to: startOf(next + 1) };
  const isIn = (i: number, range: { from: number; to: number }) => i >= range.from && i < range.to;
  return {
    train: documents.filter((_, i) => !isIn(i, outside) && !isIn(i, dev)),
    dev: documents.slice(dev.from, dev.to),
    outside: documents.slice(outside.from, outside.to),
  };
}

/** "fold2-" in the name of a run; nothing where there are no folds. */
export const foldName = (fold: Fold | undefined) => (fold ? `fold${fold.fold}-` : "");

/** Every turn, or one undefined for no folds at all. */
export function turnsOf(folds: number | undefined): (Fold | undefined)[] {
  if (folds === undefined) return [undefined];
  return Array.from({ length: folds }, (_, i) => ({ folds, fold: i + 1 }));
}
