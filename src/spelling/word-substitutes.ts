/** Words that a catalogue uses one for another: where two names of one entry differ in one word (colon cancer, colon neoplasm), these are taken for alike. */
export type WordSubstitutes = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Of an entry with hundreds of names so many are compared. */
const MOST_NAMES = 40;
/** Entries in which one word stands for another, so that both count as half alike. */
const HALF = 2;
const LEAST = 0.5;

/** How alike two words are, from 0.5 to 1, by the number of entries that use one for the other. `entries`: the names of each, as words. */
export function wordSubstitutes(
  entries: Iterable<readonly (readonly string[])[]>,
  stopWords: ReadonlySet<string>,
): WordSubstitutes {
  const counts = new Map<string, Map<string, number>>();
  for (const names of entries) {
    for (const pair of differences(names.slice(0, MOST_NAMES), stopWords)) {
      const [a, b] = pair.split(" ");
      count(counts, a, b);
      count(counts, b, a);
    }
  }
  for (const others of counts.values()) {
    for (const [other, entriesWith] of others) {
      const alike = entriesWith / (entriesWith + HALF);
      if (alike >= LEAST) others.set(other, alike);
      else others.delete(other);
    }
  }
  return counts;
}

/** Pairs of words, each as one string, that stand for each other in two of the names. */
function differences(names: readonly (readonly string[])[], stopWords: ReadonlySet<string>): Set<string> {
  const pairs = new Set<string>();
  names.forEach((name, i) => {
    for (const other of names.slice(i + 1)) {
      const pair = onlyDifference(name, other, stopWords);
      if (pair) pairs.add(pair.sort().join(" "));
    }
  });
  return pairs;
}

/** The one word of each name that the other has not; undefined where more differs, or less. */
function onlyDifference(
  a: readonly string[],
  b: readonly string[],
  stopWords: ReadonlySet<string>,
): [string, string] | undefined {
  if (Math.abs(a.length - b.length) > 2) return undefined;
  const onlyA = a.filter((word) => !b.includes(word) && !stopWords.has(word));
  if (onlyA.length !== 1) return undefined;
  const onlyB = b.filter((word) => !a.includes(word) && !stopWords.has(word));
  const differ = onlyB.length === 1 && a.length > 1;
  return differ && isWord(onlyA[0]) && isWord(onlyB[0]) ? [onlyA[0], onlyB[0]] : undefined;
}

/** Numbers and single letters tell things apart; they stand for nothing else. */
const isWord = (word: string) => word.length > 2 && !/\p{N}/u.test(word);

function count(counts: Map<string, Map<string, number>>, from: string, to: string): void {
  let others = counts.get(from);
  if (!others) counts.set(from, (others = new Map()));
  others.set(to, (others.get(to) ?? 0) + 1);
}
