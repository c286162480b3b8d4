/** One entry of an own catalogue. */
import type { EntityType } from "../types.js";

/** An entity of an own catalogue, or names for an entity that is already known (same id, or same title without id). */
export interface EntityRecord {
  id?: string;
  title: string;
  aliases: string[];
  description?: string;
  url?: string;
  /** Popularity: how often it is meant. */
  count?: number;
  isPerson?: boolean;
  type?: EntityType;
  phrase?: string;
  wikidata?: string;
  /** Further identifiers of the same entry. */
  otherIds: string[];
  /** Columns that only the catalogue knows the meaning of. */
  extra?: Record<string, string>;
  /** Line or row, counted from 1, for error sentences. */
  line: number;
}
