/** What a knowledge base answers, whatever it is stored in. */
import type { Candidate, Entity } from "../types.js";

/** What is known of a surface form: its candidates and how it behaves in text. */
export interface SurfaceInfo {
  /** The surface as stored. */
  surface: string;
  /** Entities it can mean with p̂(e|m), best first, at most 100. */
  candidates: Candidate[];
  /** Links counted with this surface as anchor, over all corpora. */
  linkCount: number;
  /** Share of this surface's occurrences in text that are links (0 when unknown): a name or an ordinary word? */
  linkProbability: number;
}

export interface KnowledgeBaseInfo {
  format: string;
  version: number;
  entities: number;
  surfaces: number;
  /** Files it was made from, with their SHA-256. */
  sources: { name: string; sha256: string }[];
  settings: Record<string, unknown>;
}

export interface KnowledgeBase {
  readonly info: KnowledgeBaseInfo;
  /** Number of entities; rows are 0 to size − 1. */
  readonly size: number;
  entity(row: number): Entity;
  /** Row of the entity with this title, following redirects; −1 when there is none. */
  rowOfTitle(title: string): number;
  /** Row of the entity with this identifier; −1 when there is none. */
  rowOfId(id: string): number;
  /** Exactly this surface, as written; undefined when it is not a known name. */
  lookup(surface: string): SurfaceInfo | undefined;
  /** The surface's case- and accent-blind form (`foldSurface`): the sum over all surfaces that fold to it. */
  lookupFolded(folded: string): SurfaceInfo | undefined;
  close(): void;
}
