/** Figure 4 of the paper: how much one mention looks at every other, relation by relation. */
import type { SelectedDocument } from "../features/model-documents.js";
import type { PreparedDocument } from "../features/prepared-document.js";
import type { Model } from "../model/model.js";
import { relationWeights } from "./relation-analysis.js";

export interface MentionWeights {
  document: string;
  mention: string;
  gold: string;
  others: { mention: string; gold: string; isSame: boolean; alpha: number[] }[];
  /** Weight on the padding mention under each relation. */
  padding: number[];
}

/** The mention's own words where the text is known, its number otherwise. */
function nameOfMention(doc: PreparedDocument, number: number): string {
  const { span } = doc.mentions[number];
  return doc.text !== undefined && span ? doc.text.slice(span[0], span[1]) : `#${number + 1}`;
}

export function mentionWeights(
  model: Model,
  doc: SelectedDocument,
  prepared: PreparedDocument,
  mention: number,
  titleOf: (row: number) => string,
): MentionWeights {
  const alpha = relationWeights(model, doc);
  const title = (row: number) => (row < 0 ? "(not in the KB)" : titleOf(row));
  const own = doc.mentions[mention];
  return {
    document: prepared.id ?? String(doc.source + 1),
    mention: nameOfMention(prepared, own.source),
    gold: title(own.goldEntity),
    others: doc.mentions.flatMap((other, j) =>
      j === mention
        ? []
        : [
            {
              mention: nameOfMention(prepared, other.source),
              gold: title(other.goldEntity),
              isSame: own.goldEntity >= 0 && other.goldEntity === own.goldEntity,
              alpha: alpha.map((rows) => rows[mention][j]),
            },
          ],
    ),
    padding: alpha.map((rows) => rows[mention][doc.mentions.length]),
  };
}

/** A mention worth looking at: of those with a namesake in a document of 6 to 20 mentions, the one with the highest weight on one. */
export function chooseExample(
  model: Model,
  documents: SelectedDocument[],
): { document: number; mention: number } {
  let best = { document: 0, mention: 0, weight: -1 };
  documents.forEach((doc, d) => {
    const n = doc.mentions.length;
    if (n < 6 || n > 20) return;
    const alpha = relationWeights(model, doc);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const same =
          i !== j &&
          doc.mentions[i].goldEntity >= 0 &&
          doc.mentions[i].goldEntity === doc.mentions[j].goldEntity;
        const weight = same ? Math.max(...alpha.map((rows) => rows[i][j])) : -1;
        if (weight > best.weight) best = { document: d, mention: i, weight };
      }
    }
  });
  return best;
}
