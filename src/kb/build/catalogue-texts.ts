/** The entity texts of an own catalogue: the words of each description, since there are no pages and no links. */
import { isContentWord, normalizeWord } from "../../text/content-words.js";
import { TokenArrays, tokenizeUnits } from "../../text/tokens.js";
import type { EntityText, EntityTextsInput } from "../entity-texts.js";

/** In row order, as `writeEntityTexts` takes them. */
export function catalogueTexts(
  entities: readonly { title: string; description?: string }[],
): EntityTextsInput {
  const vocabulary = new CatalogueWords();
  for (const { title, description = "" } of entities) vocabulary.read(`${title}\n${description}`);
  const { words, frequencies } = vocabulary;
  const order = words.map((_, number) => number);
  order.sort((a, b) => frequencies[b] - frequencies[a] || (words[a] < words[b] ? -1 : 1));
  const rank = new Uint32Array(words.length);
  for (const [place, number] of order.entries()) rank[number] = place;
  return {
    words: order.map((number) => words[number]),
    frequencies: order.map((number) => frequencies[number]),
    entities: toTexts(vocabulary, rank),
  };
}

/** Numbers the content words in the order in which they are met, and counts them. */
class CatalogueWords {
  readonly words: string[] = [];
  readonly frequencies: number[] = [];
  /** Numbers of the content words of all texts, one an occurrence, and where each text's end. */
  readonly occurrences: number[] = [];
  readonly ends: number[] = [];
  readonly #numbers = new Map<string, number>();
  /** By token as it is written: the number of its word, −1 when that is no content word. */
  readonly #spellings = new Map<string, number>();
  readonly #tokens = new TokenArrays();
  #units = new Uint16Array(1 << 12);

  read(text: string): void {
    if (this.#units.length < text.length) this.#units = new Uint16Array(text.length * 2);
    const tokens = this.#tokens;
    for (let i = 0; i < text.length; i++) this.#units[i] = text.charCodeAt(i);
    tokenizeUnits(this.#units, text.length, tokens);
    for (let t = 0; t < tokens.count; t++) {
      const number = this.#numberOf(text.slice(tokens.starts[t], tokens.ends[t]));
      if (number < 0) continue;
      this.frequencies[number]++;
      this.occurrences.push(number);
    }
    this.ends.push(this.occurrences.length);
  }

  #numberOf(token: string): number {
    let number = this.#spellings.get(token);
    if (number !== undefined) return number;
    const word = normalizeWord(token);
    number = /\p{L}/u.test(word) && isContentWord(word) ? this.#numbers.get(word) : -1;
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.frequencies.push(0);
      this.#numbers.set(word, number);
    }
    this.#spellings.set(token, number);
    return number;
  }
}

function* toTexts({ occurrences, ends }: CatalogueWords, rank: Uint32Array): IterableIterator<EntityText> {
  const none = new Uint32Array(0);
  let start = 0;
  for (const [row, end] of ends.entries()) {
    const ranks: number[] = [];
    for (; start < end; start++) ranks.push(rank[occurrences[start]]);
    ranks.sort((a, b) => a - b);
    let size = 0;
    for (let i = 0; i < ranks.length; i++) if (ranks[i] !== ranks[i - 1]) size++;
    const words = new Uint32Array(size);
    const counts = new Uint32Array(size);
    let place = -1;
    for (let i = 0; i < ranks.length; i++) {
      if (ranks[i] !== ranks[i - 1]) words[++place] = ranks[i];
      counts[place]++;
    }
    yield {
      row,
      words,
      counts,
      contextWords: none,
      contextCounts: none,
      outLinks: none,
      inLinks: none,
    };
  }
}
