/** Prepared documents as the model takes them: candidates selected, priors clamped, long documents in pieces. */

import type { ModelDocument, ModelMention } from "../model/document.js";
import type { ModelTables, RowSource } from "../model/tables.js";
import type { PreparedDocument, PreparedMention } from "./prepared-document.js";
import { clampPrior, type SelectionSettings, selectCandidates } from "./selection.js";

export interface ModelDocumentSettings {
  selection: SelectionSettings;
  /**
   * Training puts a gold entity that ranks too low at the last place looked at, and leaves out mentions whose gold
   * does not survive the selection. Prediction does neither.
   */
  forTraining: boolean;
  /** Longer documents are cut into consecutive pieces of this many mentions. */
  longest: number;
}

/** A piece of a prepared document, with the way back to it. */
export interface SelectedDocument extends ModelDocument {
  mentions: SelectedMention[];
  /** Number of the prepared document. */
  source: number;
}

export interface SelectedMention extends ModelMention {
  candidates: Int32Array;
  priors: Float64Array;
  /** Number of the mention in the prepared document. */
  source: number;
  /** Entity row of the gold entity, −1 when it is outside the table. */
  goldEntity: number;
}

/** Computes eᵀ Σ w over a window; rows are decoded once each. */
class ContextScorer {
  readonly #words: RowSource;
  readonly #entities: RowSource;
  readonly #sum: Float64Array;
  readonly #row: Float64Array;

  constructor(tables: ModelTables) {
    this.#words = tables.words;
    this.#entities = tables.entities;
    this.#sum = new Float64Array(tables.words.d);
    this.#row = new Float64Array(tables.words.d);
  }

  score(window: number[], candidates: [number, number][]): number[] {
    const sum = this.#sum.fill(0);
    const row = this.#row;
    for (const word of window) {
      this.#words.readRow(word, row, 0);
      for (let k = 0; k < sum.length; k++) sum[k] += row[k];
    }
    return candidates.map(([entity]) => {
      this.#entities.readRow(entity, row, 0);
      let score = 0;
      for (let k = 0; k < sum.length; k++) score += sum[k] * row[k];
      return score;
    });
  }
}

/** The candidates looked at, with the gold one brought in for training. */
function considered(mention: PreparedMention, settings: ModelDocumentSettings): [number, number][] {
  const { candidates, gold } = mention;
  const most = settings.selection.considered;
  const list = candidates.slice(0, most);
  if (!settings.forTraining || gold < 0 || list.some(([entity]) => entity === gold)) return list;
  const prior = candidates.find(([entity]) => entity === gold)?.[1] ?? 0;
  if (list.length === most) list[most - 1] = [gold, prior];
  else list.push([gold, prior]);
  return list;
}

function selectMention(
  mention: PreparedMention,
  source: number,
  scorer: ContextScorer,
  settings: ModelDocumentSettings,
): SelectedMention {
  const list = considered(mention, settings);
  const kept = selectCandidates(list.length, scorer.score(mention.window, list), settings.selection);
  return {
    candidates: Int32Array.from(kept, (i) => list[i][0]),
    priors: Float64Array.from(kept, (i) => clampPrior(list[i][1], settings.selection)),
    words: Int32Array.from(mention.context),
    left: Int32Array.from(mention.left),
    middle: Int32Array.from(mention.mention),
    right: Int32Array.from(mention.right),
    gold: mention.gold < 0 ? -1 : kept.findIndex((i) => list[i][0] === mention.gold),
    source,
    goldEntity: mention.gold,
  };
}

export function toModelDocuments(
  documents: PreparedDocument[],
  tables: ModelTables,
  settings: ModelDocumentSettings,
): SelectedDocument[] {
  const scorer = new ContextScorer(tables);
  return documents.flatMap((doc, source) => {
    let mentions = doc.mentions.map((m, i) => selectMention(m, i, scorer, settings));
    if (settings.forTraining) mentions = mentions.filter((m) => m.gold >= 0);
    const pieces: SelectedDocument[] = [];
    for (let from = 0; from < mentions.length; from += settings.longest) {
      pieces.push({ mentions: mentions.slice(from, from + settings.longest), source });
    }
    return pieces;
  });
}
