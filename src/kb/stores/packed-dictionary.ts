/** What titles and names have in common, for deflate to refer to from every block of the packed store. */

/** Deflate looks back no further. */
const LARGEST = 32_500;
/** Words in a row that are counted together, and how often something must occur to be worth a place. */
const LONGEST_RUN = 3;
const SHORTEST = 4;
const FEWEST = 4;
/** Texts that are looked at: more change nothing. */
const MOST_TEXTS = 200_000;
/** Bytes that a reference takes. */
const REFERENCE = 2.5;

/** Runs of words by what they save, the best last, because near references are the shorter ones. */
export function makeDictionary(texts: string[]): Uint8Array {
  const every = Math.max(1, Math.ceil(texts.length / MOST_TEXTS));
  const counts = new Map<string, number>();
  for (let i = 0; i < texts.length; i += every) {
    const words = texts[i].split(" ");
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to++) {
        const run = (from > 0 ? " " : "") + words.slice(from, to).join(" ");
        if (run.length >= SHORTEST) counts.set(run, (counts.get(run) ?? 0) + 1);
      }
    }
  }
  const worth = (run: string) => counts.get(run)! * (run.length - REFERENCE);
  const runs = [...counts.keys()].filter((run) => counts.get(run)! >= FEWEST);
  runs.sort((a, b) => worth(b) - worth(a) || (a < b ? -1 : 1));
  const taken: string[] = [];
  let all = "";
  for (const run of runs) {
    if (all.length + run.length > LARGEST) break;
    if (all.includes(run)) continue;
    taken.push(run);
    all += run;
  }
  return new TextEncoder().encode(taken.reverse().join("")).slice(-LARGEST);
}
