/**
 * Names found in the texts of a build that can hardly mean anything but one entity. They serve entity vectors like links: most
 * corpora link a name once a page or not at all, and the words around it say as much every time.
 */
import type { SurfaceInfo } from "../knowledge-base.js";
import { nameSources } from "../name-sources.js";
import type { LoggedText } from "./log-blocks.js";
import { type ExactNames, MOST_NAME_TOKENS } from "./name-index.js";
import { childOf } from "./token-trie.js";

/** p̂ from which on a name is taken to mean its entity. */
const CERTAIN = 0.9;
/** A name written without capitals more often than this is a word. */
const MOST_LOWERCASE = 0.3;
/** What a rule or a part of a longer name suggests is not certain. */
const GUESSES = nameSources.rule | nameSources.part;

/** All names, and of each the row it surely means, −1 where that is open; where all threads see them. */
export interface CertainNames {
  exact: ExactNames;
  meaning: Int32Array;
}

/** Finds the certain names of a text, left to right, the longest known name each time; links are left out. */
export class NameFinder {
  /** Of the names found last: first token, number of tokens, row. */
  starts = new Int32Array(1 << 10);
  lengths = new Int32Array(1 << 10);
  rows = new Int32Array(1 << 10);
  #isLinked = new Uint8Array(1 << 16);

  constructor(private readonly names: CertainNames) {}

  /** How many there are. */
  find(text: LoggedText): number {
    const { exact, meaning } = this.names;
    const { first, surfaceAt } = exact;
    const { tokens, count } = text;
    const isLinked = this.#markLinks(text);
    let found = 0;
    for (let from = 0; from < count; ) {
      let length = 0;
      let surface = -1;
      let node = isLinked[from] === 0 ? first[tokens[from]] : 0;
      const to = Math.min(count, from + MOST_NAME_TOKENS);
      for (let t = from + 1; node !== 0; t++) {
        if (surfaceAt[node] !== 0) {
          surface = surfaceAt[node] - 1;
          length = t - from;
        }
        if (t >= to || isLinked[t] !== 0) break;
        node = childOf(exact, node, tokens[t]);
      }
      if (surface >= 0 && meaning[surface] >= 0) {
        if (found === this.rows.length) this.#grow();
        this.starts[found] = from;
        this.lengths[found] = length;
        this.rows[found++] = meaning[surface];
      }
      from += Math.max(1, length);
    }
    return found;
  }

  #markLinks(text: LoggedText): Uint8Array {
    if (this.#isLinked.length < text.count) this.#isLinked = new Uint8Array(text.count * 2);
    this.#isLinked.fill(0, 0, text.count);
    for (let i = 0; i < text.links; i++) {
      this.#isLinked.fill(1, text.linkStarts[i], text.linkStarts[i] + text.linkLengths[i]);
    }
    return this.#isLinked;
  }

  #grow(): void {
    const double = (old: Int32Array) => {
      const grown = new Int32Array(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.starts = double(this.starts);
    this.lengths = double(this.lengths);
    this.rows = double(this.rows);
  }
}

/** The row that a surface surely means, −1 where that is open. */
export function certainMeaning({ surface, lowercaseShare, candidates }: SurfaceInfo): number {
  const best = candidates.at(0);
  if (!best || best.prior < CERTAIN || (best.sources & ~GUESSES) === 0) return -1;
  return lowercaseShare <= MOST_LOWERCASE && /\p{Lu}/u.test(surface) ? best.entity : -1;
}
