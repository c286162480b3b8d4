/** What speaks for an entity whose name is spelled like a given one, as numbers that a small model weighs. Not in the paper. */
import { isGuess, nameSources } from "../kb/name-sources.js";
import { piecesOf } from "../text/spelling.js";
import type { NameBearer, SimilarIndex } from "./similar-index.js";
import type { WordSubstitutes } from "./word-substitutes.js";

/** In the order of the numbers. */
export const similarityFeatures = [
  "cosine", // of the pieces of both names
  "exact", // the same words, in any order
  "ordered", // … and in this one
  "askedCovered", // share of the asked name's words, weighed by rarity, that the other has or nearly has
  "nameCovered", // the other way round
  "length", // of the shorter name as a share of the longer one's
  "title", // the same words as the entity's title
  "count", // log(1 + uses of just this name for the entity)
  "share", // share of the uses of the name that mean the entity
  "popularity", // log(1 + uses of all names for the entity, and its count in the catalogue)
  "names", // log of the number of names that the entity was given: well-known things have many
  "numbers", // numbers, numerals and single letters that only one of the names has, at most 2
  "bearers", // log of the number of entities with the name
  "rule", // 1 for a name that only a rule gave
  "support", // log of the number of the entity's names that are alike
] as const;

export const FEATURE_COUNT = similarityFeatures.length;
const SUPPORT = similarityFeatures.indexOf("support");

/** Uses of names that are not to be counted, by name (`spelledWords` with blanks between) and entity: those of the document at hand. */
export type NameCounts = ReadonlyMap<string, ReadonlyMap<number, number>>;

export interface SimilarContext {
  index: SimilarIndex;
  /** Popularity of an entity in the knowledge base. */
  popularity(entity: number): number;
  /** Left out of all counts. */
  without?: NameCounts;
  /** Entities that are taken away. */
  isMissing?: (row: number) => boolean;
}

/** An entity with one of its names that is like the asked one. */
export interface SimilarBearer extends NameBearer {
  /** (FEATURE_COUNT). */
  features: Float64Array;
}

/** Names that are looked at for one that is asked for. */
const MOST_NAMES = 100;
/** Words less alike than this have nothing to do with each other. */
const LEAST_ALIKE = 0.5;
/** Two uses of a name weigh as much as four of five. */
const SHARE_DAMPING = 0.5;

/** All entities with a name like the words asked for, an entry a name. */
export function similarBearers(context: SimilarContext, asked: readonly string[]): SimilarBearer[] {
  const { index } = context;
  const query = new AskedName(index, asked);
  const own = usesByEntity(context.without);
  const found: SimilarBearer[] = [];
  const names = new Map<number, number>();
  for (const { name, cosine } of index.nearest(asked, MOST_NAMES)) {
    const text = index.name(name);
    const bearers = remaining(index.bearers(name), context.without?.get(text));
    if (bearers.length === 0) continue;
    const alike = query.compare(text);
    const uses = bearers.reduce((sum, { count }) => sum + count, 0);
    for (const bearer of bearers) {
      const { entity, sources, count } = bearer;
      const popularity = context.popularity(entity) + index.uses(entity) - (own.get(entity) ?? 0);
      names.set(entity, (names.get(entity) ?? 0) + 1);
      const features = Float64Array.of(
        cosine,
        alike.exact,
        alike.ordered,
        alike.askedCovered,
        alike.nameCovered,
        alike.length,
        sources & nameSources.title ? alike.exact : 0,
        alike.exact * Math.log1p(count),
        count / (uses + SHARE_DAMPING),
        Math.log1p(Math.max(0, popularity)),
        Math.log1p(index.namesOf(entity)),
        alike.numbers,
        Math.log(bearers.length),
        isGuess(sources) ? 1 : 0,
        0,
      );
      found.push({ ...bearer, features });
    }
  }
  for (const { entity, features } of found) features[SUPPORT] = Math.log(names.get(entity)!);
  return found;
}

function usesByEntity(counts: NameCounts | undefined): Map<number, number> {
  const uses = new Map<number, number>();
  for (const rows of counts?.values() ?? []) {
    for (const [entity, count] of rows) uses.set(entity, (uses.get(entity) ?? 0) + count);
  }
  return uses;
}

/** Without some uses; who has the name from these alone does not have it. */
function remaining(
  bearers: Iterable<NameBearer>,
  own: ReadonlyMap<number, number> | undefined,
): NameBearer[] {
  const left: NameBearer[] = [];
  for (const bearer of bearers) {
    const count = Math.max(0, bearer.count - (own?.get(bearer.entity) ?? 0));
    if (count > 0 || (bearer.sources & ~nameSources.link) !== 0) left.push({ ...bearer, count });
  }
  return left;
}

interface Alikeness {
  exact: number;
  ordered: number;
  askedCovered: number;
  nameCovered: number;
  length: number;
  numbers: number;
}

/** The name asked for, ready to be compared with many. */
class AskedName {
  readonly #text: string;
  readonly #sorted: string;
  readonly #words: WordPieces[];
  readonly #numbers: string[];

  constructor(
    private readonly index: SimilarIndex,
    words: readonly string[],
  ) {
    this.#text = words.join(" ");
    this.#sorted = sorted(words);
    this.#words = words.map((word) => piecesOfWord(index, word));
    this.#numbers = numbersOf(words);
  }

  compare(name: string): Alikeness {
    const words = name.split(" ");
    const others = words.map((word) => piecesOfWord(this.index, word));
    const exact = name === this.#text || sorted(words) === this.#sorted ? 1 : 0;
    const { substitutes } = this.index;
    const shorter = Math.min(name.length, this.#text.length);
    return {
      exact,
      ordered: name === this.#text ? 1 : 0,
      askedCovered: exact || covered(this.#words, others, substitutes),
      nameCovered: exact || covered(others, this.#words, substitutes),
      length: shorter / Math.max(name.length, this.#text.length),
      numbers: exact ? 0 : Math.min(2, differing(this.#numbers, numbersOf(words))),
    };
  }
}

const sorted = (words: readonly string[]) => [...words].sort().join(" ");

interface WordPieces {
  word: string;
  rarity: number;
  pieces: number[];
}

const MOST_REMEMBERED = 20_000;
const remembered = new WeakMap<SimilarIndex, Map<string, WordPieces>>();

function piecesOfWord(index: SimilarIndex, word: string): WordPieces {
  let words = remembered.get(index);
  if (!words) remembered.set(index, (words = new Map()));
  let known = words.get(word);
  if (!known) {
    if (words.size >= MOST_REMEMBERED) words.clear();
    known = { word, rarity: index.rarity(word), pieces: piecesOf([word]).sort((a, b) => a - b) };
    words.set(word, known);
  }
  return known;
}

/** Share of the words' rarity that the other words have, each word counting as far as its nearest is like it. */
function covered(words: WordPieces[], others: WordPieces[], substitutes: WordSubstitutes): number {
  let sum = 0;
  let all = 0;
  for (const word of words) {
    let best = 0;
    const stands = substitutes.get(word.word);
    for (const other of others) best = Math.max(best, alikeness(word, other), stands?.get(other.word) ?? 0);
    sum += word.rarity * best;
    all += word.rarity;
  }
  return sum / all;
}

/** Dice's coefficient of two words' pieces (2 · common / all), 0 where it is small; numerals are their numbers. */
function alikeness(a: WordPieces, b: WordPieces): number {
  if (a.word === b.word || numberOf(a.word) === numberOf(b.word)) return 1;
  let common = 0;
  for (let i = 0, j = 0; i < a.pieces.length && j < b.pieces.length; ) {
    if (a.pieces[i] === b.pieces[j]) {
      common++;
      i++;
      j++;
    } else if (a.pieces[i] < b.pieces[j]) i++;
    else j++;
  }
  const share = (2 * common) / (a.pieces.length + b.pieces.length);
  return share >= LEAST_ALIKE ? share : 0;
}

const numerals: Record<string, string> = Object.fromEntries(
  "i ii iii iv v vi vii viii ix x xi xii".split(" ").map((numeral, i) => [numeral, String(i + 1)]),
);

const numberOf = (word: string) => (Object.hasOwn(numerals, word) ? numerals[word] : word);

/** What tells kinds of one thing apart: numbers, numerals, single letters. */
function numbersOf(words: readonly string[]): string[] {
  return words
    .filter((word) => word.length === 1 || /^\d/.test(word) || Object.hasOwn(numerals, word))
    .map(numberOf);
}

function differing(a: string[], b: string[]): number {
  return a.filter((x) => !b.includes(x)).length + b.filter((x) => !a.includes(x)).length;
}
