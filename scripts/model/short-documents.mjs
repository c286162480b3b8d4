// Short documents cut out of long ones: users link sentences too, and in a sentence a few words must decide.
import { Random } from "../../dist/math/random.js";

const MENTIONS = 3;
const FEWEST_WORDS = 4;
const MOST_WORDS = 16;

/** Words are in text order, the mention between the two halves: the middle ones are the nearest. */
function nearestWords(words, count) {
  const from = Math.max(0, (words.length - count) >> 1);
  return words.slice(from, from + count);
}

function anyWords(words, count, random) {
  return random.shuffle(Int32Array.from(words)).slice(0, count);
}

/**
 * Windows of three mentions, each with a few of its context words. `ordered` says whether the words are in text order. All windows
 * are kept: choosing those in which the name alone would mislead teaches to distrust the prior (docs/results.md).
 */
export function shortDocuments(documents, { ordered, seed }) {
  const short = [];
  documents.forEach((doc, number) => {
    const random = Random.derive(seed, number);
    for (let from = 0; from < doc.mentions.length; from += MENTIONS) {
      const window = doc.mentions.slice(from, from + MENTIONS);
      if (!window.some((m) => m.gold >= 0)) continue;
      const count = FEWEST_WORDS + random.below(MOST_WORDS - FEWEST_WORDS + 1);
      const mentions = window.map((m) => ({
        ...m,
        words: ordered ? nearestWords(m.words, count) : anyWords(m.words, count, random),
      }));
      short.push({ ...doc, mentions });
    }
  });
  return short;
}
