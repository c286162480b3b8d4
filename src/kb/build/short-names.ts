/** Who goes by a single word in texts: pages that have a whole name and, elsewhere, its first or its last word alone say whom the word means (Bulls, Delta, Merkel). */
import { shared } from "../../workers/shared-memory.js";

/** Places of an entity's words and counts: its first word's at twice its number, its last word's behind. Persons are called by the last one, their family name, only. */
const FIRST = 0;
const LAST = 1;

/** No entity, or more than one. */
const UNCLEAR = -1;
const NOTHING = -1;
/** A first word by which nobody goes. */
const NO_WORD = -2;

/** Which surfaces are whole names and which single words, where all threads see them. Words go by their numbers in the corpus log. */
export interface ShortNames {
  /** Of each surface the one entity that it means as a whole; the number of a single word as −2 − word; −1 for anything else. */
  surfaces: Int32Array;
  /** The first and the last word of each entity's title, −1 for none, −2 for a first word by which nobody goes: (entities, 2). */
  words: Int32Array;
}

export function emptyShortNames(surfaces: number, entities: number): ShortNames {
  return {
    surfaces: shared(Int32Array, surfaces).fill(NOTHING),
    words: shared(Int32Array, 2 * entities).fill(NOTHING),
  };
}

/** A surface of one word. */
export function setWord({ surfaces }: ShortNames, surface: number, word: number): void {
  surfaces[surface] = -2 - word;
}

/** A word by which a person goes by rule, whatever the title ends in: the King of Martin Luther King Jr. */
export function setFamilyName({ words }: ShortNames, person: number, word: number): void {
  words[2 * person + LAST] = word;
}

export interface WholeName {
  entity: number;
  isPerson: boolean;
  /** Is it the title, whose first and last word count, or another name that may have these? */
  isTitle: boolean;
  /** Is its last word no common one? Of American football nobody speaks as "American". */
  isProper: boolean;
  /** Numbers of its words. */
  ids: number[];
}

/** A surface of several words. */
export function setWhole(
  { surfaces, words }: ShortNames,
  surface: number,
  { entity, isPerson, isTitle, isProper, ids }: WholeName,
): void {
  surfaces[surface] = entity;
  if (!isTitle) return;
  if (!isPerson) words[2 * entity + FIRST] = isProper ? ids[0] : NO_WORD;
  if (words[2 * entity + LAST] === NOTHING) words[2 * entity + LAST] = ids[ids.length - 1];
}

/** Where the pages are counted that call the entity by this single word; −1 where it is neither its first nor its last. */
export function placeOfShort({ surfaces, words }: ShortNames, surface: number, entity: number): number {
  const word = -2 - surfaces[surface];
  if (word < 0) return -1;
  if (words[2 * entity + LAST] === word) return 2 * entity + LAST;
  return words[2 * entity + FIRST] === word ? 2 * entity + FIRST : -1;
}

/** Of those that have a word here, persons have no first one. */
export function isPerson({ words }: ShortNames, entity: number): boolean {
  return words[2 * entity + FIRST] === NOTHING;
}

/** What one page says; cleared before the next. */
export class ShortNamesOnPage {
  readonly #names: ShortNames;
  /** Last word of a person's name, first or last word of another's → its place. */
  readonly #persons = new Map<number, number>();
  readonly #others = new Map<number, number>();
  readonly #alone = new Set<number>();

  constructor(names: ShortNames) {
    this.#names = names;
  }

  /** A surface of several words, of which the page has the first and the last so. */
  addName(surface: number, first: number, last: number): void {
    const { surfaces, words } = this.#names;
    const entity = surfaces[surface];
    if (entity < 0) return;
    const places = isPerson(this.#names, entity) ? this.#persons : this.#others;
    if (words[2 * entity + FIRST] === first) addPlace(places, first, 2 * entity + FIRST);
    if (words[2 * entity + LAST] === last) addPlace(places, last, 2 * entity + LAST);
  }

  /** A word with a capital that stands alone. */
  addWord(word: number): void {
    this.#alone.add(word);
  }

  /** Places of those whom the page calls so. What is called after a person has its name from somebody who goes by it: the Clinton Foundation is not Clinton where a Clinton is. */
  *places(): IterableIterator<number> {
    for (const [word, place] of this.#persons) if (place !== UNCLEAR && this.#alone.has(word)) yield place;
    for (const [word, place] of this.#others) {
      if (place !== UNCLEAR && this.#alone.has(word) && !this.#persons.has(word)) yield place;
    }
  }

  clear(): void {
    this.#persons.clear();
    this.#others.clear();
    this.#alone.clear();
  }
}

function addPlace(places: Map<number, number>, word: number, place: number): void {
  const known = places.get(word);
  places.set(word, known === undefined || known === place ? place : UNCLEAR);
}
