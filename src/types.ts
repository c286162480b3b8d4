/** The nouns of mulrel, shared by every folder. */

/**
 * What kinds of things there are. Their places are what stores write: only add at the end.
 *
 * ```ts
 * import { entityTypes, type Linker } from "mulrel";
 *
 * declare const linker: Linker;
 * const [person] = entityTypes.filter((type) => type === "person");
 * console.log(linker.link("Ada Lovelace was born in London.", { types: [person] }).map((link) => link.mention));
 * ```
 */
export const entityTypes = [
  "other",
  "person",
  "organisation",
  "place",
  "event",
  "work",
  "product",
  "living-thing",
] as const;

export type EntityType = (typeof entityTypes)[number];

/** An entry of a knowledge base. `row` is its dense number there, 0 to size − 1. */
export interface Entity {
  row: number;
  /** The knowledge base's own identifier: a Wikipedia page id, a product number. */
  id: string;
  title: string;
  url?: string;
  description?: string;
  /** How often other pages link to it, or whatever stands for that. */
  popularity: number;
  isPerson: boolean;
  /** What kind of thing it is; left out where nobody has said or worked it out. */
  type?: EntityType;
  /** What it is in a few words: "South African long-distance runner". */
  phrase?: string;
  /** Its item in Wikidata: "Q42". */
  wikidata?: string;
  /** Further identifiers of the same entry; it is found by each. */
  otherIds?: string[];
  /** What an own catalogue says of it beyond that, by column. */
  extra?: Record<string, string>;
  /** The layer of own entities it is in; left out for those of the linker's own knowledge base. */
  layer?: string;
}

/** A half-open range of UTF-16 code units: `text.slice(start, end)`. */
export interface Span {
  start: number;
  end: number;
}

/** A name found in a text or given by the caller. */
export interface Mention extends Span {
  /** The name as it stands in the text. */
  surface: string;
}

/** One entity that a name can mean, with its prior p̂(e|m). */
export interface Candidate {
  /** Row of the entity in the knowledge base. */
  entity: number;
  prior: number;
  /** Links counted from the name to the entity, and where else the tie is known from (bits of `nameSources`), as far as somebody knows. */
  count?: number;
  sources?: number;
  /** Is it a candidate because a longer name of the same document has it: Pat Riley for "Riley"? */
  isShared?: boolean;
}

/** What a long piece of work tells its caller from time to time. */
export interface Progress {
  /** What is being done, in a word or two: "counting links". */
  stage: string;
  done: number;
  /** Left out when nobody knows. */
  total?: number;
  /** What `done` counts: "bytes", "documents". */
  unit?: string;
  /** More to show beside the bar: the loss, the score so far. */
  detail?: string;
  /** The stage's number, from 1, and how many there are. */
  step?: [number: number, all: number];
}

export type OnProgress = (progress: Progress) => void;
