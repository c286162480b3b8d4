/** A document with names that somebody has linked by hand: what every reader yields and every writer takes. */
import type { EntityType, Mention } from "../../types.js";

/** An entity that a data set's own file lists for a mention (deep-ed csv). */
export interface ListedCandidate {
  title: string;
  id?: string;
  prior: number;
}

export interface AnnotatedMention extends Mention {
  /** Title of the gold entity; null when the annotators found none in their knowledge base (NIL). */
  entity: string | null;
  /** The gold entity's identifier where the file has one: a Wikipedia page id, a Wikidata id. */
  entityId?: string;
  /** All identifiers, the first among them, where the file gives several: a link to any of them is right. */
  entityIds?: string[];
  /** What kind of thing the entity is, where a linker said so. */
  type?: EntityType;
  /** How likely the entity is right, where a linker gave it. */
  confidence?: number;
  /** Best first. */
  candidates?: ListedCandidate[];
  /** Words around the mention as the file gives them, nearest to the mention last (left) and first (right). */
  context?: { left: string[]; right: string[] };
  /** What a format says beyond the above, kept so that writing the same format gives it back. */
  source?: Record<string, string>;
}

export interface AnnotatedDocument {
  id: string;
  title?: string;
  text: string;
  /** In text order. */
  mentions: AnnotatedMention[];
  /** The part of the data set the document belongs to: "train", "testa", "testb". */
  split?: string;
  /** The text is tokens with one space between them and one line a sentence. */
  pretokenized?: boolean;
}

/** Something in a file that could not be taken as it is. */
export interface DatasetProblem {
  file: string;
  /** Counts from 1; left out where it belongs to no line. */
  line?: number;
  document?: string;
  message: string;
  /** What was left out because of it. "nothing": the reader mended it. */
  lost: "nothing" | "mention" | "document";
}

export interface ReadOptions {
  /** Go on after a bad line, leaving out its document or mention, and tell `onProblem`; without it a bad line throws. */
  skipBad?: boolean;
  onProblem?: (problem: DatasetProblem) => void;
  signal?: AbortSignal;
}

/** Takes documents one at a time; the output appears at `close`, complete, and not at all after `abort`. */
export interface DatasetWriter {
  write(doc: AnnotatedDocument): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

export function sortMentions(mentions: AnnotatedMention[]): AnnotatedMention[] {
  return mentions.sort((a, b) => a.start - b.start || a.end - b.end);
}
