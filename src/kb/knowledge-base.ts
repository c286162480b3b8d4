/** What a knowledge base answers, whatever it is stored in. */
import type { Candidate, Entity } from "../types.js";

/** An entity that a surface can mean, with where that is known from. */
export interface NameCandidate extends Candidate {
  /** Links counted with this surface as anchor and this entity as target. */
  count: number;
  /** Bits of `nameSources`: link, title, redirect, … */
  sources: number;
}

/** What is known of a surface form: its candidates and how it behaves in text. */
export interface SurfaceInfo {
  /** The surface as stored. */
  surface: string;
  /** Entities it can mean with p̂(e|m), best first, at most 100. */
  candidates: NameCandidate[];
  /** Links counted with this surface as anchor, over all corpora. */
  linkCount: number;
  /** Occurrences of the surface, as written, in the corpora's texts, linked or not; 0 when nobody counted. */
  textCount: number;
  /** Share of this surface's occurrences in linked corpora that are links (0 when unknown): a name or an ordinary word? */
  linkProbability: number;
  /** Share of the occurrences of its case-blind form that have no capital letter (0 when unknown). */
  lowercaseShare: number;
  /** Is it a whole name of an own entity, in a layer above the linker's knowledge base? */
  isOwn?: boolean;
}

export interface KnowledgeBaseInfo {
  /** "file" or "lmdb". */
  format: string;
  version: number;
  entities: number;
  surfaces: number;
  redirects: number;
  /** Files it was made from, with their SHA-256. */
  sources: { name: string; sha256: string }[];
  settings: Record<string, unknown>;
}

export interface KnowledgeBase {
  readonly info: KnowledgeBaseInfo;
  /** Number of entities; rows are 0 to size − 1, the most popular first as far as they were built together. */
  readonly size: number;
  entity(row: number): Entity;
  /** `entity(row).title` without the rest. */
  title(row: number): string;
  /** `entity(row).popularity` without the rest. */
  popularity(row: number): number;
  isPerson(row: number): boolean;
  /** Is the entity in a layer above the linker's own knowledge base? Left out where there are no layers. */
  isOwn?(row: number): boolean;
  /** Row of the entity with this title, following redirects and forgiving case, accents, dashes and an article where only one entity can be meant; −1 when there is none. */
  rowOfTitle(title: string): number;
  /** Row of the entity with this identifier, as its own or else among its others; −1 when there is none. */
  rowOfId(id: string): number;
  /** Exactly this surface, as written; undefined when it is not a known name. */
  lookup(surface: string): SurfaceInfo | undefined;
  /** The surface's case- and accent-blind form (`foldSurface`): the sum over all surfaces that fold to it. */
  lookupFolded(folded: string): SurfaceInfo | undefined;
  /** Every surface with what is known of it, in the store's order. */
  surfaces(): IterableIterator<SurfaceInfo>;
  /** Every redirect: a title that is no entity's own, and the row it leads to. */
  redirects(): IterableIterator<{ title: string; row: number }>;
  close(): void;
}
