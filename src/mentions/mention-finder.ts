/** What finds names in a text: ours, or the caller's own. */
import type { AnalysedText } from "../text/analysed-text.js";
import type { Span } from "../types.js";

/** Returns the names' places in text order, apart from each other. */
export type MentionFinder = (document: AnalysedText) => Span[];
