/** Counts names in the texts of some of the log's blocks, in a thread; all threads add to the same counters. */
import type { WorkerTask } from "../../workers/worker-pool.js";
import { type BlockSource, LogBlocks, type LoggedText } from "./log-blocks.js";
import { type BlindNames, type ExactNames, MOST_NAME_TOKENS } from "./name-index.js";
import { SharedTally } from "./shared-tally.js";
import { type ShortNames, ShortNamesOnPage } from "./short-names.js";
import { childOf } from "./token-trie.js";

export interface CountWorkerData {
  source: BlockSource;
  exact: ExactNames;
  blind: BlindNames;
  short: ShortNames;
  counters: NameCounters;
}

/** Counters in memory that all threads see. */
export interface NameCounters {
  /** By surface: occurrences, pages of linked corpora where it occurs, and where it is an anchor. */
  texts: Uint32Array;
  pagesWith: Uint32Array;
  pagesLinked: Uint32Array;
  /** By group: occurrences with capitals and without. */
  capital: Uint32Array;
  lower: Uint32Array;
  /** By title: tokens of its pages. */
  pageTokens: Uint32Array;
  /** By entity: pages that have its whole name and, alone, the first word of it, the last word of it. */
  shortNames: Uint32Array;
}

/** Blocks from `from` to before `to`. */
export interface BlockRange {
  from: number;
  to: number;
}

/** Names that a page has had already. */
class SeenOnPage {
  #slots = new Int32Array(1 << 10);
  #list = new Int32Array(1 << 9);
  #size = 0;

  /** Is it new on this page? */
  add(surface: number): boolean {
    const mask = this.#slots.length - 1;
    let slot = Math.imul(surface, 0x9e3779b1) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask)
      if (this.#slots[slot] === surface + 1) return false;
    this.#slots[slot] = surface + 1;
    this.#list[this.#size++] = slot;
    if (this.#size === this.#list.length) this.#grow();
    return true;
  }

  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#slots[this.#list[i]] = 0;
    this.#size = 0;
  }

  #grow(): void {
    const surfaces = Array.from(this.#list.subarray(0, this.#size), (slot) => this.#slots[slot] - 1);
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#list = new Int32Array(this.#list.length * 2);
    this.#size = 0;
    for (const surface of surfaces) this.add(surface);
  }
}

class NameCounter {
  readonly #exact: ExactNames;
  readonly #blind: BlindNames;
  readonly #texts: SharedTally;
  readonly #pagesWith: SharedTally;
  readonly #pagesLinked: SharedTally;
  readonly #capital: SharedTally;
  readonly #lower: SharedTally;
  readonly #pageTokens: Uint32Array;
  readonly #shortNames: SharedTally;
  readonly #short: ShortNamesOnPage;
  readonly #seen = new SeenOnPage();
  /** Work space for one text. */
  #forms = new Int32Array(1 << 12);
  #capitals = new Uint8Array(1 << 12);

  constructor({ exact, blind, short, counters }: CountWorkerData) {
    this.#exact = exact;
    this.#blind = blind;
    this.#texts = new SharedTally(counters.texts);
    this.#pagesWith = new SharedTally(counters.pagesWith);
    this.#pagesLinked = new SharedTally(counters.pagesLinked);
    this.#capital = new SharedTally(counters.capital);
    this.#lower = new SharedTally(counters.lower);
    this.#pageTokens = counters.pageTokens;
    this.#short = new ShortNamesOnPage(short);
    this.#shortNames = new SharedTally(counters.shortNames);
  }

  count(text: LoggedText): void {
    Atomics.add(this.#pageTokens, text.title, text.count);
    this.#countNames(text);
    for (const place of this.#short.places()) this.#shortNames.add(place);
    this.#seen.clear();
    for (let i = 0; i < text.links; i++) {
      const surface = this.#surfaceOfLink(text, i);
      if (surface >= 0 && this.#seen.add(surface)) this.#pagesLinked.add(surface);
    }
  }

  flush(): void {
    const counts = [this.#texts, this.#pagesWith, this.#pagesLinked, this.#capital, this.#lower];
    for (const tally of [...counts, this.#shortNames]) tally.flush();
  }

  /** At every place the names that begin there, whatever their case; as they are written they can only go on where those do. */
  #countNames({ tokens, count, links }: LoggedText): void {
    const { first, groupAt } = this.#blind;
    const forms = this.#readForms(tokens, count);
    const seen = this.#seen;
    const short = this.#short;
    seen.clear();
    short.clear();
    let namedTo = 0;
    for (let from = 0; from < count; from++) {
      let node = first[forms[from]];
      if (node === 0) continue;
      let exact = this.#exact.first[tokens[from]];
      let capitals = this.#capitals[from];
      const to = Math.min(count, from + MOST_NAME_TOKENS);
      for (let t = from + 1; ; t++) {
        const group = groupAt[node] - 1;
        if (group >= 0) (capitals === 0 ? this.#lower : this.#capital).add(group);
        const surface = exact === 0 ? -1 : this.#exact.surfaceAt[exact] - 1;
        if (surface >= 0) {
          this.#texts.add(surface);
          if (links > 0 && seen.add(surface)) this.#pagesWith.add(surface);
          if (t - from > 1) {
            namedTo = Math.max(namedTo, t);
            short.addName(surface, tokens[from], tokens[t - 1]);
          }
        }
        if (t === to) break;
        node = childOf(this.#blind, node, forms[t]);
        if (node === 0) break;
        if (exact !== 0) exact = childOf(this.#exact, exact, tokens[t]);
        capitals |= this.#capitals[t];
      }
      // in Isle of Man nobody speaks of Isle
      if (from >= namedTo && this.#standsAlone(from, count)) short.addWord(tokens[from]);
    }
  }

  /** Has the word a capital, and none beside it? */
  #standsAlone(t: number, count: number): boolean {
    const capitals = this.#capitals;
    return (
      capitals[t] === 1 && (t === 0 || capitals[t - 1] === 0) && (t + 1 === count || capitals[t + 1] === 0)
    );
  }

  /** The lower-case forms of a text's tokens; `#capitals` has 1 for those that are written otherwise. */
  #readForms(tokens: Int32Array, count: number): Int32Array {
    const { lower, capital } = this.#blind;
    if (this.#forms.length < count) {
      this.#forms = new Int32Array(2 * count);
      this.#capitals = new Uint8Array(2 * count);
    }
    const forms = this.#forms;
    const capitals = this.#capitals;
    for (let t = 0; t < count; t++) {
      const token = tokens[t];
      forms[t] = lower[token];
      capitals[t] = capital[token];
    }
    return forms;
  }

  #surfaceOfLink(text: LoggedText, link: number): number {
    const { surfaceAt } = this.#exact;
    const from = text.linkStarts[link];
    const length = text.linkLengths[link];
    if (length > MOST_NAME_TOKENS) return -1;
    let node = 0;
    for (let t = from; t < from + length; t++) {
      node = childOf(this.#exact, node, text.tokens[t]);
      if (node === 0) return -1;
    }
    return surfaceAt[node] - 1;
  }
}

export default function setUp(data: CountWorkerData): WorkerTask<BlockRange, number> {
  const counter = new NameCounter(data);
  return ({ from, to }) => {
    const blocks = new LogBlocks(data.source.folder, data.source.places);
    try {
      for (const text of blocks.texts(from, to)) counter.count(text);
    } finally {
      blocks.close();
    }
    counter.flush();
    return to;
  };
}
