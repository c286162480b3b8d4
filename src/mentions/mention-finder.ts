/** What finds names in a text: ours, or the caller's own. */
import type { AnalysedText } from "../text/analysed-text.js";
import type { Span } from "../types.js";

/** A stretch of text that is a name, known or not. */
export interface FoundName extends Span {
  /** How likely it is a name, bounds and all; left out by finders that do not say. */
  chance?: number;
  /** How likely the knowledge base has what it means, if it is a name. */
  worth?: number;
}

export interface FindOptions {
  /** Do capitals tell names? Left out, each text says so itself; false for chat, queries and catalogues. */
  capitals?: boolean;
  /** Also common nouns that the knowledge base has: nuclear power, measles. Left out, only names. */
  concepts?: boolean;
}

/** Returns the names' places in text order, apart from each other. */
export type MentionFinder = (document: AnalysedText, options?: FindOptions) => FoundName[];
