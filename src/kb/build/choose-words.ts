/** Which words of the texts are kept for entity vectors, and how they are numbered. */
import { join } from "node:path";
import { InternTable } from "../../corpus/intern-table.js";
import { isContentWord, normalizeWord } from "../../text/content-words.js";
import { shared } from "../../workers/shared-memory.js";
import { readStrings } from "./corpus-log.js";
import type { Pauses } from "./pauses.js";

export interface WordList {
  words: string[];
  frequencies: Float64Array;
  /** Token number of the log → word number, −1 for what is no content word or too rare; where all threads see it. */
  wordOf: Int32Array;
}

/** Lower-case content words by falling frequency; in large corpora those seen only a few times are left out. */
export async function chooseWords(
  folder: string,
  tokenCounts: Uint32Array,
  pauses: Pauses,
): Promise<WordList> {
  let total = 0;
  for (const count of tokenCounts) total += count;
  const rarest = Math.max(1, Math.min(5, Math.floor(total / 10_000_000)));
  const wordOf = shared(Int32Array, tokenCounts.length).fill(-1);
  const counts = new Float64Array(tokenCounts.length);
  const size = await joinForms(folder, tokenCounts, { wordOf, counts }, pauses);
  // only those that are kept are kept as strings
  const texts: string[] = new Array(size);
  let token = 0;
  for (const text of readStrings(join(folder, "words"))) {
    if (pauses.isDue) await pauses.take();
    const id = wordOf[token++];
    if (id >= 0 && counts[id] >= rarest) texts[id] ??= normalizeWord(text);
  }
  const order = Int32Array.from({ length: size }, (_, id) => id).filter((id) => counts[id] >= rarest);
  order.sort((a, b) => counts[b] - counts[a] || (texts[a] < texts[b] ? -1 : 1));
  const rank = new Int32Array(size).fill(-1);
  for (const [r, id] of order.entries()) rank[id] = r;
  for (let t = 0; t < wordOf.length; t++) if (wordOf[t] >= 0) wordOf[t] = rank[wordOf[t]];
  return {
    words: Array.from(order, (id) => texts[id]),
    frequencies: Float64Array.from(order, (id) => counts[id]),
    wordOf,
  };
}

/** Numbers the words whatever their case, and adds up how often each occurs; how many there are. */
async function joinForms(
  folder: string,
  tokenCounts: Uint32Array,
  { wordOf, counts }: { wordOf: Int32Array; counts: Float64Array },
  pauses: Pauses,
): Promise<number> {
  const table = new InternTable(() => {});
  let token = 0;
  for (const text of readStrings(join(folder, "words"))) {
    if (pauses.isDue) await pauses.take();
    if (tokenCounts[token] > 0 && /\p{L}/u.test(text)) {
      const word = normalizeWord(text);
      if (isContentWord(word)) {
        wordOf[token] = table.intern(word);
        counts[wordOf[token]] += tokenCounts[token];
      }
    }
    token++;
  }
  return table.size;
}
