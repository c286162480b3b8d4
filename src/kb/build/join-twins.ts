/** Joins articles that different corpora have of one thing under different titles: Snowy Owl and Snowy owl, Henry VIII of England and Henry VIII. */
import { isContentWord, normalizeWord } from "../../text/content-words.js";
import { foldSurface } from "../../text/surfaces.js";
import { type LoggedPage, PageKind } from "./log-blocks.js";
import type { JoiningTitles, TitleClaim } from "./title-claims.js";
import { TitlesByKey } from "./titles-by-key.js";

interface Twins extends JoiningTitles {
  /** Pairs of a title and an article that gives it as another name of its subject. */
  aliasPairs: Int32Array;
  pages: () => Iterable<LoggedPage>;
}

/** How alike two first sentences must be, their titles' words left out: cosine, and words they share. */
const ALIKE = 0.3;
const SHARED = 2;
/** With so many words in common less will do, where the one page gives the other's title as a name. */
const MUCH_SHARED = 3;
const SOMEWHAT_ALIKE = 0.1;

interface Pair {
  a: number;
  b: number;
  /** Does one page give the other's title as a name of its subject? */
  named: boolean;
}

/** Of articles of different corpora; one corpus does not describe a thing twice. */
export function* claimsOfTwins(twins: Twins): Generator<TitleClaim> {
  const first = twins.corpora.find((bits) => bits !== 0);
  if (!twins.corpora.some((bits) => bits !== 0 && bits !== first)) return;
  const byFold = foldedTitles(twins);
  for (const group of byFold.groups()) {
    for (const t of group.slice(1)) yield { from: t, to: group[0] };
  }
  const pairs = likelyPairs(twins, byFold);
  const sentences = readSentences(twins, pairs);
  const found: { pair: Pair; likeness: number }[] = [];
  for (const pair of pairs) {
    const { cosine, shared } = sentences.compare(pair.a, pair.b);
    const enough =
      areRivers(twins, sentences, pair) ||
      (cosine >= ALIKE && shared >= SHARED) ||
      (pair.named && cosine >= SOMEWHAT_ALIKE && shared >= MUCH_SHARED);
    if (enough) found.push({ pair, likeness: cosine });
  }
  found.sort((x, y) => y.likeness - x.likeness || x.pair.a - y.pair.a || x.pair.b - y.pair.b);
  for (const { pair } of found) yield { from: pair.b, to: pair.a };
}

/** "Ganges River" and "Ganges", each said to be a river. */
function areRivers(
  { titleAt }: Twins,
  sentences: { says(title: number, word: string): boolean },
  { a, b }: Pair,
) {
  const [first, second] = [titleAt(a), titleAt(b)];
  if (first !== `${second} River` && second !== `${first} River`) return false;
  return sentences.says(a, "river") && sentences.says(b, "river");
}

/** Articles that lead nowhere else, by their letters and digits. */
function foldedTitles({ titles, titleAt, hasPage, isJoined }: Twins): TitlesByKey {
  const byFold = new TitlesByKey();
  for (let t = 0; t < titles; t++) if (hasPage(t) && !isJoined(t)) byFold.add(foldTitle(titleAt(t)), t);
  return byFold;
}

/** Letters and digits; a film is called a movie elsewhere. */
function foldTitle(title: string): string {
  const film = title.replace(/(?<=\([^()]*\b)movie(?=\)$)/, "film");
  return foldSurface(film).replace(/[^\p{L}\p{N}]+/gu, " ");
}

function likelyPairs(twins: Twins, byFold: TitlesByKey): Pair[] {
  const { titles, titleAt, hasPage, corpora, isJoined, aliasPairs } = twins;
  const pairs = new Map<string, Pair>();
  const put = (a: number, b: number, named: boolean) => {
    if (a === b || (corpora[a] & corpora[b]) !== 0 || isJoined(a) || isJoined(b)) return;
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const pair = pairs.get(key);
    if (pair) pair.named ||= named;
    else pairs.set(key, { a: Math.min(a, b), b: Math.max(a, b), named });
  };
  for (let i = 0; i < aliasPairs.length; i += 2) {
    const [name, page] = [aliasPairs[i], aliasPairs[i + 1]];
    if (hasPage(name) && hasPage(page)) put(name, page, true);
  }
  for (let t = 0; t < titles; t++) {
    if (!hasPage(t)) continue;
    for (const form of shorterForms(titleAt(t))) {
      for (const other of byFold.get(foldTitle(form))) put(t, other, false);
    }
  }
  return [...pairs.values()];
}

/** The title without its bracket, its comma part, what it is of or what kind of place it is. */
function shorterForms(title: string): string[] {
  const forms: string[] = [];
  const bracket = /^(.+) \(([^()]+)\)$/.exec(title);
  if (bracket) forms.push(bracket[1]);
  const rest = /^(.+?)(?:, | of ).+$/.exec(title);
  if (rest) forms.push(rest[1]);
  const kind = /^(?:River|Lake|Mount|An|Al)[ -](.+)$|^(.+) (?:River|Island|Islands|City)$/.exec(title);
  if (kind) forms.push(kind[1] ?? kind[2]);
  return forms;
}

/** The words of the first sentences of all titles in the pairs. */
function readSentences(twins: Twins, pairs: Pair[]) {
  const wordsOf = new Map<number, Set<string>>();
  for (const { a, b } of pairs) {
    wordsOf.set(a, new Set());
    wordsOf.set(b, new Set());
  }
  for (const page of twins.pages()) {
    if (page.kind !== PageKind.article) continue;
    const words = wordsOf.get(page.title);
    if (words) for (const word of contentWords(page.description)) words.add(word);
  }
  const pagesWith = new Map<string, number>();
  for (const words of wordsOf.values())
    for (const word of words) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(wordsOf.size / pagesWith.get(word)!) ** 2;
  const compare = (a: number, b: number) => {
    const named = new Set([...contentWords(twins.titleAt(a)), ...contentWords(twins.titleAt(b))]);
    const [first, second] = [a, b].map((t) => [...wordsOf.get(t)!].filter((word) => !named.has(word)));
    const sum = (words: string[]) => words.reduce((total, word) => total + weight(word), 0);
    const both = first.filter((word) => wordsOf.get(b)!.has(word));
    return { cosine: sum(both) / (Math.sqrt(sum(first) * sum(second)) || 1), shared: both.length };
  };
  return { compare, says: (title: number, word: string) => wordsOf.get(title)!.has(word) };
}

function contentWords(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(normalizeWord).filter(isContentWord);
}
