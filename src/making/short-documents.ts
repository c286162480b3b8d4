/** Short documents cut out of long ones: users link sentences too, and in a sentence a few words must decide. */
import type { PreparedDocument } from "../features/prepared-document.js";
import { Random } from "../math/random.js";

const MENTIONS = 3;
const FEWEST_WORDS = 4;
const MOST_WORDS = 16;

/** Words are in text order, the mention between the two halves: the middle ones are the nearest. */
function nearestWords(words: number[], count: number): number[] {
  const from = Math.max(0, (words.length - count) >> 1);
  return words.slice(from, from + count);
}

/**
 * Windows of three mentions, each with a few of its context words: the nearest where the words are in the text's order (`ordered`), any
 * otherwise. All windows are kept: choosing those in which the name alone would mislead teaches to distrust the prior (docs/results/links.md).
 */
export function shortDocuments(
  documents: PreparedDocument[],
  { ordered, seed }: { ordered: boolean; seed: number },
): PreparedDocument[] {
  const short: PreparedDocument[] = [];
  documents.forEach((doc, number) => {
    const random = Random.derive(seed, number);
    for (let from = 0; from < doc.mentions.length; from += MENTIONS) {
      const window = doc.mentions.slice(from, from + MENTIONS);
      if (!window.some((m) => m.candidates.some(([entity]) => entity === m.gold))) continue;
      const count = FEWEST_WORDS + random.below(MOST_WORDS - FEWEST_WORDS + 1);
      const mentions = window.map((m) => ({
        ...m,
        context: ordered ? nearestWords(m.context, count) : random.shuffle([...m.context]).slice(0, count),
      }));
      short.push({ id: doc.id, mentions });
    }
  });
  return short;
}
