/** Who goes by a family name in texts: pages that have somebody's whole name and then its last word alone say whom the word means. */

/** No person, or more than one. */
const UNCLEAR = -1;

/** What one page says; cleared before the next. */
export class FamilyNamesOnPage {
  /** Last word of a whole name → the person; words as the log numbers them. */
  readonly #persons = new Map<number, number>();
  readonly #alone = new Set<number>();

  /** A whole name that ends in this word. */
  addPerson(word: number, person: number): void {
    const known = this.#persons.get(word);
    this.#persons.set(word, known === undefined || known === person ? person : UNCLEAR);
  }

  /** A word with a capital that stands alone. */
  addWord(word: number): void {
    this.#alone.add(word);
  }

  /** The persons whom the page calls so. */
  *persons(): IterableIterator<number> {
    for (const [word, person] of this.#persons) if (person !== UNCLEAR && this.#alone.has(word)) yield person;
  }

  clear(): void {
    this.#persons.clear();
    this.#alone.clear();
  }
}
