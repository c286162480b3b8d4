/** Finds the names of a knowledge base that are spelled like a given one: an index from three-letter pieces to names. */
import { languageOfKb } from "../kb/kb-language.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import { nameSources } from "../kb/name-sources.js";
import type { Language } from "../languages/language.js";
import { PIECE_SLOTS, piecesOf, spelledWords } from "../text/spelling.js";
import { type WordSubstitutes, wordSubstitutes } from "./word-substitutes.js";

/** An entity that has a name: where that is known from, and how often it was seen in use. */
export interface NameBearer {
  entity: number;
  /** Bits of `nameSources`. */
  sources: number;
  /** Links, or annotations, with the name. */
  count: number;
}

export interface SimilarName {
  /** Number of the name in the index. */
  name: number;
  /** Cosine of the two names' pieces, each weighed by how rare it is: 1 for the same words in any order. */
  cosine: number;
}

/** Entries of the index that a look-up goes through at most; beyond them the commonest pieces are left out. */
const MOST_VISITED = 1 << 19;

/**
 * Typed arrays throughout: four bytes for each piece of each name (some 25), and some 20 more. A name is its words
 * in order (`spelledWords`); surfaces that differ in signs and case are one name.
 */
export class SimilarIndex {
  readonly size: number;
  /** All names, a line break after each, and where each begins. */
  readonly #text: string;
  readonly #starts: Uint32Array;
  /** Of each name the bearers, from `#bearerStarts[name]` on. */
  readonly #bearerStarts: Uint32Array;
  readonly #entities: Uint32Array;
  readonly #sources: Uint8Array;
  readonly #counts: Uint32Array;
  /** Of each slot of pieces the names that have it, from `#postingStarts[slot]` on. */
  readonly #postingStarts: Uint32Array;
  readonly #postings: Uint32Array;
  /** Length of each name's vector of weights. */
  readonly #norms: Float32Array;
  readonly #wordCounts = new Map<string, number>();
  /** Uses of all names of an entity, where there are some. */
  readonly #uses = new Map<number, number>();
  readonly #nameCounts = new Map<number, number>();
  /** Work space of a look-up: sums by name, zero between look-ups. */
  readonly #sums: Float32Array;

  /** Words that the entities' names have one for another. */
  readonly substitutes: WordSubstitutes;

  constructor(names: Map<string, NameBearer[]>, { stopWords }: Language) {
    this.size = names.size;
    const given = namesByEntity(names);
    this.substitutes = wordSubstitutes(given.values(), stopWords);
    for (const [entity, list] of given) this.#nameCounts.set(entity, list.length);
    this.#starts = new Uint32Array(names.size + 1);
    this.#bearerStarts = new Uint32Array(names.size + 1);
    let bearers = 0;
    for (const list of names.values()) bearers += list.length;
    this.#entities = new Uint32Array(bearers);
    this.#sources = new Uint8Array(bearers);
    this.#counts = new Uint32Array(bearers);
    const lines: string[] = [];
    let number = 0;
    let at = 0;
    let start = 0;
    for (const [name, list] of names) {
      lines.push(name);
      for (const { entity, sources, count } of list) {
        this.#entities[at] = entity;
        this.#sources[at] = sources;
        this.#counts[at++] = count;
        if (count > 0) this.#uses.set(entity, this.uses(entity) + count);
      }
      start += name.length + 1;
      this.#starts[++number] = start;
      this.#bearerStarts[number] = at;
    }
    this.#text = `${lines.join("\n")}\n`;
    const { postingStarts, postings } = this.#makePostings();
    this.#postingStarts = postingStarts;
    this.#postings = postings;
    this.#norms = this.#makeNorms();
    this.#sums = new Float32Array(this.size);
  }

  /** The name's words with a blank between. */
  name(number: number): string {
    return this.#text.slice(this.#starts[number], this.#starts[number + 1] - 1);
  }

  *bearers(name: number): IterableIterator<NameBearer> {
    for (let i = this.#bearerStarts[name]; i < this.#bearerStarts[name + 1]; i++) {
      yield { entity: this.#entities[i], sources: this.#sources[i], count: this.#counts[i] };
    }
  }

  /** How often the entity was seen under any of its names. */
  uses(entity: number): number {
    return this.#uses.get(entity) ?? 0;
  }

  /** How many names the entity was given, rules and uses apart. */
  namesOf(entity: number): number {
    return this.#nameCounts.get(entity) ?? 0;
  }

  /** How rare a word is among the names: log of names a name with it. */
  rarity(word: string): number {
    return Math.log(1 + this.size / (1 + (this.#wordCounts.get(word) ?? 0)));
  }

  /** The `most` names most like the words given, most alike first; ties by number. */
  nearest(words: readonly string[], most: number): SimilarName[] {
    const sums = this.#sums;
    const touched: number[] = [];
    const pieces = piecesOf(words);
    let square = 0;
    for (const slot of pieces) square += this.#weight(slot) ** 2;
    if (square === 0) return [];
    pieces.sort((a, b) => this.#frequency(a) - this.#frequency(b) || a - b);
    let visited = 0;
    for (const slot of pieces) {
      visited += this.#frequency(slot);
      if (visited > MOST_VISITED && touched.length > 0) break;
      const gain = this.#weight(slot) ** 2;
      for (let i = this.#postingStarts[slot]; i < this.#postingStarts[slot + 1]; i++) {
        const name = this.#postings[i];
        if (sums[name] === 0) touched.push(name);
        sums[name] += gain;
      }
    }
    return this.#best(touched, Math.sqrt(square), most);
  }

  /** Empties the sums on the way. */
  #best(touched: number[], norm: number, most: number): SimilarName[] {
    const cosines = new Float32Array(touched.length);
    for (let i = 0; i < touched.length; i++) {
      cosines[i] = this.#sums[touched[i]] / (norm * this.#norms[touched[i]]);
      this.#sums[touched[i]] = 0;
    }
    const least = leastOfBest(cosines, most);
    const found: SimilarName[] = [];
    for (let i = 0; i < touched.length; i++) {
      if (cosines[i] >= least) found.push({ name: touched[i], cosine: Math.min(1, cosines[i]) });
    }
    return found.sort((a, b) => b.cosine - a.cosine || a.name - b.name).slice(0, most);
  }

  #frequency(slot: number): number {
    return this.#postingStarts[slot + 1] - this.#postingStarts[slot];
  }

  #weight(slot: number): number {
    return Math.log(1 + this.size / (1 + this.#frequency(slot)));
  }

  #makePostings(): { postingStarts: Uint32Array; postings: Uint32Array } {
    const postingStarts = new Uint32Array(PIECE_SLOTS + 1);
    for (let n = 0; n < this.size; n++) {
      const words = this.name(n).split(" ");
      for (const slot of piecesOf(words)) postingStarts[slot + 1]++;
      for (const word of new Set(words)) this.#wordCounts.set(word, (this.#wordCounts.get(word) ?? 0) + 1);
    }
    for (let slot = 0; slot < PIECE_SLOTS; slot++) postingStarts[slot + 1] += postingStarts[slot];
    const postings = new Uint32Array(postingStarts[PIECE_SLOTS]);
    const next = postingStarts.slice();
    for (let n = 0; n < this.size; n++) {
      for (const slot of piecesOf(this.name(n).split(" "))) postings[next[slot]++] = n;
    }
    return { postingStarts, postings };
  }

  #makeNorms(): Float32Array {
    const squares = new Float64Array(this.size);
    for (let slot = 0; slot < PIECE_SLOTS; slot++) {
      if (this.#frequency(slot) === 0) continue;
      const gain = this.#weight(slot) ** 2;
      for (let i = this.#postingStarts[slot]; i < this.#postingStarts[slot + 1]; i++) {
        squares[this.#postings[i]] += gain;
      }
    }
    return Float32Array.from(squares, Math.sqrt);
  }
}

const STEPS = 1024;

/** A bound below the `most` largest of numbers from 0 to 1, with few others above it. */
function leastOfBest(numbers: Float32Array, most: number): number {
  if (numbers.length <= most) return 0;
  const counts = new Uint32Array(STEPS + 2);
  for (let i = 0; i < numbers.length; i++) counts[Math.floor(numbers[i] * STEPS)]++;
  let step = STEPS + 1;
  for (let above = counts[step]; above < most && step > 0; above += counts[step]) step--;
  return step / STEPS;
}

/** An index of all names; mere parts of names, which their spelling finds anyhow, are left out. */
export function createSimilarIndex(
  kb: Pick<KnowledgeBase, "surfaces"> & Partial<Pick<KnowledgeBase, "info">>,
): SimilarIndex {
  const names = new Map<string, NameBearer[]>();
  for (const { surface, candidates } of kb.surfaces()) {
    let list: NameBearer[] | undefined;
    for (const { entity, sources, count } of candidates) {
      if ((sources & ~nameSources.part) === 0) continue;
      list ??= bearersOf(names, spelledWords(surface).join(" "));
      addBearer(list, { entity, sources: sources & ~nameSources.part, count });
    }
  }
  names.delete("");
  return new SimilarIndex(names, languageOfKb(kb));
}

/** Of each entity the names that were given, not those that were only used: these are few and would have to be left out one by one in training. */
function namesByEntity(names: Map<string, NameBearer[]>): Map<number, string[][]> {
  const entities = new Map<number, string[][]>();
  for (const [name, bearers] of names) {
    const words = name.split(" ");
    for (const { entity, sources } of bearers) {
      if ((sources & ~(nameSources.link | nameSources.rule)) === 0) continue;
      const known = entities.get(entity);
      if (known) known.push(words);
      else entities.set(entity, [words]);
    }
  }
  return entities;
}

function bearersOf(names: Map<string, NameBearer[]>, name: string): NameBearer[] {
  let list = names.get(name);
  if (!list) names.set(name, (list = []));
  return list;
}

function addBearer(list: NameBearer[], bearer: NameBearer): void {
  const known = list.find((b) => b.entity === bearer.entity);
  if (known) {
    known.sources |= bearer.sources;
    known.count += bearer.count;
  } else list.push(bearer);
}
