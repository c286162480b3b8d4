/** The JSON that goes over the wire, and to and from the page's own worker. */

/** How offsets are counted: UTF-16 code units as JavaScript does, or Unicode code points as Python does. */
export type OffsetUnit = "utf16" | "codepoint";

export interface WireMention {
  start: number;
  end: number;
  /** What if: take this mention to mean the entity with this identifier. */
  entity?: string;
}

export interface LinkRequest {
  text: string;
  /** Names to link; left out, they are found. */
  mentions?: WireMention[];
  /** Links less likely than this come back without an entity. */
  nil?: number;
  explain?: boolean;
  offsets?: OffsetUnit;
}

export interface WireEntity {
  id: string;
  title: string;
  url?: string;
  description?: string;
  /** Further identifiers of the same entry. */
  otherIds?: string[];
  /** Columns of an own catalogue. */
  extra?: Record<string, string>;
}

export interface WireCandidate {
  entity: WireEntity;
  prior: number;
  confidence: number;
}

export interface WireLink {
  start: number;
  end: number;
  mention: string;
  entity: WireEntity | null;
  confidence: number;
  candidates: WireCandidate[];
  explanation?: WireExplanation;
}

export interface WireExplanation {
  candidates: {
    entity: WireEntity;
    prior: number;
    local: number;
    belief: number;
    score: number;
    /** Before the first loop of message passing and after each. */
    beliefs: number[];
  }[];
  words: { start: number; end: number; word: string; weight: number }[];
  voices: {
    /** Number of the link in the answer; −1 is the padding mention, "nobody". */
    mention: number;
    relations: { alpha: number; alphaBack: number; pairScore: number }[];
    message: number[];
    support: number;
  }[];
  lines: string[];
}

export interface LinkAnswer {
  links: WireLink[];
}

export interface BatchRequest extends Omit<LinkRequest, "text" | "mentions"> {
  documents: { id?: string; text: string; mentions?: WireMention[] }[];
}

export interface BatchAnswer {
  documents: { id: string; links: WireLink[] }[];
}

/** Every answer that is no success. */
export interface ErrorAnswer {
  error: { code: string; message: string };
}
