/** Micro F1 over the mentions whose gold entity is in the KB (docs/model.md, section 11). */
import type { ModelDocument, ModelMention } from "../model/document.js";
import type { Model, PredictOptions } from "../model/model.js";

/** Mentions with a gold entity, those that got a link, and those whose link is right. */
export interface LinkCounts {
  gold: number;
  linked: number;
  right: number;
}

export interface Scores {
  precision: number;
  recall: number;
  f1: number;
}

export function scoresOf({ gold, linked, right }: LinkCounts): Scores {
  return {
    precision: linked === 0 ? 0 : right / linked,
    recall: gold === 0 ? 0 : right / gold,
    f1: gold + linked === 0 ? 0 : (2 * right) / (gold + linked),
  };
}

/** Position of the highest score, the first of equals; −1 for none. */
export function bestPosition(scores: ArrayLike<number>): number {
  let best = -1;
  for (let i = 0; i < scores.length; i++) if (best < 0 || scores[i] > scores[best]) best = i;
  return best;
}

/** Does the mention count: is its gold entity in the KB? */
export type HasGold = (mention: ModelMention) => boolean;

export function countLinks(
  model: Model,
  documents: ModelDocument[],
  hasGold: HasGold,
  options: PredictOptions = {},
): LinkCounts {
  const counts = { gold: 0, linked: 0, right: 0 };
  for (const doc of documents) {
    const { scores } = model.predict(doc, options);
    doc.mentions.forEach((mention, i) => {
      if (!hasGold(mention)) return;
      counts.gold++;
      const link = bestPosition(scores[i]);
      if (link >= 0) counts.linked++;
      if (link >= 0 && link === mention.gold) counts.right++;
    });
  }
  return counts;
}
