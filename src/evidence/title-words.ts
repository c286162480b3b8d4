/** Titles and names as numbers: what is compared of them for every candidate, read once and kept in one array. */
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { hashString } from "../kb/stores/string-table.js";
import { RecentMap } from "../text/recent-map.js";
import { foldSurface } from "../text/surfaces.js";
import { wordGeneration, wordNumber, wordsOf } from "./word-numbers.js";

type Titles = Pick<KnowledgeBase, "title"> &
  Partial<Pick<KnowledgeBase, "info" | "entity" | "isPerson" | "popularity">>;

/** A name of a text, looked at once for all its candidates. Words go by their numbers. */
export interface NameWords {
  /** In lower case, and those of them that are no stop words. */
  own: number[];
  telling: number[];
  /** The case-blind form, its hash and its words. */
  folded: string;
  hash: number;
  foldedWords: number[];
  isCapital: boolean;
}

/** A word of an own entity's description. */
export interface ToldWord {
  word: number;
  /** The word without its s; −1 where it has none. */
  singular: number;
}

/** Places of a title's record: two hashes, the numbers of words, 1 for a person, how well it is known (a float32), then the words. */
const HASH = 0;
const BARE_HASH = 1;
const TELLING = 2;
const FOLDED = 3;
const PERSON = 4;
const POPULARITY = 5;
const WORDS = 6;

/** Numbers of titles that are kept before all are forgotten: some 70,000 titles. */
const MOST_NUMBERS = 1 << 20;
/** A title that is read last has room for so many. */
const LONGEST = 1 << 8;
const LEAST_SLOTS = 256;
/** Names come again, in a text and in the next; so many are remembered. */
const MOST_NAMES = 10_000;
/** Own entities whose descriptions are remembered. */
const MOST_TOLD = 20_000;

/** The titles of a knowledge base that were read lately. */
export class TitleWords {
  readonly #kb: Titles;
  readonly #stopWords: ReadonlySet<string>;
  #generation = wordGeneration();
  /** Of each slot the row in it and one more, 0 for none, and where its record begins; half of them are used at most. */
  #slots = new Int32Array(2 * LEAST_SLOTS);
  #used = 0;
  /** The records, one after the other. */
  numbers = new Int32Array(16 * LEAST_SLOTS);
  #floats = new Float32Array(this.numbers.buffer);
  #end = 0;
  readonly #told = new Map<number, ToldWord[]>();
  readonly #names = new RecentMap<NameWords>(MOST_NAMES);
  #namesGeneration = wordGeneration();

  constructor(kb: Titles) {
    this.#kb = kb;
    this.#stopWords = languageOfKb(kb).stopWords;
  }

  /** Where the record of a title begins in `numbers`; holds until the next call. */
  at(row: number): number {
    if (this.#generation !== wordGeneration() || this.#end > MOST_NUMBERS - LONGEST) this.#forget();
    let slot = this.#slotOf(row);
    if (this.#slots[slot] !== 0) return this.#slots[slot + 1];
    const at = this.#read(row);
    if (2 * ++this.#used > this.#slots.length / 2) {
      this.#moreSlots();
      slot = this.#slotOf(row);
    }
    this.#slots[slot] = row + 1;
    this.#slots[slot + 1] = at;
    return at;
  }

  /** The slot with the row, or the empty one where it belongs. */
  #slotOf(row: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (2 * row) & mask;
    while (slots[slot] !== 0 && slots[slot] !== row + 1) slot = (slot + 2) & mask;
    return slot;
  }

  #moreSlots(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    for (let slot = 0; slot < old.length; slot += 2) {
      if (old[slot] === 0) continue;
      const to = this.#slotOf(old[slot] - 1);
      this.#slots[to] = old[slot];
      this.#slots[to + 1] = old[slot + 1];
    }
  }

  #forget(): void {
    this.#generation = wordGeneration();
    this.#slots.fill(0);
    this.#used = 0;
    this.#end = 0;
    this.#told.clear();
  }

  #read(row: number): number {
    const title = this.#kb.title(row);
    const lower = title.toLowerCase();
    const folded = foldSurface(title);
    const words = wordsOf(lower);
    const telling = words.filter((word) => !this.#stopWords.has(word));
    const foldedWords = folded === lower ? words : wordsOf(folded);
    const at = this.#end;
    this.#end += WORDS + telling.length + foldedWords.length;
    if (this.#end > this.numbers.length) this.#grow();
    const { numbers } = this;
    numbers[at + HASH] = hashString(folded);
    numbers[at + BARE_HASH] = hashString(bareTitle(folded));
    numbers[at + TELLING] = telling.length;
    numbers[at + FOLDED] = foldedWords.length;
    numbers[at + PERSON] = this.#kb.isPerson?.(row) ? 1 : 0;
    this.#floats[at + POPULARITY] = this.#kb.popularity?.(row) ?? 0;
    let to = at + WORDS;
    for (const word of telling) numbers[to++] = wordNumber(word);
    for (const word of foldedWords) numbers[to++] = wordNumber(word);
    return at;
  }

  #grow(): void {
    const numbers = new Int32Array(2 * Math.max(this.#end, this.numbers.length));
    numbers.set(this.numbers);
    this.numbers = numbers;
    this.#floats = new Float32Array(numbers.buffer);
  }

  isPerson(at: number): boolean {
    return this.numbers[at + PERSON] === 1;
  }

  popularity(at: number): number {
    return this.#floats[at + POPULARITY];
  }

  /** Words of the title, in lower case and no stop words: numbers[first … end). */
  tellingFrom(at: number): number {
    return at + WORDS;
  }

  tellingTo(at: number): number {
    return at + WORDS + this.numbers[at + TELLING];
  }

  /** Words of the case-blind title: numbers[tellingTo … foldedTo). */
  foldedTo(at: number): number {
    return this.tellingTo(at) + this.numbers[at + FOLDED];
  }

  /** Is the case-blind title the name? Hashes tell who is not. */
  isName(row: number, at: number, { folded, hash }: NameWords): boolean {
    return this.numbers[at + HASH] === hash && foldSurface(this.#kb.title(row)) === folded;
  }

  /** Is it the name without its bracket or comma part? */
  isBareName(row: number, at: number, { folded, hash }: NameWords): boolean {
    return this.numbers[at + BARE_HASH] === hash && bareTitle(foldSurface(this.#kb.title(row))) === folded;
  }

  /** Words that an own entity's description has and its title has not. */
  toldOf(row: number): ToldWord[] {
    let told = this.#told.get(row);
    if (!told) {
      const title = new Set(this.#tellingWords(this.#kb.title(row)));
      const words = new Set(this.#tellingWords(this.#kb.entity?.(row).description ?? ""));
      told = [...words]
        .filter((word) => !title.has(word))
        .map((word) => ({
          word: wordNumber(word),
          singular: word.endsWith("s") ? wordNumber(word.slice(0, -1)) : -1,
        }));
      if (this.#told.size >= MOST_TOLD) this.#told.clear();
      this.#told.set(row, told);
    }
    return told;
  }

  /** A name of a text as its titles are: the same record until words are forgotten. */
  name(surface: string): NameWords {
    if (this.#namesGeneration !== wordGeneration()) {
      this.#names.clear();
      this.#namesGeneration = wordGeneration();
    }
    let name = this.#names.get(surface);
    if (!name) this.#names.set(surface, (name = this.#readName(surface)));
    return name;
  }

  #readName(surface: string): NameWords {
    const folded = foldSurface(surface);
    return {
      own: wordsOf(surface.toLowerCase()).map(wordNumber),
      telling: this.#tellingWords(surface).map(wordNumber),
      folded,
      hash: hashString(folded) | 0,
      foldedWords: wordsOf(folded).map(wordNumber),
      isCapital: surface === surface.toUpperCase() && surface !== surface.toLowerCase(),
    };
  }

  #tellingWords(text: string): string[] {
    return wordsOf(text.toLowerCase()).filter((word) => !this.#stopWords.has(word));
  }
}

const tables = new WeakMap<object, TitleWords>();

export function titleWordsOf(kb: Titles): TitleWords {
  let titles = tables.get(kb);
  if (!titles) tables.set(kb, (titles = new TitleWords(kb)));
  return titles;
}

/** Without a bracket or a comma part. */
function bareTitle(title: string): string {
  return title.includes("(") || title.includes(",") ? title.replace(/\s*[(,].*$/, "") : title;
}
