/** What goes into linking and what comes out. */
import type { MentionFinder } from "../mentions/mention-finder.js";
import type { Entity, EntityType, Span } from "../types.js";
import type { LinkExplanation } from "./explanation.js";

export interface LinkCandidate {
  entity: Entity;
  /** p̂(e|m), before the text is read. */
  prior: number;
  /** How likely this one is right; over all candidates at most 1, the rest is "none of them". */
  confidence: number;
}

/** A name in the text with the entity it means. */
export interface Link extends Span {
  /** The name as it stands in the text. */
  mention: string;
  /** null when the knowledge base has no entity for it, or none that is likely enough. */
  entity: Entity | null;
  /** How likely the best candidate is right, from 0 to 1, calibrated on held-out documents; 0 without candidates. */
  confidence: number;
  /** How likely the stretch is a name, whoever bears it; only where we found it. */
  nameConfidence?: number;
  /** Those the model chose between, best first. */
  candidates: LinkCandidate[];
  /** Only with `explain: true`. */
  explanation?: LinkExplanation;
}

export interface LinkOptions {
  /** Names to link; left out, they are found. Links come back in this order. */
  mentions?: readonly Span[];
  /** Finds the names instead of the linker's own finder. */
  finder?: MentionFinder;
  /** Do capitals tell names in this text? Left out, the text itself says so; false for chat, queries and catalogues. */
  capitals?: boolean;
  /** Link common nouns that the knowledge base has as well (nuclear power, measles)? Left out, only names. */
  concepts?: boolean;
  /** Links less likely than this become NIL (entity null). */
  nil?: number;
  /** Chooses `nil` such that this share of the links was right on held-out documents: 0.95. Not together with `nil`. */
  targetPrecision?: number;
  /** Only links to entities of these types: ["person", "place"]. Other names that were found are left out, given ones come back without entity. */
  types?: readonly EntityType[];
  explain?: boolean;
  /** With `explain`: only names that begin in this stretch of the text are explained, as in a long text read part by part. */
  explainWithin?: Span;
  /** What if: mention number → identifier of the entity it is taken to mean. */
  pins?: Readonly<Record<number, string>>;
  /** What if: mention numbers to leave out. Their links are missing from the answer. */
  drop?: readonly number[];
  /** Stops a long text between two pieces. */
  signal?: AbortSignal;
}

/** A document for `linkAll`: a bare text, or a text with what belongs to it. */
export interface LinkInput {
  id?: string;
  text: string;
  mentions?: readonly Span[];
}

export interface LinkedDocument {
  /** As given; the document's number otherwise. */
  id: string;
  text: string;
  links: Link[];
}
