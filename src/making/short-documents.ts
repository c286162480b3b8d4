/** Short documents cut out of documents that are numbers: users link sentences too, and in a sentence a few words must decide. Texts are cut into their sentences instead (short-pieces.ts). */
import type { PreparedDocument } from "../features/prepared-document.js";
import { Random } from "../math/random.js";

const MENTIONS = 3;
const FEWEST_WORDS = 4;
const MOST_WORDS = 16;

/**
 * Windows of three mentions, each with a few of its context words, any of them since they are in no order. All windows are kept: choosing those in
 * which the name alone would mislead teaches to distrust the prior (docs/results.md).
 */
export function shortDocuments(documents: readonly PreparedDocument[], seed: number): PreparedDocument[] {
  const short: PreparedDocument[] = [];
  documents.forEach((doc, number) => {
    const random = Random.derive(seed, number);
    for (let from = 0; from < doc.mentions.length; from += MENTIONS) {
      const window = doc.mentions.slice(from, from + MENTIONS);
      const count = FEWEST_WORDS + random.below(MOST_WORDS - FEWEST_WORDS + 1);
      const mentions = window.map((m) => ({ ...m, context: random.shuffle([...m.context]).slice(0, count) }));
      short.push({ id: doc.id, mentions });
    }
  });
  return short;
}
