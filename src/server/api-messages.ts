/** What goes to and from the HTTP API, and to and from the page's own worker. */
import type { LinkJson } from "../formats/links/link-json.js";
import type { EntityType } from "../types.js";

/** How offsets are counted: UTF-16 code units as JavaScript does, or Unicode code points as Python does. */
export type OffsetUnit = "utf16" | "codepoint";

export interface MentionJson {
  start: number;
  end: number;
  /** What if: take this mention to mean the entity with this identifier. */
  entity?: string;
}

export interface LinkRequest {
  text: string;
  /** Names to link; left out, they are found. */
  mentions?: MentionJson[];
  /** Links less likely than this come back without an entity. */
  nil?: number;
  /** False where capitals tell no names: chat, queries, catalogues. Left out, the text itself says so. */
  capitals?: boolean;
  /** Are common nouns linked as well? Default false. */
  concepts?: boolean;
  /** Chooses `nil` such that this share of the links was right on held-out documents. */
  targetPrecision?: number;
  /** Candidates to give of each link, best first; all when left out. */
  candidates?: number;
  /** Only links to entities of these types. */
  types?: EntityType[];
  explain?: boolean;
  /** With `explain`: only names that begin in this stretch are explained. */
  explainWithin?: { start: number; end: number };
  offsets?: OffsetUnit;
}

export interface LinkAnswer {
  links: LinkJson[];
}

export interface BatchRequest extends Omit<LinkRequest, "text" | "mentions"> {
  documents: { id?: string; text: string; mentions?: MentionJson[] }[];
}

export interface BatchAnswer {
  documents: { id: string; links: LinkJson[] }[];
}

/** Every answer that is no success. */
export interface ErrorAnswer {
  error: { code: string; message: string };
}
